/**
 * Signatures and encryption of WeChat Pay's API, version 3: RSA with SHA-256 in both directions, AES-256-GCM for the
 * contents of notifications.
 */
import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'

const SCHEMA = 'WECHATPAY2-SHA256-RSA2048'
/** A message further from our clock than this is refused, ms. */
const CLOCK_SKEW = 300_000
const TAG = 16

const lines = (...parts: readonly string[]): string => `${parts.join('\n')}\n`

export const signature = (privateKey: string, ...parts: readonly string[]): string =>
  createSign('RSA-SHA256')
    .update(lines(...parts))
    .sign(privateKey, 'base64')

/** The `Authorization` header of a request. `path` with its query, `body` as it is sent. */
export function authorization(
  { merchantId, serial, privateKey }: WechatSettings,
  request: { method: string; path: string; body: string; now: number },
): string {
  const nonce = randomBytes(16).toString('hex')
  const time = String(Math.floor(request.now / 1000))
  const signed = signature(privateKey, request.method, request.path, time, nonce, request.body)
  return `${SCHEMA} mchid="${merchantId}",nonce_str="${nonce}",signature="${signed}",timestamp="${time}",serial_no="${serial}"`
}

/** The signed headers of an answer or a notification. */
export interface SignedHeaders {
  timestamp: string
  nonce: string
  signature: string
  /** Serial number of the certificate, or the id of the public key. */
  serial: string
}

type HeaderReader = (name: string) => string | string[] | null | undefined

export function signedHeaders(read: HeaderReader): SignedHeaders {
  const one = (name: string): string => {
    const value = read(`wechatpay-${name}`)
    return typeof value === 'string' ? value : ''
  }
  return { timestamp: one('timestamp'), nonce: one('nonce'), signature: one('signature'), serial: one('serial') }
}

export const isFresh = ({ timestamp }: SignedHeaders, now: number): boolean =>
  /^\d{10}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1000) <= CLOCK_SKEW

export function isSigned(
  { timestamp, nonce, signature: given }: SignedHeaders,
  body: Buffer,
  publicKey: string,
): boolean {
  return createVerify('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n`)
    .update(body)
    .update('\n')
    .verify(publicKey, given, 'base64')
}

export interface SealedPart {
  algorithm: string
  nonce: string
  associated_data?: string | undefined
  ciphertext: string
}

/** Decrypts a part with the merchant's API key. Throws when it was changed or encrypted with another key. */
export function openSealed(
  apiV3Key: string,
  { algorithm, nonce, associated_data: associated = '', ciphertext }: SealedPart,
): Buffer {
  if (algorithm !== 'AEAD_AES_256_GCM') throw new Error('unknown algorithm')
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length <= TAG) throw new Error('too short')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(associated)).setAuthTag(bytes.subarray(bytes.length - TAG))
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG)), decipher.final()])
}
