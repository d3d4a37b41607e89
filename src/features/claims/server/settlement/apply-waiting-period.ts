/** How the waiting period affects a case, according to the plan, the earlier policies and the order of the purchase. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { boughtAfterArrival } from '../../../orders/server/door.ts'
import { planOfPolicy, coveredSince } from '../../../policies/server/door.ts'
import { answersOf } from '../answer-columns.ts'
import type { Case } from '../case/load-case.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { AssessmentInvoice, Overruled } from '../../rules/settlement/assessment.ts'
import { takeOffWaiting, waitingPeriod } from '../../rules/settlement/waiting-period.ts'

/** `illness`: a day other than the claim's. */
export async function waitingOf(
  deps: Deps,
  { claim, policy }: Case,
  { illness, db = deps.db }: { illness?: string | undefined; db?: Deps['db'] | Trx } = {},
): Promise<ReturnType<typeof waitingPeriod>> {
  const { plan } = planOfPolicy(deps, policy)
  const { type, incidentDay, deathCause } = answersOf(deps, claim)
  // After an illness the return of the remains has the waiting period of transport; after an accident, and until the
  // cause is known, nothing is deducted.
  const facts = {
    type: type === 'death' && deathCause === 'illness' ? ('evacuation' as const) : type,
    illness: illness ?? incidentDay,
    waiting: plan.waiting,
  }
  const alone = waitingPeriod({ ...facts, since: policy.starts, arrived: null })
  // True for nearly every claim: nothing more needs to be read.
  if (alone.state === 'none') return alone
  const since = await coveredSince(db, policy)
  return waitingPeriod({ ...facts, since, arrived: await boughtAfterArrival(deps, db, policy.order_id) })
}

interface Applied {
  illness: string
  db: Deps['db'] | Trx
  /** The handler's reason for setting it aside. */
  setAside: BothLanguages | undefined
  /** The benefit that a line states, by index: liability and belongings have no waiting period. */
  benefit: (invoice: number, line: number) => string | undefined
}

/** What the waiting period leaves of the invoices. */
export async function takeOffWaitingOf(
  deps: Deps,
  found: Case,
  invoices: readonly AssessmentInvoice[],
  { illness, db, setAside, benefit }: Applied,
): Promise<{ invoices: AssessmentInvoice[]; overruled: Overruled[] }> {
  const { state, ends } = await waitingOf(deps, found, { illness, db })
  if (state !== 'applies') return { invoices: [...invoices], overruled: [] }
  const named = invoices.map((invoice, i) => ({
    ...invoice,
    lines: invoice.lines.map((line, n) => {
      const name = benefit(i, n)
      return name === undefined || name === 'medical' ? line : { ...line, benefit: name }
    }),
  }))
  return takeOffWaiting(named, { ends, illness }, setAside)
}
