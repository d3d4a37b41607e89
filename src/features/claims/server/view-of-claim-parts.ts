/** Rows of a claim as the contract shows them: policy, documents, signature. */
import type { Lang } from '../../../lib/locale.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { openPolicy, policyNames, type InsuredPolicy, type PolicyTable } from '../../policies/server/door.ts'
import { fileNameOf, signedName } from './answer-columns.ts'
import { bothLanguages, type BothLanguages } from '../rules/claim-value-schemas.ts'
import type { ClaimDocumentTable, ClaimSignatureTable } from '../tables.ts'
import type { ClaimablePolicy, DocumentView, SignatureView } from '../rules/draft-view-schema.ts'

/** The policy of a claim. `death`: whether the reader may claim for the insured person's death. */
export const claimablePolicyOf = (deps: Deps, policy: InsuredPolicy, lang: Lang, death = false): ClaimablePolicy => ({
  id: policy.id,
  number: policy.number,
  plan: policy.plan,
  ...policyNames(deps, policy, lang),
  insured: policy.people.insured.idName,
  start: policy.start,
  end: policy.end,
  cancelledOn: policy.cancelledOn,
  neverInForce: policy.neverInForce,
  death,
})
/** The same from its row. */
export const policyView = (deps: Deps, row: PolicyTable, lang: Lang): ClaimablePolicy =>
  claimablePolicyOf(deps, openPolicy(deps, row), lang)

/** Parses a JSON column with a text in both languages. */
export const readBothLanguages = (json: string): BothLanguages => bothLanguages.parse(JSON.parse(json))
export const readBothLanguagesOrNull = (json: string | null): BothLanguages | null =>
  json === null ? null : readBothLanguages(json)

/** A document's receipt and status, with its name unsealed; another call returns its bytes. */
export function documentView(deps: Pick<Deps, 'seal'>, row: ClaimDocumentTable): DocumentView {
  return {
    id: row.id,
    kind: row.kind,
    category: row.category,
    item: row.item_id,
    name: fileNameOf(deps, row),
    mime: row.mime,
    pages: row.pages,
    size: row.size,
    sha256: row.sha256,
    receivedAt: row.received_at,
    by: row.by,
    status: row.status,
    fault: row.fault,
    reason: readBothLanguagesOrNull(row.reason),
    hasThumb: row.thumb_id !== null,
    reused: row.reused_from !== null,
  }
}

/** `stands`: the text has not changed since, and the right person signed. */
export function signatureView(deps: Pick<Deps, 'seal'>, row: ClaimSignatureTable, stands: boolean): SignatureView {
  return {
    kind: row.kind,
    name: signedName(deps, row),
    at: row.at,
    lang: row.text_lang,
    textVersion: row.text_version,
    textSha256: row.text_sha256,
    stands,
  }
}
