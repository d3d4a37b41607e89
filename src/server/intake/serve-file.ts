import type { Deps } from '../dependencies.ts'
import { Refusal, type FileReply } from '../call-handlers.ts'
import { nameAs } from './file-names.ts'
import type { Kind } from './detect-file-type.ts'

const KINDS: Readonly<Record<string, Kind>> = { 'image/jpeg': 'jpeg', 'application/pdf': 'pdf' }

/**
 * Answers with a kept file, decrypted as it goes. `owner` is what `takeFiles` was told: the file of anyone else is not found,
 * like one that never was. `download` offers it under its own name (with the extension of what is kept), `downloadAs` under another;
 * neither shows it in place. Every answer is sandboxed and typed (register-calls.ts `sendFile`).
 */
export async function serveFile(
  { files }: Pick<Deps, 'files'>, id: string, { owner, download = false, downloadAs }: { owner: string; download?: boolean; downloadAs?: string },
): Promise<FileReply> {
  const found = await files.get(id)
  if (found?.file.owner !== owner) throw new Refusal('not_found')
  const { name, mime, size } = found.file
  const kind = KINDS[mime]
  const saved = downloadAs ?? (download ? name : undefined)
  return { mime, size, body: found.stream, ...(saved === undefined ? {} : { downloadAs: kind ? nameAs(saved, kind) : saved }) }
}
