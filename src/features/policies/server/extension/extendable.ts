/** Whether a policy has a next term now, and under which terms of the plan: for its offer, its price and the reminder. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { plansSoldAt } from '../../../plans/server/door.ts'
import { documentResources } from '../documents/document-resources.ts'
import { firstDayOfTerms, hasNextTermBought } from '../linked-terms.ts'
import type { OwnedPolicy } from '../people/policy-access.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { agesOf } from '../rates/price-of-person.ts'
import { isSurrendering } from '../surrender/surrender-request.ts'
import type { PolicyTable } from '../../tables.ts'
import { nextTerm, type Extendable } from './next-term.ts'
import { claimsOn, changesOf } from '../hooks.ts'

type Db = Deps['db'] | Trx

export async function extendable(deps: Deps, db: Db, { row, role }: OwnedPolicy): Promise<Extendable> {
  const no = (reason: Exclude<Extendable, { ok: true }>['reason']): Extendable => ({ ok: false, reason, from: null })
  if (role !== 'buyer') return no('not_buyer')
  if (row.status !== 'issued') return no('cancelled')
  if (await claimsOn(deps).death(db, row.id)) return no('death')
  if (await hasNextTermBought(db, row.id)) return no('continued')
  if (await isSurrendering(db, row.id)) return no('surrendering')
  const changes = changesOf(deps)
  if ((await changes.undecided(db, row.id)) || (await changes.unpaid(db, row.id, deps.clock()))) return no('correcting')
  return termOf(deps, db, row)
}

/** The term to price: the plan as of today, and the people as they are in the policy. */
async function termOf(deps: Deps, db: Db, row: PolicyTable): Promise<Extendable> {
  const { plans } = documentResources(deps)
  const plan = plans.find(row.plan)
  return nextTerm({
    plan,
    ages: plan && agesOf(row, plan),
    tier: row.tier,
    since: await firstDayOfTerms(db, row),
    starts: row.starts,
    ends: row.ends,
    birthDate: openPeople(deps.seal, row.people).insured.birthDate,
    deathBenefitByOther: row.death_benefit > 0 && row.relationship !== 'self',
    now: deps.clock(),
  })
}

/** Can it be extended today, judging by the policy and its plan alone? */
export const hasNextTerm = async (deps: Deps, db: Db, row: PolicyTable): Promise<boolean> =>
  (await termOf(deps, db, row)).ok

/** The terms under which its plan is sold at an instant, ms; the policy's own where it is not sold any more. */
export function clausesAt(at: number, row: PolicyTable): string {
  const plans = plansSoldAt(at)
  return plans.find(row.plan) ? plans.clauses(row.lang, row.plan).version : row.clause_version
}
