/**
 * Encryption and keyed hashes. Every key comes from a secret by HKDF, one per purpose; of a ring of secrets the first
 * seals and all open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { deepFreeze, ExpiringCache } from '../expiring-cache.ts'

const IV = 12
const TAG = 16
/** A sealed value: `v2.<key's id>.` and base64url. Values from before the ring begin with `v1.` and name no key. */
const SEALED = /^(?:v1|v2\.[\w-]{6})\.[\w-]+$/
/** Its beginning. A value that is opened is matched no further: that would take as long as decrypting it. */
const HEAD = /^(?:v1|v2\.([\w-]{6}))\./
/** Cache of opened values: a minute, and 2 MiB of sealed text. Longer values, such as drawn signatures, are not cached. */
const CACHE_LIMITS = { heldMs: 60_000, units: 2 * 1024 * 1024 }
const LONGEST_CACHED = 16 * 1024

/** The schema of a text value: made once, because making one costs as much as opening the value. */
export const textSchema = z.string()

/**
 * The schema of a value that our own code checks before it seals it: the seal proves that it is still the same, so it
 * is not checked again. Not for a form that has grown since, whose older values need defaults.
 */
export const checkedWhenSealed = <T>(): z.ZodType<T> => z.custom<T>()

export interface Seal {
  /** Encrypts a value as JSON for a column. `context` (`orders.people`) binds it to its place. */
  seal: (context: string, value: unknown) => string
  /** Decrypts and parses a column. Throws when it was changed, moved to another place or sealed with another secret. */
  open: <S extends z.core.$ZodType>(context: string, schema: S, sealed: string) => z.output<S>
  /**
   * The same for values that pages show again and again. Cached for a minute under the sealed text itself, which is a
   * different one after every change (decision 0042): the caller reads the row each time, and the returned value is
   * frozen. Never for keys and codes.
   */
  openCached: <S extends z.core.$ZodType>(context: string, schema: S, sealed: string) => z.output<S>
  /** Is this a sealed value, whichever key sealed it? */
  isSealed: (text: string) => boolean
  /** Was this value sealed by the first secret? */
  isCurrent: (sealed: string) => boolean
  /** The same value resealed with the first secret. Throws as `open` does. */
  reseal: (context: string, sealed: string) => string
  /**
   * Keyed hash, hex, by the first secret: to find a sealed value again (an ID number, an email), and to sign links and
   * notifications.
   */
  mac: (purpose: string, text: string) => string
  /** Compares a given mac in constant time; a mac by any secret of the ring is valid. */
  verify: (purpose: string, text: string, mac: string) => boolean
}

/** One secret with the keys that are derived from it. */
interface Secret {
  /** Identifies a secret within a ring without revealing anything about it. */
  id: string
  key: (purpose: string) => KeyObject
}

function secretOf(bytes: Buffer): Secret {
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, 'youfang', purpose, length))
  const keys = new Map<string, KeyObject>()
  return {
    // Hex: the id contains none of a sealed value's own punctuation marks.
    id: derive('key id', 16).toString('hex').slice(0, 6),
    // A key given as bytes is turned into an OpenSSL object at every use, which costs four times what opening a short
    // text does.
    key: (purpose) => {
      const known = keys.get(purpose)
      if (known) return known
      const fresh = createSecretKey(derive(purpose, 32))
      keys.set(purpose, fresh)
      return fresh
    },
  }
}

/** Encrypts bytes: version, the key's id, then base64url of iv, tag and ciphertext. */
function encrypt(secret: Secret, context: string, plain: Buffer): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', secret.key('columns'), iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return `v2.${secret.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

function decrypt(ring: readonly Secret[], context: string, sealed: string): Buffer {
  const [head, id] = HEAD.exec(sealed) ?? []
  if (head === undefined) throw new Error('not a sealed value')
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url')
  // Skips what is no base64url, which a sealed value never contains.
  if (bytes.length !== Math.floor(((sealed.length - head.length) * 3) / 4)) throw new Error('not a sealed value')
  let failure: unknown
  for (const secret of ring) {
    if (id !== undefined && secret.id !== id) continue
    try {
      return decryptWith(secret, context, bytes)
    } catch (error) {
      failure = error
    }
  }
  // Not made before: an error collects the whole stack, which takes longer than decrypting.
  throw failure ?? new Error('sealed with a secret that is not in the ring')
}

function decryptWith(secret: Secret, context: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secret.key('columns'), bytes.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV, IV + TAG))
  const plain = decipher.update(bytes.subarray(IV + TAG))
  // Compares the tag; GCM leaves nothing for the end.
  decipher.final()
  return plain
}

const equal = (want: string, given: string): boolean => {
  const [a, b] = [Buffer.from(want), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Each secret has 32 bytes or more. Without `caching`, `openCached` is `open`: the benchmark measures what that costs. */
export function createSeal(secrets: readonly Buffer[], { caching }: { caching: boolean } = { caching: true }): Seal {
  const ring = secrets.map(secretOf)
  const [first] = ring
  if (!first) throw new Error('no secret')
  const macOf = (secret: Secret, purpose: string, text: string) =>
    createHmac('sha256', secret.key(`mac:${purpose}`))
      .update(text)
      .digest('hex')
  const open: Seal['open'] = (context, schema, sealed) =>
    z.parse(schema, JSON.parse(decrypt(ring, context, sealed).toString('utf8')))
  const cache = new ExpiringCache<{ context: string; schema: z.core.$ZodType; value: unknown }>(CACHE_LIMITS)
  return {
    seal: (context, value) => encrypt(first, context, Buffer.from(JSON.stringify(value))),
    open,
    isSealed: (text) => SEALED.test(text),
    isCurrent: (sealed) => sealed.startsWith(`v2.${first.id}.`),
    reseal: (context, sealed) => encrypt(first, context, decrypt(ring, context, sealed)),
    openCached: <S extends z.core.$ZodType>(context: string, schema: S, sealed: string): z.output<S> => {
      if (!caching) return open(context, schema, sealed)
      const known = cache.get(sealed)
      if (known !== undefined && known.context === context && known.schema === schema)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this very schema has parsed it
        return known.value as z.output<S>
      const value = open(context, schema, sealed)
      if (sealed.length <= LONGEST_CACHED) cache.set(sealed, { context, schema, value: deepFreeze(value) })
      return value
    },
    mac: (purpose, text) => macOf(first, purpose, text),
    verify: (purpose, text, given) => ring.some((secret) => equal(macOf(secret, purpose, text), given)),
  }
}
