/** The calls of filling in a claim. */
import { handle, handleFile, handleUpload, type Route } from '../../../../server/http/call-handlers.ts'
import { policiesToClaimOn } from '../../../policies/server/door.ts'
import { claimForCaller, draftForCaller } from '../claim-access.ts'
import { strokesOf } from '../answer-columns.ts'
import * as calls from '../../contract.ts'
import { mayClaimDeath } from './death-claims.ts'
import { noteOnPhone } from './continue-on-phone.ts'
import { discardDraft, saveDraft, startDraft } from './begin-and-save-draft.ts'
import { draftView } from './draft-view.ts'
import { documentBytes, receiveUpload } from './uploaded-documents.ts'
import { withdrawDocument } from './withdraw-document.ts'
import { formBytes } from '../documents/claim-form-file.ts'
import { documentsOf } from './load-open-claim.ts'
import { claimablePolicyOf, documentView } from '../view-of-claim-parts.ts'
import { sign, textFor } from './sign-claim.ts'
import { submit } from './submit-claim.ts'

export const draftRoutes: readonly Route[] = [
  handle(calls.claimablePolicies, async (input, ctx) => {
    const found = await policiesToClaimOn(ctx, input)
    const view = (policy: (typeof found.policies)[number]) =>
      claimablePolicyOf(ctx.deps, policy, ctx.lang, mayClaimDeath(ctx.deps, policy, policy.role))
    return { ...found, policies: found.policies.map(view), others: found.others.map(view) }
  }),

  handle(calls.startClaim, async (input, ctx) => draftView(ctx, await startDraft(ctx, input))),
  handle(calls.getDraft, async ({ id, look }, ctx) => {
    const view = await draftView(ctx, await draftForCaller(ctx, id))
    if (!look) await noteOnPhone(ctx)
    return view
  }),

  handle(calls.saveClaim, async (input, ctx) => {
    const { row, conflicts } = await saveDraft(ctx, input)
    return { draft: await draftView(ctx, row), conflicts }
  }),

  handle(
    calls.claimForm,
    async ({ id, language }, ctx) => (await textFor(ctx, await claimForCaller(ctx, id), language)).text,
  ),
  handle(calls.signClaim, async (input, ctx) => draftView(ctx, await sign(ctx, input))),

  handle(calls.signatureStrokes, async ({ id }, ctx) => {
    await claimForCaller(ctx, id)
    const row = await ctx.deps.db
      .selectFrom('claim_signatures')
      .select('strokes')
      .where('claim_id', '=', id)
      .where('void_at', 'is', null)
      .executeTakeFirst()
    return { strokes: row ? strokesOf(ctx.deps, row) : [] }
  }),

  handle(calls.discardClaim, async ({ id }, ctx) => {
    await discardDraft(ctx, id)
    return {}
  }),

  handleUpload(
    calls.uploadDocument,
    1,
    async (input, ctx, files) => ({ document: documentView(ctx.deps, await receiveUpload(ctx, input, files)) }),
    ['file'],
  ),

  handle(calls.claimDocuments, async ({ id }, ctx) => {
    await claimForCaller(ctx, id)
    return { documents: (await documentsOf(ctx.deps, id)).map((it) => documentView(ctx.deps, it)) }
  }),

  handle(calls.removeDocument, async ({ id, document }, ctx) => {
    await withdrawDocument(ctx, id, document)
    return {}
  }),

  handleFile(calls.documentFile, ({ id, document, size }, ctx) => documentBytes(ctx, id, document, size)),
  handle(calls.submitClaim, (input, ctx) => submit(ctx, input)),
  handleFile(calls.formFile, ({ id, language }, ctx) => formBytes(ctx, id, language)),
]
