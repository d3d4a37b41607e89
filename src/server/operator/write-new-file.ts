/** Writes a stored file to where an operator wants it: into a new file that nobody else on the host can read. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from '../files/file-store.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { CommandContext } from './command.ts'

export const writeNewFile = (stream: Readable, to: string): Promise<void> =>
  pipeline(stream, createWriteStream(to, { flags: 'wx', mode: 0o600 }))

/** Writes what was found and prints where; refuses `not_found` where there is none. */
export async function handOver(
  { print }: Pick<CommandContext, 'print'>,
  found: { file: StoredFile; stream: Readable } | null | undefined,
  to: string,
): Promise<void> {
  if (!found) throw new Refusal('not_found')
  await writeNewFile(found.stream, to)
  print(`${to} (${found.file.mime})`)
}
