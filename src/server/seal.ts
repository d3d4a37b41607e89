/** Keys and what is done with them. Every key comes from the one secret by HKDF, one per purpose. */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { deepFreeze, ExpiringCache } from './expiring-cache.ts'

const IV = 12
const TAG = 16
const VERSION = 'v1.'
/** Of what was opened a moment ago: a minute, and 2 MiB of sealed text. Longer ones, as drawn signatures are, come once. */
const CACHE_LIMITS = { heldMs: 60_000, units: 2 * 1024 * 1024 }
const LONGEST_CACHED = 16 * 1024

/** The schema of a value that is a text: made once, for making one costs as much as opening the value. */
export const textSchema = z.string()

export interface Seal {
  /** Encrypts a value as JSON for a column. `context` (`orders.people`) binds it to its place. */
  seal: (context: string, value: unknown) => string
  /** Decrypts and parses a column. Throws when it was changed, moved to another place or sealed with another secret. */
  open: <S extends z.ZodType>(context: string, schema: S, sealed: string) => z.output<S>
  /**
   * The same for what pages show again and again. Held in memory for a minute under the sealed text itself, which is another one after every
   * change (decision 0042): the caller reads the row each time, and what is handed out cannot be changed. Never for keys and codes.
   */
  openCached: <S extends z.ZodType>(context: string, schema: S, sealed: string) => z.output<S>
  /** Keyed hash, hex: to find a sealed value again (an ID number, an email), and to sign links and notifications. */
  mac: (purpose: string, text: string) => string
  /** Compares a given mac in constant time. */
  verify: (purpose: string, text: string, mac: string) => boolean
}

/** Encrypts bytes: version, then base64url of iv, tag and ciphertext. */
function encrypt(key: KeyObject, context: string, plain: Buffer): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: KeyObject, context: string, sealed: string): Buffer {
  if (!sealed.startsWith(VERSION)) throw new Error('not a sealed value')
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()])
}

/** `secret` has 32 bytes or more. */
export function createSeal(secret: Buffer): Seal {
  const keys = new Map<string, KeyObject>()
  // A key given as bytes is made into an object of OpenSSL at every use, which costs four times what opening a short text does.
  const key = (purpose: string): KeyObject => {
    const known = keys.get(purpose)
    if (known) return known
    const fresh = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'youfang', purpose, 32)))
    keys.set(purpose, fresh)
    return fresh
  }
  const mac = (purpose: string, text: string) => createHmac('sha256', key(`mac:${purpose}`)).update(text).digest('hex')
  const open: Seal['open'] = (context, schema, sealed) => schema.parse(JSON.parse(decrypt(key('columns'), context, sealed).toString('utf8')))
  const remembered = new ExpiringCache<{ context: string; schema: z.ZodType; value: unknown }>(CACHE_LIMITS)
  return {
    seal: (context, value) => encrypt(key('columns'), context, Buffer.from(JSON.stringify(value))),
    open,
    openCached: <S extends z.ZodType>(context: string, schema: S, sealed: string): z.output<S> => {
      const known = remembered.get(sealed)
      if (known !== undefined && known.context === context && known.schema === schema) return known.value as z.output<S>
      const value = open(context, schema, sealed)
      if (sealed.length <= LONGEST_CACHED) remembered.set(sealed, { context, schema, value: deepFreeze(value) })
      return value
    },
    mac,
    verify: (purpose, text, given) => {
      const want = Buffer.from(mac(purpose, text))
      const have = Buffer.from(given)
      return want.length === have.length && timingSafeEqual(want, have)
    },
  }
}
