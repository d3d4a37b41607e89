/**
 * Checks a change to a person of an issued policy: it must meet the rules of the purchase, and may change the death
 * benefit.
 */
import type { Day } from '../../../../lib/days/dates.ts'
import type { NamedPerson } from '../../../../lib/people/name-in-language.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import type { Plan } from '../../../plans/server/door.ts'
import type { People } from './agreed-people.ts'
import {
  asksPassportName,
  asksPassportNumber,
  completePerson,
  EMPTY_PEOPLE,
  personDraftSchema,
  type PeopleDraft,
  type PersonDraft,
  type PersonField,
  type Relationship,
  RELATIONSHIPS,
} from '../../rules/check-person-fields.ts'
import { checkPeople } from '../../rules/who-may-buy-for-whom.ts'
import { consequencesOf, type PeopleInput } from '../../rules/death-benefit-consequences.ts'
import { planFacts } from '../../rules/plan-facts.ts'
import { findUnprintable } from './check-names-printable.ts'

export type { PersonField }

/** The policy whose person changes, as far as the rules need it. */
interface Insured {
  /** In the version that the policy was bought under. */
  plan: Plan
  tier: string
  start: Day
  relationship: string
  people: People
}
export type Who = keyof People

/** The people of the policy in the form that the rules of the purchase take. */
function draftOf({ relationship, people }: Pick<Insured, 'relationship' | 'people'>): PeopleDraft {
  const tie: Relationship | '' = RELATIONSHIPS.find((it) => it === relationship) ?? ''
  return {
    ...EMPTY_PEOPLE,
    relationship: tie,
    policyholder: personDraftSchema.parse(people.policyholder),
    insured: personDraftSchema.parse(people.insured),
  }
}

/** Once cover has begun, judged as of its first day: a birthday since then changes nothing that was agreed. */
const dayOfRules = (start: Day, today: Day): Day => (start < today ? start : today)

function inputOf(policy: Insured, draft: PeopleDraft, today: Day): PeopleInput {
  return {
    people: draft,
    plan: planFacts(policy.plan, policy.tier),
    start: policy.start,
    today: dayOfRules(policy.start, today),
  }
}

/**
 * Names and numbers that this person can have beside those of the ID. A Chinese name beside a passport's only if it is
 * on the policy.
 */
export const besideId = (
  person: People['insured'],
): Record<'passportName' | 'passportNumber' | 'chineseName', boolean> => ({
  passportName: asksPassportName(person),
  passportNumber: asksPassportNumber(person),
  chineseName: !asksPassportName(person) && Boolean(person.chineseName),
})

/** Are policyholder and insured the same person? */
export const isOnePerson = ({ relationship }: Pick<Insured, 'relationship'>): boolean => relationship === 'self'

export type Changed = { ok: true; people: People } | { ok: false; code: string }

/**
 * An age that the plan is not sold at is not a typing mistake: the true age is accepted, and an operator decides what
 * follows (terms 9.5).
 */
const OUTSIDE_PLAN: readonly string[] = ['age_below_plan', 'age_above_plan']

/**
 * The people after a change of `who`, in their normal form, or why it is refused. `field` is the field to change: only
 * its errors count.
 */
export function withChangedPerson(
  policy: Insured,
  {
    who,
    field,
    person,
    today,
    fonts,
  }: { who: Who; field: PersonField; person: Partial<PersonDraft>; today: Day; fonts: Fonts },
): Changed {
  const draft = draftOf(policy)
  const one = isOnePerson(policy)
  const key: Who = one ? 'policyholder' : who
  const next: PeopleDraft = { ...draft, [key]: { ...draft[key], ...person } }
  const found = checkPeople(inputOf(policy, next, today)).errors
  const errors = Object.fromEntries(Object.entries(found).filter(([, code]) => !OUTSIDE_PLAN.includes(code)))
  const unprintable = field === 'idName' || field === 'chineseName' ? findUnprintable(fonts, next).errors : {}
  const dated = field === 'birthDate' || field === 'idNumber'
  const code =
    errors[`${key}.${field}`] ??
    unprintable[`${key}.${field}`] ??
    (dated ? (errors[`${key}.birthDate`] ?? errors['relationship'] ?? errors['insured.idNumber']) : undefined)
  if (code) return { ok: false, code }
  // When something else is corrected, the name in letters stays as it was typed.
  const inLetters = field === 'passportName' || (field === 'idName' && !/\p{Script=Han}/u.test(next[key].idName))
  const changed = { ...(inLetters ? {} : pickTyped(policy.people[key])), ...completePerson(next[key]) }
  return { ok: true, people: one ? { policyholder: changed, insured: changed } : { ...policy.people, [key]: changed } }
}

const pickTyped = ({ typedName }: NamedPerson): Pick<NamedPerson, 'typedName'> =>
  typedName === undefined ? {} : { typedName }

/** Would the death benefit, or who must consent to it, be different with these people? */
export function deathBenefitDiffers(policy: Insured, people: People): boolean {
  const benefit = (of: People): string => {
    const { deathBenefitExcluded, deathBenefit, minorLimit, consentNeeded } = consequencesOf(
      inputOf(policy, draftOf({ ...policy, people: of }), policy.start),
    )
    return JSON.stringify([deathBenefitExcluded, deathBenefit, minorLimit, consentNeeded])
  }
  return benefit(policy.people) !== benefit(people)
}
