/**
 * Replaces the process that checks files, in tests about something else: bytes that it has seen already get the same
 * answer as before. Otherwise half the time of such a test would go into starting a process for each copy of the same
 * photo.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { remakeInProcess, type RemakeFile, type RemadeFile } from '../../src/server/intake/remake-in-process.ts'
import { Refusal } from '../../src/server/http/call-handlers.ts'

type Answer = Omit<RemadeFile, 'file' | 'thumb'> & { file: Buffer; thumb: Buffer | null }

/** One cache per test file, because vitest loads modules anew for each. */
const answers = new Map<string, Answer | Refusal>()

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

export const cachedRemake: RemakeFile = async (kind, { size, stream }, take) => {
  const bytes = await buffer(stream())
  const key = `${kind} ${createHash('sha256').update(bytes).digest('hex')}`
  const known =
    answers.get(key) ?? (await remakeInProcess(kind, { size, stream: () => whole(bytes) }, read).catch(refusalOf))
  answers.set(key, known)
  if (known instanceof Refusal) throw known
  return take({ ...known, file: whole(known.file), thumb: known.thumb && whole(known.thumb) })
}

async function read({ file, thumb, ...made }: RemadeFile): Promise<Answer> {
  const all = await buffer(file)
  return { ...made, file: all, thumb: thumb && (await buffer(thumb)) }
}

/** A refusal of the file is an answer and is cached; any other error is not. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
