/** The doubts about an assessment of a case (`discrepancies.ts`), and the handler's answers to them, which are recorded. */
import { latestDay } from '../../../../lib/days/dates.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { openPolicy } from '../../../policies/server/door.ts'
import { recordActivity, type CaseTransaction } from '../case/case-transaction.ts'
import type { Case } from '../case/load-case.ts'
import { answersOf } from '../answer-columns.ts'
import { isAccessEnded } from '../claim-access.ts'
import type { Assessment } from '../../rules/settlement/assessment.ts'
import { matchesOf } from './claimed-before.ts'
import {
  accessEnded,
  discrepanciesOf,
  doubtsOfMatches,
  unanswered,
  withoutId,
  type Discrepancy,
  type Match,
} from '../../rules/settlement/discrepancies.ts'

/** Names of the doubts that the handler has checked (`discrepancies.ts`). */
export interface AnsweredDoubts {
  confirm: readonly string[]
  override: readonly string[]
}

/** The doubts about an assessment of this case, and the other cases that they are about. */
export async function caseDoubts(
  deps: Deps,
  db: Deps['db'] | Trx,
  found: Case,
  assessment: Assessment,
): Promise<CaseDoubts> {
  const policy = openPolicy(deps, found.policy)
  const own = [
    ...((await isAccessEnded(db, found.claim)) ? accessEnded(assessment) : []),
    ...withoutId({ type: found.claim.type, documents: found.documents }, assessment),
    ...discrepanciesOf(assessment, answersOf(deps, found.claim), policy, latestDay(deps.clock())),
  ]
  return withMatches(own, await matchesOf({ db, seal: deps.seal }, found, assessment), assessment)
}

interface CaseDoubts {
  doubts: Discrepancy[]
  /** Numbers of other cases that contain the same. */
  known: string[]
}

function withMatches(
  own: readonly Discrepancy[],
  matches: readonly Match[],
  assessment?: Pick<Assessment, 'invoices'>,
): CaseDoubts {
  const doubts = [...own]
  for (const it of doubtsOfMatches(matches, assessment)) {
    const before = doubts.findIndex(({ id }) => id === it.id)
    const same = doubts[before]
    if (same) doubts[before] = { ...same, assessed: `${same.assessed}, ${it.assessed}` }
    else doubts.push(it)
  }
  return { doubts, known: [...new Set(matches.map(({ caseNumber }) => caseNumber))] }
}

/** The doubts about what the claim contains and other cases as well, before it is assessed. */
export const matchDoubts = async (deps: Deps, db: Deps['db'] | Trx, found: Case): Promise<CaseDoubts> =>
  withMatches(
    [
      ...((await isAccessEnded(db, found.claim)) ? accessEnded() : []),
      ...withoutId({ type: found.claim.type, documents: found.documents }),
    ],
    await matchesOf({ db, seal: deps.seal }, found),
  )

/**
 * Refuses `unconfirmed` with the doubts that are not answered; each answer is recorded as an event, with the handler's
 * reason. `assessment`: `null` for money on account, which is paid before one.
 */
export async function answerDoubts(
  caseTx: CaseTransaction,
  assessment: Assessment | null,
  answered: AnsweredDoubts,
): Promise<void> {
  const { deps, trx, found } = caseTx
  const { doubts, known } = await (assessment
    ? caseDoubts(deps, trx, found, assessment)
    : matchDoubts(deps, trx, found))
  const fields = unanswered(doubts, answered)
  if (Object.keys(fields).length > 0) throw new Refusal('unconfirmed', { fields })
  if (doubts.length > 0)
    await recordActivity(caseTx, 'quiet', {
      data: {
        confirmed: answered.confirm,
        overridden: answered.override,
        ...(doubts.some(({ kind }) => kind.startsWith('same_')) ? { known } : {}),
      },
    })
}
