/** Keys and what is done with them. Every key comes from the one secret by HKDF, one per purpose. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'

const IV = 12
const TAG = 16
const VERSION = 'v1.'

export interface Seal {
  /** Encrypts a value as JSON for a column. `context` (`orders.people`) binds it to its place. */
  seal: (context: string, value: unknown) => string
  /** Decrypts and parses a column. Throws when it was changed, moved to another place or sealed with another secret. */
  open: <S extends z.ZodType>(context: string, schema: S, sealed: string) => z.output<S>
  /** Keyed hash, hex: to find a sealed value again (an ID number, an email), and to sign links and notifications. */
  mac: (purpose: string, text: string) => string
  /** Compares a given mac in constant time. */
  verify: (purpose: string, text: string, mac: string) => boolean
}

/** Encrypts bytes: version, then base64url of iv, tag and ciphertext. */
function encrypt(key: Buffer, context: string, plain: Buffer): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Buffer, context: string, sealed: string): Buffer {
  if (!sealed.startsWith(VERSION)) throw new Error('not a sealed value')
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()])
}

/** `secret` has 32 bytes or more. */
export function createSeal(secret: Buffer): Seal {
  const keys = new Map<string, Buffer>()
  const key = (purpose: string): Buffer => {
    const known = keys.get(purpose)
    if (known) return known
    const fresh = Buffer.from(hkdfSync('sha256', secret, 'youfang', purpose, 32))
    keys.set(purpose, fresh)
    return fresh
  }
  const mac = (purpose: string, text: string) => createHmac('sha256', key(`mac:${purpose}`)).update(text).digest('hex')
  return {
    seal: (context, value) => encrypt(key('columns'), context, Buffer.from(JSON.stringify(value))),
    open: (context, schema, sealed) => schema.parse(JSON.parse(decrypt(key('columns'), context, sealed).toString('utf8'))),
    mac,
    verify: (purpose, text, given) => {
      const want = Buffer.from(mac(purpose, text))
      const have = Buffer.from(given)
      return want.length === have.length && timingSafeEqual(want, have)
    },
  }
}
