/** Documents: taken in with a receipt, listed, shown, taken back. An upload's id makes sending it again harmless (design §6.1, §6.3). */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/deps.ts'
import { takeTurns } from '../../../server/db/turns.ts'
import { drain, takeOnly, type Taken } from '../../../server/intake/intake.ts'
import { serveFile } from '../../../server/intake/serve.ts'
import { LIMITS } from '../../../lib/limits.ts'
import type { Parsed } from '../../../lib/contract.ts'
import { Refusal, type FileReply, type Upload, type UserContext } from '../../../server/route.ts'
import { born } from '../../../server/transition.ts'
import { actorOf, claimForCaller, claimTurn, fileOwner } from '../access.server.ts'
import { fileNameOf, sealFileName } from '../columns.server.ts'
import type { uploadDocument } from '../contract.ts'
import { lapseFrom } from './draft.server.ts'
import { dropFiles } from './erase.server.ts'
import { categoryOf, type DocumentKind } from '../kinds.ts'
import { documentMachine } from '../rules.server.ts'
import type { ClaimDocumentTable, ClaimTable } from '../tables.server.ts'

type Input = Parsed<typeof uploadDocument>
type Place = Pick<Input, 'kind' | 'item'>

/** Takes one file in for a draft, or for an item of an open request. The same id again gives the same receipt and keeps nothing. */
export async function upload(ctx: UserContext, input: Input, files: AsyncIterable<Upload>): Promise<ClaimDocumentTable> {
  const { deps } = ctx
  let known: ClaimDocumentTable | undefined
  try {
    const claim = await claimForCaller(ctx, input.id)
    known = await knownUpload(deps.db, input)
    if (!known) await refusePlace(deps.db, claim, input)
  } catch (error) {
    // The answer does not wait for bytes that nobody wants.
    void drain(files).catch(() => undefined)
    throw error
  }
  if (known) {
    await drain(files)
    return known
  }
  return take(ctx, input, files)
}

/** Somebody sent the same upload at the same time and was faster. */
class Known extends Error {
  readonly row: ClaimDocumentTable
  constructor(row: ClaimDocumentTable) {
    super('known')
    this.row = row
  }
}

async function take(ctx: UserContext, input: Input, files: AsyncIterable<Upload>): Promise<ClaimDocumentTable> {
  const { deps } = ctx
  let kept: ClaimDocumentTable | undefined
  const options = { owner: fileOwner(input.id), sender: actorOf(ctx), ...(input.sha256 ? { sha256: input.sha256 } : {}) }
  await takeOnly(deps, named(files, input.name), options, async (trx, taken) => {
    await takeTurns(trx, claimTurn(input.id))
    const known = await knownUpload(trx, input)
    if (known) throw new Known(known)
    const claim = await trx.selectFrom('claims').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
    await refusePlace(trx, claim, input)
    kept = await keepDocument(deps, trx, { claim: claim.id, id: input.upload, kind: input.kind, item: input.item ?? null, by: 'user', actor: actorOf(ctx) }, taken)
    if (claim.status !== 'draft') return
    const now = deps.clock()
    await trx.updateTable('claims').set({ updated_at: now, ...lapseFrom(now) }).where('id', '=', claim.id).execute()
  }).catch((error: unknown) => {
    if (!(error instanceof Known)) throw error
    kept = error.row
  })
  if (!kept) throw new Error('the file was taken in without its row')
  return kept
}

/** The name it had on the person's device: what is prepared there first comes as a nameless part. */
async function* named(files: AsyncIterable<Upload>, name: string): AsyncGenerator<Upload> {
  for await (const file of files) yield name ? { ...file, name } : file
}

export interface NewDocument {
  claim: string
  /** The upload's id; one of ours for an admin's. */
  id: string
  kind: DocumentKind
  item: string | null
  by: 'user' | 'admin'
  /** For the event: `user:<id>`, `operator:<name>`. */
  actor: string
}

/** Writes a document's row beside its files, in the transaction of `takeIn`. Refuses `not_found` for an id that is somebody else's. */
export async function keepDocument(deps: Deps, trx: Trx, { claim, id, kind, item, by, actor }: NewDocument, taken: Taken): Promise<ClaimDocumentTable> {
  const now = deps.clock()
  const row = await trx.insertInto('claim_documents').values({
    id, status: 'received', version: 1, updated_at: now, claim_id: claim, kind, category: categoryOf(kind), item_id: item,
    name: sealFileName(deps, taken.file.name), mime: taken.file.mime, pages: taken.pages, size: taken.received.size, sha256: taken.received.sha256,
    received_at: now, by, reason: null, file_id: taken.file.id, thumb_id: taken.thumb?.id ?? null, removed_at: null,
  }).onConflict((conflict) => conflict.column('id').doNothing()).returningAll().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  // What a file is called may name an illness: it is kept sealed with the document and nowhere else.
  const files = [taken.file.id, ...(taken.thumb ? [taken.thumb.id] : [])]
  await trx.updateTable('files').set({ name: kind }).where('id', 'in', files).execute()
  await born(trx, { machine: documentMachine, id, status: 'received', by: actor, at: now, data: { claim, kind, sha256: row.sha256 } })
  if (item) await trx.updateTable('claim_request_items').set({ status: 'answered', unavailable: null }).where('id', '=', item).where('status', 'in', ['open', 'unavailable']).execute()
  return row
}

