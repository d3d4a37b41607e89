/** Where unsent files lie on this device: what is known of each, and apart from it its bytes, so that a list opens no photo. */
import { z } from 'zod'
import { drop, keep, kept, keptKeys } from '../device-store.ts'

const shelved = z.object({
  id: z.string(),
  subject: z.string(),
  slot: z.string(),
  name: z.string(),
  addedAt: z.number(),
  /** `raw`: the bytes are those of the file as it was chosen. */
  state: z.enum(['raw', 'warned', 'ready', 'refused']),
  kind: z.enum(['photo', 'pdf']).nullable(),
  size: z.number(),
  sha256: z.string(),
  warnings: z.array(z.enum(['blurred', 'dark', 'small'])),
  code: z.string().nullable(),
  /** Sending has begun at least once: the server may have it without our knowing. */
  tried: z.boolean(),
  thumb: z.instanceof(Blob).nullable(),
})
export type Shelved = z.infer<typeof shelved>

export interface Shelf {
  /** Bytes first: what is listed is there. */
  put(entry: Shelved, bytes?: Blob): Promise<void>
  entry(subject: string, id: string): Promise<Shelved | undefined>
  /** Oldest first. */
  entries(subject: string): Promise<Shelved[]>
  bytes(subject: string, id: string): Promise<Blob | undefined>
  drop(subject: string, id: string): Promise<void>
}

const ENTRIES = 'photos'
const BYTES = 'photo-bytes'
const keyOf = (subject: string, id: string): string => `${subject}/${id}`

async function entry(subject: string, id: string): Promise<Shelved | undefined> {
  return shelved.safeParse(await kept(ENTRIES, keyOf(subject, id))).data
}

export const deviceShelf: Shelf = {
  async put(given, bytes) {
    const key = keyOf(given.subject, given.id)
    if (bytes) await keep(BYTES, key, bytes)
    await keep(ENTRIES, key, given)
  },
  entry,
  async entries(subject) {
    const keys = (await keptKeys(ENTRIES)).filter((key) => key.startsWith(`${subject}/`))
    const found = await Promise.all(keys.map((key) => entry(subject, key.slice(subject.length + 1))))
    return found.filter((it) => it !== undefined).sort((a, b) => a.addedAt - b.addedAt)
  },
  async bytes(subject, id) {
    const held = await kept(BYTES, keyOf(subject, id))
    return held instanceof Blob ? held : undefined
  },
  async drop(subject, id) {
    await drop(BYTES, keyOf(subject, id))
    await drop(ENTRIES, keyOf(subject, id))
  },
}

/** How many files on this device no server has yet, of each subject. Storage that does not answer has none, and holds nobody back. */
export async function unsentCounts(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const key of await keptKeys(ENTRIES).catch(() => [])) {
    const subject = key.slice(0, key.indexOf('/'))
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  return counts
}

/** Of all subjects together. */
export const unsentCount = async (): Promise<number> => [...(await unsentCounts()).values()].reduce((sum, count) => sum + count, 0)
