/**
 * Takes a file in from outside: received under its own key, checked by its content, re-encoded, and stored with its row
 * in one transaction. Knows no feature. Each refusal has a code with its own words (`errors:field.<code>`) and leaves
 * nothing behind. A person's file has its receipt as soon as it is on disk and is checked afterwards (`receiveFile`,
 * check-worker.ts); an operator's is checked while they wait (`takeSingleFile`).
 */
import type { Trx } from '../db/database.ts'
import { undoPrepared } from '../db/store-unavailable.ts'
import type { Deps } from '../dependencies.ts'
import type { Upload } from '../http/call-handlers.ts'
import { createUploadPlaces, mayUploadMore, tooManyUploads } from './upload-places.ts'
import { checkFile, type CheckedFile } from './check-file.ts'
import { drain, receiveSingleFile } from './receive-file.ts'
import type { Kind } from './detect-file-type.ts'

export type { IntakeCode } from './intake-refusal.ts'
export type { CheckedFile } from './check-file.ts'
export { checkBeforeFiles, drain } from './receive-file.ts'

export interface IntakeOptions {
  /** The owner, as the feature writes it: `claim:<id>` … `serveFile` asks for the same. */
  owner: string
  /** Checksum of the whole file as the browser has it, hex: a different one means that bytes were lost on the way. */
  sha256?: string | undefined
}

/** What is known of a file at its last byte. */
export interface Receipt {
  /** The id under which the feature learns the result. No bytes are served under it. */
  id: string
  /** For the feature to store sealed: a file's name may reveal a diagnosis. */
  name: string
  /** The type that it will be kept as. */
  mime: 'image/jpeg' | 'application/pdf'
  size: number
  sha256: string
  at: number
}

const uploadPlaces = createUploadPlaces()

/**
 * Receives the one file of a call. When this returns, its bytes are on disk and its row is committed, together with
 * what `also` writes; it is checked later, and the feature of `purpose` (`IncomingKind.kind`) learns the result. Throws
 * as `takeSingleFile` for what the first bytes show, and `Refusal('too_many')` while too many files of this sender,
 * `user:<id>`, or of all senders wait.
 */
export async function receiveFile(
  deps: Deps,
  files: AsyncIterable<Upload>,
  { owner, sha256, sender, purpose }: IntakeOptions & { sender: string; purpose: string },
  also: (trx: Trx, receipt: Receipt) => Promise<void>,
): Promise<void> {
  let begun = false
  await uploadPlaces
    .run(sender, async (give) => {
      await refuseTooMany(deps.db, sender)
      begun = true
      const { name, kind, incoming } = await receiveSingleFile(deps, files, { sha256, give })
      await deps
        .write(async (trx) => {
          await refuseTooMany(trx, sender)
          const at = deps.clock()
          await trx
            .insertInto('incoming')
            .values({
              id: incoming.id,
              owner,
              sender,
              purpose,
              kind,
              size: incoming.size,
              sha256: incoming.sha256,
              wrapped_key: incoming.wrappedKey,
              received_at: at,
              due_at: at,
              lease_until: null,
              attempts: 0,
              deaths: 0,
            })
            .execute()
          await also(trx, {
            id: incoming.id,
            name,
            mime: mimeOf(kind),
            size: incoming.size,
            sha256: incoming.sha256,
            at,
          })
        })
        .catch((error: unknown) => undoPrepared(error, incoming.discard))
    })
    .catch((error: unknown) => {
      // The answer does not wait for bytes that are not needed.
      if (!begun) void drain(files).catch(() => undefined)
      throw error
    })
  deps.checking.nudge()
}

/** A kept picture is never a PNG. */
const mimeOf = (kind: Kind): Receipt['mime'] => (kind === 'pdf' ? 'application/pdf' : 'image/jpeg')

async function refuseTooMany(db: Trx | Deps['db'], sender: string): Promise<void> {
  const count = async (of: string | undefined): Promise<number> => {
    const rows = db.selectFrom('incoming').select((eb) => eb.fn.countAll().as('count'))
    return Number((await (of === undefined ? rows : rows.where('sender', '=', of)).executeTakeFirstOrThrow()).count)
  }
  if (!mayUploadMore(await count(sender), await count(undefined))) throw tooManyUploads()
}

export type WithFileRows = (trx: Trx, taken: CheckedFile) => Promise<void>

/**
 * Takes the one file of a call in and waits for its check. Throws `Refusal(code, {fields: {file: code}})` with a code
 * of `IntakeCode`, and `ScannerSilent` (503) when a configured scanner gives no answer; nothing is kept then. `also`
 * writes its rows in the very transaction that makes the files known; what it throws undoes everything.
 */
export async function takeSingleFile(
  deps: Deps,
  files: AsyncIterable<Upload>,
  { owner, sha256 }: IntakeOptions,
  also: WithFileRows,
): Promise<CheckedFile> {
  const { name, kind, incoming } = await receiveSingleFile(deps, files, { sha256 })
  try {
    return await checkFile(deps, { name, kind, owner, incoming }, async (taken, staged) => {
      await deps.write(async (trx) => {
        for (const it of staged) await it.keep(trx)
        await also(trx, taken)
      })
      return taken
    })
  } finally {
    await incoming.discard()
  }
}

/** The same for a file in memory. */
export const takeFiles = (
  deps: Deps,
  upload: Upload,
  options: IntakeOptions,
  also: WithFileRows,
): Promise<CheckedFile> => takeSingleFile(deps, one(upload), options, also).finally(() => upload.stream.resume())

async function* one(upload: Upload): AsyncGenerator<Upload> {
  yield upload
}
