import type { Deps } from '../dependencies.ts'
import { Refusal, type FileReply } from '../http/call-handlers.ts'
import { nameAs } from './file-names.ts'
import type { Kind } from './detect-file-type.ts'

const KINDS: Readonly<Record<string, Kind>> = { 'image/jpeg': 'jpeg', 'application/pdf': 'pdf' }

/**
 * Answers with a stored file, decrypted as it is sent. `owner` is what `takeFiles` was given: another owner's file is
 * not found, like one that never existed. `download` offers it under its own name (with the extension of the stored
 * type), `downloadAs` under another; without either it is shown in the browser. Every answer is sandboxed and typed
 * (register-calls.ts `sendFile`).
 */
export async function serveFile(
  { files }: Pick<Deps, 'files'>,
  id: string,
  { owner, download = false, downloadAs }: { owner: string; download?: boolean; downloadAs?: string },
): Promise<FileReply> {
  const found = await files.get(id)
  if (found?.file.owner !== owner) throw new Refusal('not_found')
  const { name, mime, size } = found.file
  const kind = KINDS[mime]
  const saved = downloadAs ?? (download ? name : undefined)
  return {
    mime,
    size,
    body: found.stream,
    ...(saved === undefined ? {} : { downloadAs: kind ? nameAs(saved, kind) : saved }),
  }
}
