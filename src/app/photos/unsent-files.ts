/** Storage of unsent files on this device: facts about each, and separately its bytes, so that a list loads no photo. */
import { z } from 'zod/mini'
import { UNSENT_FILES } from '../storage/device-database.ts'
import { deleteFromDevice, writeToDevice, readFromDevice, keysOnDevice } from '../storage/device-store.ts'

const unsentFileSchema = z.object({
  id: z.string(),
  subject: z.string(),
  slot: z.string(),
  name: z.string(),
  addedAt: z.number(),
  /** `raw`: the bytes are those of the file as it was chosen. */
  state: z.enum(['raw', 'warned', 'ready', 'refused']),
  kind: z.nullable(z.enum(['photo', 'pdf'])),
  size: z.number(),
  sha256: z.string(),
  warnings: z.array(z.enum(['blurred', 'dark', 'small'])),
  code: z.nullable(z.string()),
  /** Sending was started at least once: the server may have it without our knowing. */
  tried: z.boolean(),
  thumb: z.nullable(z.instanceof(Blob)),
})
export type UnsentFile = z.infer<typeof unsentFileSchema>

export interface UnsentFiles {
  /** Bytes are written first: a file in the list has its bytes. */
  put(entry: UnsentFile, bytes?: Blob): Promise<void>
  entry(subject: string, id: string): Promise<UnsentFile | undefined>
  /** Oldest first. */
  entries(subject: string): Promise<UnsentFile[]>
  bytes(subject: string, id: string): Promise<Blob | undefined>
  drop(subject: string, id: string): Promise<void>
}

const ENTRIES = UNSENT_FILES
const BYTES = 'photo-bytes'
const keyOf = (subject: string, id: string): string => `${subject}/${id}`

async function entry(subject: string, id: string): Promise<UnsentFile | undefined> {
  return unsentFileSchema.safeParse(await readFromDevice(ENTRIES, keyOf(subject, id))).data
}

export const unsentFilesOnDevice: UnsentFiles = {
  async put(given, bytes) {
    const key = keyOf(given.subject, given.id)
    if (bytes) await writeToDevice(BYTES, key, bytes)
    await writeToDevice(ENTRIES, key, given)
  },
  entry,
  async entries(subject) {
    const keys = (await keysOnDevice(ENTRIES)).filter((key) => key.startsWith(`${subject}/`))
    const found = await Promise.all(keys.map((key) => entry(subject, key.slice(subject.length + 1))))
    return found.filter((it) => it !== undefined).sort((a, b) => a.addedAt - b.addedAt)
  },
  async bytes(subject, id) {
    const held = await readFromDevice(BYTES, keyOf(subject, id))
    return held instanceof Blob ? held : undefined
  },
  async drop(subject, id) {
    await deleteFromDevice(BYTES, keyOf(subject, id))
    await deleteFromDevice(ENTRIES, keyOf(subject, id))
  },
}

/**
 * Number of unsent files on this device, by subject. If storage does not answer, the count is empty and nothing is
 * blocked.
 */
export async function unsentCounts(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const key of await keysOnDevice(ENTRIES).catch(() => [])) {
    const subject = key.slice(0, key.indexOf('/'))
    counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  return counts
}

/** Of all subjects together. */
export const unsentCount = async (): Promise<number> =>
  [...(await unsentCounts()).values()].reduce((sum, count) => sum + count, 0)
