/** Effects of a person's change on a policy: on its premium, and on the death benefit. */
import { dayOf } from '../../../lib/days/dates.ts'
import { money } from '../../../lib/money/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { deathBenefitDiffers, withChangedPerson } from '../../orders/server/door.ts'
import {
  planOfPolicy,
  type InsuredPolicy,
  documentResources,
  tieOf,
  withTariff,
  factsOf,
  versionsOf,
} from '../../policies/server/door.ts'
import type { ChangeEffect } from '../contract.ts'
import { differenceOf, termsOf, type Difference } from './premium-difference.ts'
import { entered, fieldOf, sidesOf, type Asked } from './changed-field.ts'

export type People = InsuredPolicy['people']

export interface RequestedChange extends Asked {
  who: keyof People
  value: string
}

/** `death`: the death benefit would be different, or someone else would have to consent to it. */
export interface Effect {
  premium: Difference
  death: boolean
}

/** The policy's people with the new value, or why the rules of the purchase do not allow it. */
export function changedPeople(
  deps: Deps,
  policy: InsuredPolicy,
  { who, value, ...asked }: RequestedChange,
): { ok: true; people: People } | { ok: false; code: string } {
  const today = dayOf(deps.clock())
  const person = policy.people[who]
  if (!sidesOf(person, asked.item).includes(asked.side ?? 'id')) return { ok: false, code: 'side_unfit' }
  return withChangedPerson(
    { ...policy, plan: planOfPolicy(deps, policy).plan },
    {
      who,
      field: fieldOf(asked),
      person: entered(person, asked, value, today),
      today,
      fonts: documentResources(deps).fonts,
    },
  )
}

/** The same; refuses `invalid` if not allowed. */
export function peopleAfter(deps: Deps, policy: InsuredPolicy, requested: RequestedChange): People {
  const changed = changedPeople(deps, policy, requested)
  if (!changed.ok) throw new Refusal('invalid', { fields: { value: changed.code } })
  return changed.people
}

export async function effectOf(
  deps: Deps,
  db: Deps['db'] | Trx,
  policy: InsuredPolicy,
  people: People,
): Promise<Effect> {
  const versions = await versionsOf(db, policy.id)
  const { plan } = planOfPolicy(deps, policy)
  const last = versions.at(-1)
  const tie = tieOf(policy)
  // A family's premiums depend on the student's age: a change of it is checked by an operator, together with the
  // student's own policy.
  const studentDiffers = tie !== null && policy.people.policyholder.birthDate !== people.policyholder.birthDate
  const premium = studentDiffers
    ? { kind: 'unknown' as const }
    : differenceOf({
        terms: termsOf(versions.map(factsOf)).map(({ from, to, at }) => ({
          from,
          to,
          plan: withTariff(plan, versions[at]?.tariff ?? null),
        })),
        tier: policy.tier,
        paid: money(last?.premium_minor ?? 0, policy.currency),
        births: [policy.people.insured.birthDate, people.insured.birthDate],
        tie,
      })
  return { premium, death: premium.kind !== 'outside' && deathBenefitDiffers({ ...policy, plan }, people) }
}

/** Minor units to be paid or refunded; 0 where there are none, or where an operator must decide. */
export const amountOf = ({ premium, death }: Effect): number =>
  death || premium.kind !== 'differs' ? 0 : premium.amount.amount

export function effectView(effect: Effect): ChangeEffect {
  const { premium, death } = effect
  const view: ChangeEffect = { effect: 'none', difference: null, lines: [], age: null }
  if (premium.kind === 'outside') return { ...view, effect: 'outside', age: { age: premium.age, ...premium.ages } }
  if (death || premium.kind === 'unknown') return { ...view, effect: 'person' }
  if (premium.kind === 'same') return view
  return {
    ...view,
    effect: premium.amount.amount > 0 ? 'pay' : 'return',
    difference: premium.amount,
    lines: premium.lines,
  }
}
