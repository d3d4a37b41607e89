/**
 * Texts that handlers write about a claim: sheets, reasons, requests. They reveal illness, treatment and hospital as
 * much as the claimant's own words. Sealed in the database; rows in memory hold them as JSON.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import { sheetSchema } from '../../rules/settlement-sheet.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimDocumentTable, ClaimRequestItemTable } from '../../tables.ts'
import type { ClaimDecisionTable, ClaimPaymentTable } from '../settlement/settlement-tables.ts'

type Sealing = Pick<Deps, 'seal'>
const TEXT_CONTEXT = 'claims.written'

const sealText = ({ seal }: Sealing, json: string): string => seal.seal(TEXT_CONTEXT, json)
/** The oldest rows hold their JSON unsealed. */
const openText = ({ seal }: Sealing, text: string): string =>
  text.startsWith('{') ? text : seal.openCached(TEXT_CONTEXT, textSchema, text)
const orNull =
  (fn: (deps: Sealing, text: string) => string) =>
  (deps: Sealing, text: string | null): string | null =>
    text === null ? null : fn(deps, text)
const sealOrNull = orNull(sealText)
const openOrNull = orNull(openText)

/** For `claim_payments.note`: what the payment on account is for. */
export const sealNote = (deps: Sealing, note: BothLanguages): string => sealText(deps, JSON.stringify(note))
export const openPayment = (deps: Sealing, row: ClaimPaymentTable): ClaimPaymentTable => ({
  ...row,
  note: openOrNull(deps, row.note),
})

/** For `claim_documents.reason`. */
export const sealReason = sealText

export const sealDecision = (deps: Sealing, row: ClaimDecisionTable): ClaimDecisionTable => ({
  ...row,
  sheet: sealText(deps, row.sheet),
  reason: sealOrNull(deps, row.reason),
})
export const openDecision = (deps: Sealing, row: ClaimDecisionTable): ClaimDecisionTable => ({
  ...row,
  sheet: openText(deps, row.sheet),
  reason: openOrNull(deps, row.reason),
})

export const sealItem = (deps: Sealing, row: ClaimRequestItemTable): ClaimRequestItemTable => ({
  ...row,
  title: sealText(deps, row.title),
  reason: sealText(deps, row.reason),
  must: sealText(deps, row.must),
})
export const openItem = (deps: Sealing, row: ClaimRequestItemTable): ClaimRequestItemTable => ({
  ...row,
  title: openText(deps, row.title),
  reason: openText(deps, row.reason),
  must: openText(deps, row.must),
})

export const openDocument = (deps: Sealing, row: ClaimDocumentTable): ClaimDocumentTable => ({
  ...row,
  reason: openOrNull(deps, row.reason),
})

/**
 * Fills in `paid_minor` of decisions that are older than the column. Runs at every start; from the second run on it
 * finds nothing to do.
 */
export async function backfillSealedText(deps: Deps): Promise<void> {
  const rows = await deps.db.selectFrom('claim_decisions').selectAll().where('paid_minor', 'is', null).execute()
  await deps.write(async (trx) => {
    for (const row of rows) {
      const { paidToYou } = sheetSchema.parse(JSON.parse(openText(deps, row.sheet)))
      await trx.updateTable('claim_decisions').set({ paid_minor: paidToYou }).where('id', '=', row.id).execute()
    }
  })
}
