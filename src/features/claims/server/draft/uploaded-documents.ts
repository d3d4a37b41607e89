/**
 * Documents: received with a receipt, listed, shown, removed. The upload's id makes sending it again harmless (design
 * §6.1, §6.3).
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { checkBeforeFiles, drain, receiveFile, type CheckedFile } from '../../../../server/intake/intake.ts'
import { serveFile } from '../../../../server/intake/serve-file.ts'
import type { Parsed } from '../../../../lib/contract.ts'
import { Refusal, type FileReply, type Upload, type UserContext } from '../../../../server/http/call-handlers.ts'
import { recordCreation, tryTransition } from '../../../../server/transition.ts'
import { actorOf, claimForCaller, claimLockKey, fileOwner } from '../claim-access.ts'
import { fileNameOf, sealFileName } from '../answer-columns.ts'
import type { uploadDocument } from '../../contract.ts'
import { refuseFullClaim } from './refuse-full-claim.ts'
import { draftLifetimeFrom } from './set-draft-deadline.ts'
import { categoryOf, type DocumentKind } from '../../rules/document-kinds.ts'
import { takesDocuments } from '../../rules/case/promised-documents.ts'
import { documentMachine, itemMachine } from '../claim-states.ts'
import { noteAddedDocument } from '../case/case-transaction.ts'
import type { ClaimDocumentTable, ClaimTable } from '../../tables.ts'

/** The purpose of files that become documents: document-check-result.ts receives the result of their check. */
export const DOCUMENT_FILES = 'claims.document'

type Input = Parsed<typeof uploadDocument>
type Place = Pick<Input, 'kind' | 'item'>

/**
 * Receives one file for a draft, for an item of an open request, or for a sent claim that did not ask for it. The same
 * id again returns the same receipt and stores nothing.
 */
export async function receiveUpload(
  ctx: UserContext,
  input: Input,
  files: AsyncIterable<Upload>,
): Promise<ClaimDocumentTable> {
  const { deps } = ctx
  const known = await checkBeforeFiles(files, async () => {
    const claim = await claimForCaller(ctx, input.id)
    const found = await findUpload(deps.db, input)
    if (!found) await refuseUnexpected(deps.db, claim, input)
    return found
  })
  if (known) {
    await drain(files)
    return known
  }
  return storeUpload(ctx, input, files)
}

/** Someone sent the same upload at the same time and finished first. */
class AlreadyUploaded extends Error {
  readonly row: ClaimDocumentTable
  constructor(row: ClaimDocumentTable) {
    super('known')
    this.row = row
  }
}

async function storeUpload(ctx: UserContext, input: Input, files: AsyncIterable<Upload>): Promise<ClaimDocumentTable> {
  const { deps } = ctx
  let kept: ClaimDocumentTable | undefined
  const options = { owner: fileOwner(input.id), sender: actorOf(ctx), purpose: DOCUMENT_FILES, sha256: input.sha256 }
  await receiveFile(deps, named(files, input.name), options, async (trx, receipt) => {
    await lockFor(trx, claimLockKey(input.id))
    const known = await findUpload(trx, input)
    if (known) throw new AlreadyUploaded(known)
    const claim = await trx.selectFrom('claims').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
    await refuseUnexpected(trx, claim, input)
    const document = {
      claim: claim.id,
      id: input.upload,
      kind: input.kind,
      item: input.item ?? null,
      by: 'user' as const,
      actor: actorOf(ctx),
    }
    kept = await writeDocument(deps, trx, document, {
      status: 'checking',
      file: receipt.id,
      thumb: null,
      pages: 1,
      ...receipt,
    })
    if (claim.status !== 'draft') {
      if (!document.item) await noteAddedDocument(deps, trx, document)
      return
    }
    const now = deps.clock()
    await trx
      .updateTable('claims')
      .set({ updated_at: now, ...draftLifetimeFrom(now) })
      .where('id', '=', claim.id)
      .execute()
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyUploaded)) throw error
    kept = error.row
  })
  if (!kept) throw new Error('the file was received without its row')
  return kept
}

/** The file's name on the person's device: files that are processed there first arrive as a part without a name. */
async function* named(files: AsyncIterable<Upload>, name: string): AsyncGenerator<Upload> {
  for await (const file of files) yield name ? { ...file, name } : file
}

export interface NewDocument {
  claim: string
  /** The upload's id; one of ours for a document added by an admin. */
  id: string
  kind: DocumentKind
  item: string | null
  by: 'user' | 'admin'
  /** For the event: `user:<id>`, `operator:<name>`. */
  actor: string
}

/**
 * A document that passed the check, stored with its files in the transaction of `takeSingleFile`. Refuses `not_found`
 * for an id that is someone else's.
 */