/** What was sent under this id; `not_found` when that was for another claim. A document that was taken back keeps its receipt. */
async function knownUpload(db: Trx | Deps['db'], { id, upload: sent }: Input): Promise<ClaimDocumentTable | undefined> {
  const row = await db.selectFrom('claim_documents').selectAll().where('id', '=', sent).executeTakeFirst()
  if (row && row.claim_id !== id) throw new Refusal('not_found')
  return row
}

/** A draft takes every kind but one; a claim that was sent takes what an open request asks for. */
async function refusePlace(db: Trx | Deps['db'], claim: ClaimTable, { kind, item }: Place): Promise<void> {
  // The claim form is what is signed here, never a photo of one.
  const fits = claim.status === 'draft' ? item === undefined && kind !== 'claim_form' : claim.status === 'supplement_required' && item !== undefined && (await isAsked(db, claim.id, item, kind))
  if (!fits) throw new Refusal('not_asked')
  const { count } = await db.selectFrom('claim_documents').select((eb) => eb.fn.countAll().as('count'))
    .where('claim_id', '=', claim.id).where('removed_at', 'is', null).executeTakeFirstOrThrow()
  if (Number(count) >= LIMITS.maxDocuments) throw new Refusal('too_many_documents')
}

async function isAsked(db: Trx | Deps['db'], claimId: string, item: string, kind: DocumentKind | null): Promise<boolean> {
  const row = await db.selectFrom('claim_request_items').innerJoin('claim_requests', 'claim_requests.id', 'claim_request_items.request_id')
    .select('claim_request_items.kind').where('claim_request_items.id', '=', item).where('claim_request_items.claim_id', '=', claimId)
    .where('claim_request_items.status', '!=', 'settled').where('claim_requests.status', '=', 'open').executeTakeFirst()
  return row !== undefined && (kind === null || row.kind === kind)
}

/** Takes a document back: from a draft, or from an open request. What an operator has looked at stays. */
export async function remove(ctx: UserContext, claimId: string, id: string): Promise<void> {
  const { deps } = ctx
  await claimForCaller(ctx, claimId)
  await deps.write(async (trx) => {
    await takeTurns(trx, claimTurn(claimId))
    const row = await trx.selectFrom('claim_documents').selectAll().where('id', '=', id).where('claim_id', '=', claimId).executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.removed_at !== null) return
    const claim = await trx.selectFrom('claims').selectAll().where('id', '=', claimId).executeTakeFirstOrThrow()
    const asked = claim.status === 'supplement_required' && row.item_id !== null && (await isAsked(trx, claimId, row.item_id, null))
    if (row.by !== 'user' || row.status !== 'received' || !(claim.status === 'draft' || asked)) throw new Refusal('not_editable')
    await trx.updateTable('claim_documents').set({ removed_at: deps.clock() }).where('id', '=', id).execute()
    await dropFiles(deps, trx, [row.file_id, row.thumb_id])
    if (row.item_id) await reopen(trx, row.item_id)
  })
}

/** An item whose last document was taken back is open again. */
async function reopen(trx: Trx, item: string): Promise<void> {
  const left = await trx.selectFrom('claim_documents').select('id').where('item_id', '=', item).where('removed_at', 'is', null).executeTakeFirst()
  if (!left) await trx.updateTable('claim_request_items').set({ status: 'open' }).where('id', '=', item).where('status', '=', 'answered').execute()
}

/** The bytes of a document: only to the owner of its claim. */
export async function documentBytes(ctx: UserContext, claimId: string, id: string, size: 'thumb' | 'full'): Promise<FileReply> {
  const { deps } = ctx
  await claimForCaller(ctx, claimId)
  const row = await deps.db.selectFrom('claim_documents').selectAll()
    .where('id', '=', id).where('claim_id', '=', claimId).where('removed_at', 'is', null).executeTakeFirst()
  const file = size === 'full' ? row?.file_id : row?.thumb_id
  if (!row || !file) throw new Refusal('not_found')
  return serveFile(deps, file, { owner: fileOwner(claimId), ...(size === 'full' ? { downloadAs: fileNameOf(deps, row) || row.kind } : {}) })
}
