/** The part of the answers that lists show, sealed separately: a list unseals one summary per claim and not all answers. */
import { money, type Money } from '../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { backfill } from '../../../../server/db/read-pages.ts'
import { checkedWhenSealed } from '../../../../server/keys/seal.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import { answersOf, sealAnswers } from '../answer-columns.ts'
import type { ClaimTable } from '../../tables.ts'
import { titleOf } from '../../rules/case/claim-title.ts'

type Sealing = Pick<Deps, 'seal'>
const SUMMARY_CONTEXT = 'claims.brief'
export interface ListSummary {
  title: string
  claimed: Money[]
}
const summarySchema = checkedWhenSealed<ListSummary>()

/** Sums of the invoices, one for each currency, in the order of the currencies. */
export const claimedAmounts = ({ visits }: ClaimAnswers): Money[] =>
  CURRENCIES.flatMap((currency) => {
    const of = visits.filter((it) => it.currency === currency && it.amount !== null)
    return of.length === 0
      ? []
      : [
          money(
            of.reduce((sum, it) => sum + (it.amount ?? 0), 0),
            currency,
          ),
        ]
  })

/** For a death the summary contains nothing more. */
const sealSummary = ({ seal }: Sealing, answers: ClaimAnswers): string =>
  seal.seal(SUMMARY_CONTEXT, {
    title: answers.type === 'death' ? '' : titleOf(answers.description),
    claimed: claimedAmounts(answers),
  } satisfies ListSummary)

/** Every write of answers uses this, so that lists agree with the answers. */
export const answerColumns = (deps: Sealing, answers: ClaimAnswers): Pick<ClaimTable, 'answers' | 'brief'> => ({
  answers: sealAnswers(deps, answers),
  brief: sealSummary(deps, answers),
})

export const summaryOf = ({ seal }: Sealing, row: Pick<ClaimTable, 'brief'>): ListSummary =>
  row.brief === null ? { title: '', claimed: [] } : seal.openCached(SUMMARY_CONTEXT, summarySchema, row.brief)

/** Fills in the column of claims that are older than it. */
export const backfillSummaries = (deps: Deps): Promise<void> =>
  backfill(
    deps,
    (after, most) =>
      deps.db
        .selectFrom('claims')
        .select(['id', 'answers'])
        .where('brief', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    // A draft that was saved in the meantime already has its summary.
    (trx, row) =>
      trx
        .updateTable('claims')
        .set({ brief: sealSummary(deps, answersOf(deps, row)) })
        .where('id', '=', row.id)
        .where('brief', 'is', null)
        .execute(),
  )
