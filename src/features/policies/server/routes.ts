/** The calls of the policies feature. */
import { handle, handleFile, handleUpload, type Route } from '../../../server/http/call-handlers.ts'
import { networkOf } from '../../../server/http/network-address.ts'
import { termsBeside } from './linked-terms.ts'
import { policyForCaller } from './people/policy-access.ts'
import { getPolicy, listPolicies, policyDocumentFile, schoolFormFile } from '../contract.ts'
import { verifyPolicy } from '../verify-calls.ts'
import { schoolFormDocument, storedDocument } from './documents/document-files.ts'
import {
  attachRefusalLetter,
  surrenderAfterVisaRefusal,
  surrenderPolicy,
  surrenderQuote,
  takeBackSurrender,
} from '../surrender-calls.ts'
import { attachLetter, surrenderWithLetter } from './surrender/surrender-after-visa-refusal.ts'
import { refundRoutes } from './refund-requested-by-buyer.ts'
import { quoteSurrender, surrender, takeBack } from './surrender/surrender.ts'
import { limitVerify, verifyDocument } from './documents/verify-document.ts'
import { policyList } from './policy-list.ts'
import { policiesTogether, policyView } from './policy-view.ts'

export const policyRoutes: readonly Route[] = [
  handle(listPolicies, async (input, ctx) => policyList(ctx, input)),

  handle(getPolicy, async (by, ctx) => {
    const owned = await policyForCaller(ctx, by)
    return {
      ...(await policyView(ctx.deps, owned, ctx.lang)),
      together: await policiesTogether(ctx, owned.row),
      ...(await termsBeside(ctx, owned.row)),
    }
  }),

  handle(verifyPolicy, async ({ code }, { deps, ip, lang }) => {
    limitVerify(deps, networkOf(ip).address)
    return verifyDocument(deps, code, lang)
  }),

  handle(surrenderQuote, async ({ id }, ctx) => quoteSurrender(ctx, id)),
  handle(takeBackSurrender, async ({ id }, ctx) => takeBack(ctx, id)),
  handle(surrenderPolicy, async (input, ctx) => surrender(ctx, input)),
  handleUpload(
    surrenderAfterVisaRefusal,
    1,
    async (input, ctx, files) => ({ files: await surrenderWithLetter(ctx, input, files) }),
    ['file'],
  ),
  handleUpload(
    attachRefusalLetter,
    1,
    async (input, ctx, files) => ({ files: await attachLetter(ctx, input, files) }),
    ['file'],
  ),

  handleFile(policyDocumentFile, async ({ id, kind, language, version }, ctx) =>
    storedDocument(ctx, await policyForCaller(ctx, { id }), kind, language, version),
  ),
  handleFile(schoolFormFile, async ({ id, form }, ctx) =>
    schoolFormDocument(ctx, await policyForCaller(ctx, { id }), form),
  ),

  ...refundRoutes,
]
