/** Calls to WeChat Pay: signed requests; answers are trusted only with its own signature. */
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import { ProviderUnavailable } from '../provider-interface.ts'
import { authorization, isFresh, isSigned, signedHeaders } from './wechat-signing.ts'
import { wechatKeys, type WechatKeys } from './wechat-keys.ts'

const TIMEOUT = 10_000
/** Longest answer that is accepted, bytes. */
const MOST = 1024 * 1024

/** The gateway refused the request, with a code of its own. */
export class WechatRefusal extends Error {
  override name = 'WechatRefusal'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export interface WechatClient {
  keys: WechatKeys
  /** The answer's body; `undefined` if it is empty. */
  call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>
}

/** Refusals that say nothing about the operation: it may be tried again. */
const PASSING = [
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'RATELIMIT_EXCEEDED',
  'SYSTEM_ERROR',
  'SIGN_ERROR',
  'BIZERR_NEED_RETRY',
]

export async function fetchBounded(url: string, init: RequestInit): Promise<{ response: Response; bytes: Buffer }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      const part = chunk as Uint8Array
      size += part.length
      if (size > MOST) throw new Error('too long')
      chunks.push(part)
    }
    return { response, bytes: Buffer.concat(chunks) }
  } catch (error) {
    throw new ProviderUnavailable('no answer', { cause: error })
  }
}

export function wechatClient(settings: WechatSettings, clock: () => number): WechatClient {
  async function send(method: string, path: string, body: string): Promise<{ response: Response; bytes: Buffer }> {
    const keyId = settings.publicKey?.id
    return fetchBounded(settings.apiUrl + path, {
      method,
      ...(body === '' ? {} : { body }),
      headers: {
        authorization: authorization(settings, { method, path, body, now: clock() }),
        accept: 'application/json',
        'user-agent': 'youfang',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(keyId ? { 'wechatpay-serial': keyId } : {}),
      },
    })
  }

  const keys = wechatKeys(settings, async () => {
    const { response, bytes } = await send('GET', '/v3/certificates', '')
    if (response.status !== 200) throw new ProviderUnavailable(`certificates answered ${response.status}`)
    const signed = signedHeaders((name) => response.headers.get(name))
    return {
      body: bytes,
      signedWith: (keyOf) => {
        const key = keyOf(signed.serial)
        return key !== undefined && isFresh(signed, clock()) && isSigned(signed, bytes, key)
      },
    }
  })

  return {
    keys,
    async call(method, path, body) {
      const { response, bytes } = await send(method, path, body === undefined ? '' : JSON.stringify(body))
      const { status } = response
      if (status >= 500 || status === 401 || status === 429) throw new ProviderUnavailable(`answered ${status}`)
      const signed = signedHeaders((name) => response.headers.get(name))
      const key = await keys.keyOf(signed.serial, clock())
      if (key === undefined || !isFresh(signed, clock()) || !isSigned(signed, bytes, key))
        throw new ProviderUnavailable('answer not signed')
      const said = parsed(bytes)
      if (status >= 200 && status < 300) return said
      const code = typeof said === 'object' && said !== null && 'code' in said ? String(said.code) : ''
      if (PASSING.includes(code)) throw new ProviderUnavailable(`answered ${code}`)
      throw new WechatRefusal(status, code)
    },
  }
}

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ProviderUnavailable('answer not understood')
  }
}