export async function saveDocument(
  deps: Deps,
  trx: Trx,
  document: NewDocument,
  { file, thumb, pages, received }: CheckedFile,
): Promise<ClaimDocumentTable> {
  const row = await writeDocument(deps, trx, document, {
    status: 'received',
    file: file.id,
    thumb: thumb?.id ?? null,
    pages,
    name: file.name,
    mime: file.mime,
    ...received,
  })
  await nameFiles(trx, row)
  return row
}

type StoredBytes = Pick<ClaimDocumentTable, 'status' | 'pages' | 'name' | 'mime' | 'size' | 'sha256'> & {
  file: string
  thumb: string | null
}

async function writeDocument(
  deps: Deps,
  trx: Trx,
  { claim, id, kind, item, by, actor }: NewDocument,
  { status, file, thumb, pages, name, mime, size, sha256 }: StoredBytes,
): Promise<ClaimDocumentTable> {
  const now = deps.clock()
  const row = await trx
    .insertInto('claim_documents')
    .values({
      id,
      status,
      version: 1,
      updated_at: now,
      claim_id: claim,
      kind,
      category: categoryOf(kind),
      item_id: item,
      name: sealFileName(deps, name),
      mime,
      pages,
      size,
      sha256,
      received_at: now,
      by,
      reason: null,
      fault: null,
      file_id: file,
      thumb_id: thumb,
      removed_at: null,
      reused_from: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await recordCreation(trx, { machine: documentMachine, id, status, by: actor, at: now, data: { claim, kind, sha256 } })
  if (item)
    await tryTransition(trx, {
      machine: itemMachine,
      id: item,
      to: 'answered',
      from: ['open', 'unavailable'],
      by: actor,
      at: now,
      set: { unavailable: null },
    })
  return row
}

/** A file's name may reveal an illness: it is stored sealed with the document and nowhere else. */
async function nameFiles(trx: Trx, { kind, file_id, thumb_id }: ClaimDocumentTable): Promise<void> {
  await trx
    .updateTable('files')
    .set({ name: kind })
    .where('id', 'in', [file_id, ...(thumb_id ? [thumb_id] : [])])
    .execute()
}

/** The document sent under this id; `not_found` when it was for another claim. A removed document keeps its receipt. */
async function findUpload(db: Trx | Deps['db'], { id, upload: sent }: Input): Promise<ClaimDocumentTable | undefined> {
  const row = await db.selectFrom('claim_documents').selectAll().where('id', '=', sent).executeTakeFirst()
  if (row && row.claim_id !== id) throw new Refusal('not_found')
  return row
}

/**
 * A draft and a sent claim accept every kind but one, and what an open request asks for; a withdrawn claim accepts
 * nothing.
 */
async function refuseUnexpected(db: Trx | Deps['db'], claim: ClaimTable, { kind, item }: Place): Promise<void> {
  // The claim form must be signed on the screen; a photo of one is not accepted.
  const own = item === undefined && kind !== 'claim_form'
  const asked =
    claim.status === 'supplement_required' && item !== undefined && (await isRequested(db, claim.id, item, kind))
  const fits = claim.status === 'draft' ? own : asked || (own && takesDocuments(claim.status))
  if (!fits) throw new Refusal('not_asked')
  await refuseFullClaim(db, claim, { asked })
}

export async function isRequested(
  db: Trx | Deps['db'],
  claimId: string,
  item: string,
  kind: DocumentKind | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('claim_request_items')
    .innerJoin('claim_requests', 'claim_requests.id', 'claim_request_items.request_id')
    .select('claim_request_items.kind')
    .where('claim_request_items.id', '=', item)
    .where('claim_request_items.claim_id', '=', claimId)
    .where('claim_request_items.status', '!=', 'settled')
    .where('claim_requests.status', '=', 'open')
    .executeTakeFirst()
  return row !== undefined && (kind === null || row.kind === kind)
}

/** The bytes of a document: only to the owner of its claim. */
export async function documentBytes(
  ctx: UserContext,
  claimId: string,
  id: string,
  size: 'thumb' | 'full',
): Promise<FileReply> {
  const { deps } = ctx
  await claimForCaller(ctx, claimId)
  const row = await deps.db
    .selectFrom('claim_documents')
    .selectAll()
    .where('id', '=', id)
    .where('claim_id', '=', claimId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const file = size === 'full' ? row?.file_id : row?.thumb_id
  if (!row || !file) throw new Refusal('not_found')
  return serveFile(deps, file, {
    owner: fileOwner(claimId),
    ...(size === 'full' ? { downloadAs: fileNameOf(deps, row) || row.kind } : {}),
  })
}
