/**
 * The keys that WeChat Pay signs with: one configured public key, or its certificates, which are downloaded and
 * replaced as they change. While a merchant moves to a public key, both sign.
 */
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import { ProviderUnavailable } from '../provider-interface.ts'
import { openSealed } from './wechat-signing.ts'

/** Certificates are downloaded again after this, ms: new ones are available a day before they are used. */
const REFRESH = 12 * 3_600_000
/**
 * An unknown serial number causes a download, at most this often in a minute: invented ones must not make us flood the
 * gateway.
 */
const FETCHES = 5
const MINUTE = 60_000

const sealed = z.object({
  algorithm: z.string(),
  nonce: z.string(),
  associated_data: z.string().optional(),
  ciphertext: z.string(),
})
const certificates = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      effective_time: z.string(),
      expire_time: z.string(),
      encrypt_certificate: sealed,
    }),
  ),
})

export interface FetchedCertificates {
  body: Buffer
  /** Whether the answer is signed with one of the certificates that it contains. */
  signedWith: (keyOf: (serial: string) => string | undefined) => boolean
}

export interface WechatKeys {
  /**
   * PEM of the key with that serial number; `undefined` when WeChat Pay has none. Throws `ProviderUnavailable` when it
   * does not answer.
   */
  keyOf: (serial: string, now: number) => Promise<string | undefined>
  /** The id of the public key that answers must be signed with, where one is configured. */
  publicKeyId: string | undefined
}

export function wechatKeys(
  { apiV3Key, publicKey }: WechatSettings,
  fetchCertificates: () => Promise<FetchedCertificates>,
): WechatKeys {
  let known = new Map<string, { pem: string; until: number }>()
  let fetchedAt = -Infinity
  let fetches: number[] = []
  let fetching: Promise<void> | undefined

  const configured = (serial: string): string | undefined => (serial === publicKey?.id ? publicKey.pem : undefined)

  async function refresh(now: number): Promise<void> {
    fetches = [...fetches.filter((at) => now - at < MINUTE), now]
    const { body, signedWith } = await fetchCertificates()
    const fresh = new Map<string, { pem: string; until: number }>()
    try {
      for (const { serial_no: serial, expire_time: until, encrypt_certificate: part } of certificates.parse(
        JSON.parse(body.toString('utf8')),
      ).data) {
        const certificate = new X509Certificate(openSealed(apiV3Key, part))
        if (BigInt(`0x${certificate.serialNumber}`) !== BigInt(`0x${serial}`)) throw new Error('serial number')
        fresh.set(serial, {
          pem: String(certificate.publicKey.export({ format: 'pem', type: 'spki' })),
          until: Date.parse(until),
        })
      }
    } catch (error) {
      throw new ProviderUnavailable('certificates not understood', { cause: error })
    }
    if (!signedWith((serial) => configured(serial) ?? fresh.get(serial)?.pem))
      throw new ProviderUnavailable('certificates not signed')
    known = fresh
    fetchedAt = now
  }

  /** Concurrent callers share one download. */
  const refreshOnce = (now: number): Promise<void> =>
    (fetching ??= refresh(now).finally(() => {
      fetching = undefined
    }))
  const find = (serial: string, now: number): string | undefined => {
    const found = known.get(serial)
    return found && found.until > now ? found.pem : undefined
  }

  return {
    publicKeyId: publicKey?.id,
    async keyOf(serial, now) {
      const own = configured(serial)
      if (own !== undefined || !/^[\dA-Fa-f]{8,64}$/.test(serial)) return own
      const found = find(serial, now)
      if (found !== undefined && now - fetchedAt < REFRESH) return found
      if (fetches.filter((at) => now - at < MINUTE).length >= FETCHES) return found
      try {
        await refreshOnce(now)
      } catch (error) {
        // A merchant who began with the public key has no certificates to download.
        if (!publicKey || !(error instanceof ProviderUnavailable)) throw error
      }
      return find(serial, now)
    },
  }
}
