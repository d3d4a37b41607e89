/**
 * Encryption of data on this device: AES-256-GCM with a non-extractable key of the browser.
 * The data includes ID photos and bank numbers, which a copy of the browser's profile or its storage must not reveal.
 */

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** A key that can be used but not exported. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/**
 * Seals anything made of JSON, with blobs allowed as its first-level values (`{ name, thumb: Blob }`) or as the value
 * itself. `place` is authenticated as well: data sealed for one place cannot be opened in another.
 */
export async function seal(key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytesOf(place) },
    key,
    await pack(value),
  )
  return { iv, data }
}

/** Opens what `seal` made; rejects when it was changed, or sealed for another place or with another key. */
export async function open(key: CryptoKey, place: string, { iv, data }: Sealed): Promise<unknown> {
  return unpack(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, data))
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Header before the bytes: the JSON, and the name of each blob; `null` means the value itself is a blob. */
interface Head {
  json: unknown
  blobs: { name: string | null; type: string; size: number }[]
}

const LENGTH_BYTES = 4

async function pack(value: unknown): Promise<ArrayBuffer> {
  const parts: Blob[] = []
  const head: Head = { json: value, blobs: [] }
  const take = (name: string | null, blob: Blob): void => {
    head.blobs.push({ name, type: blob.type, size: blob.size })
    parts.push(blob)
  }
  if (value instanceof Blob) {
    head.json = null
    take(null, value)
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value)
    for (const [name, part] of entries) if (part instanceof Blob) take(name, part)
    head.json = Object.fromEntries(entries.filter(([, part]) => !(part instanceof Blob)))
  }
  const text = bytesOf(JSON.stringify(head))
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES))
  length.setUint32(0, text.byteLength)
  return new Blob([length.buffer, text, ...parts]).arrayBuffer()
}

function unpack(bytes: ArrayBuffer): unknown {
  const from = LENGTH_BYTES + new DataView(bytes).getUint32(0)
  // Authentic: it was decrypted with what `pack` was encrypted with.
  const head: Head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, LENGTH_BYTES, from - LENGTH_BYTES)))
  let at = from
  const blobs = head.blobs.map(({ name, type, size }) => {
    const blob = new Blob([bytes.slice(at, at + size)], { type })
    at += size
    return [name, blob] as const
  })
  const whole = blobs.find(([name]) => name === null)
  if (whole) return whole[1]
  return blobs.length === 0 ? head.json : Object.assign({}, head.json, Object.fromEntries(blobs))
}
