/**
 * Who may buy for whom (domain §4.2): field errors, and with them what follows for the death benefit
 * (`death-benefit-consequences.ts`), as one pure function that the form and the server share.
 */
import { mailboxOf, normaliseEmail, normaliseMobile } from '../../../lib/people/contact.ts'
import { ageOn, type Day, mayHaveBegun } from '../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { checkIdNumber } from '../../../lib/people/id-number.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { without } from '../../../lib/object-keys.ts'
import { familyAges } from '../../plans/contract.ts'
import {
  familyOf,
  insuredDraft,
  pairOf,
  PERSON_FIELDS,
  personErrors,
  type FamilyMember,
  type PeopleDraft,
  type PersonDraft,
  type Relationship,
} from './check-person-fields.ts'
import { ageToday, consequencesOf, type Consequences, type PeopleInput } from './death-benefit-consequences.ts'

export interface PeopleResult {
  /**
   * Keys begin with `relationship`, `policyholder.`, `insured.`, `ownWages`, `deathBenefitElsewhere`, `family`, or the
   * key of a member of the family and a dot (`p1.idName`, `p1.deathBenefitElsewhere`).
   */
  errors: FieldErrors
  consequences: Consequences
  /** Consequences for each family member, in their order. */
  family: { key: string; consequences: Consequences }[]
}

/** Checks a whole people page. Errors are complete: none is hidden behind another. */
export function checkPeople(input: PeopleInput): PeopleResult {
  const { people, today } = input
  const errors: FieldErrors = {}
  if (!people.relationship) errors['relationship'] = 'relationship_required'
  const put = (who: 'policyholder' | 'insured', found: FieldErrors) => {
    for (const [field, code] of Object.entries(found)) errors[`${who}.${field}`] ??= code
  }
  put('policyholder', checkPerson(people.policyholder, today))
  if (people.relationship && people.relationship !== 'self') put('insured', checkPerson(people.insured, today))
  put('policyholder', buyerErrors(people, today))
  put(people.relationship === 'self' ? 'policyholder' : 'insured', insuredErrors(input))
  Object.assign(errors, tieErrors(people, errors), wagesErrors(people, today))
  const consequences = consequencesOf(input)
  // The page asks for it only once it is known whose child it is.
  if (people.relationship && consequences.askElsewhere && people.deathBenefitElsewhere === null)
    errors['deathBenefitElsewhere'] = 'elsewhere_required'
  const members = familyOf(people)
  if (members.length > 0 && !input.plan.family) errors['family'] = 'family_not_offered'
  const family = members.map((member) => {
    const found = checkMember(input, member, members)
    for (const [field, code] of Object.entries(found.errors)) errors[`${member.key}.${field}`] = code
    return { key: member.key, consequences: found.consequences }
  })
  return { errors: inFormOrder(errors, members), consequences, family }
}

/** The input for one member of the family: the same buyer, the ages of their relationship. */
const inputOfMember = (input: PeopleInput, member: FamilyMember): PeopleInput => ({
  ...input,
  people: pairOf(input.people, member),
  plan: { ...input.plan, ages: familyAges(member.relationship, input.plan) },
})

/** What follows for everybody insured, without checking anything again: for what was checked when it was sent. */
export const consequencesForAll = (
  input: PeopleInput,
): { consequences: Consequences; members: { member: FamilyMember; consequences: Consequences }[] } => ({
  consequences: consequencesOf(input),
  members: familyOf(input.people).map((member) => ({
    member,
    consequences: consequencesOf(inputOfMember(input, member)),
  })),
})

/** Checks one family member by the rules for buyer and insured; only students are asked for a school. */
function checkMember(
  input: PeopleInput,
  member: FamilyMember,
  all: readonly FamilyMember[],
): { errors: FieldErrors; consequences: Consequences } {
  const own = inputOfMember(input, member)
  const errors: FieldErrors = { ...checkPerson(member.person, input.today) }
  const { email, mobile, ...found } = without(insuredErrors(own), 'institution')
  // We do not write to children: a child who is of age has to buy on their own, so no contact is asked for.
  const asInsured: FieldErrors = {
    ...found,
    ...(member.relationship === 'spouse' && email ? { email } : {}),
    ...(member.relationship === 'spouse' && mobile ? { mobile } : {}),
  }
  const ages: Readonly<Record<string, string>> = {
    age_below_plan: 'spouse_age',
    age_above_plan: member.relationship === 'spouse' ? 'spouse_age' : 'child_age',
  }
  for (const [field, code] of Object.entries(asInsured)) errors[field] ??= ages[code] ?? code
  const tie = tieErrors(
    own.people,
    Object.fromEntries(Object.entries(errors).map(([field, code]) => [`insured.${field}`, code])),
  )
  if (tie['insured.idNumber']) errors['idNumber'] ??= tie['insured.idNumber']
  if (tie['relationship']) errors['birthDate'] ??= tie['relationship']
  if (all.some((other) => other.key !== member.key && samePerson(other.person, member.person)))
    errors['idNumber'] ??= 'same_person_twice'
  const consequences = consequencesOf(own)
  if (consequences.askElsewhere && member.deathBenefitElsewhere === null)
    errors['deathBenefitElsewhere'] = 'elsewhere_required'
  return { errors, consequences }
}

/** Codes of errors that only the server finds, because it has the documents' fonts. */
export const PRINTING_CODES: readonly string[] = [
  'name_unprintable',
  'second_name_unprintable',
  'school_unprintable',
  'school_directions',
]

/** Errors in the order of the form, which is the order of the links in the summary; unknown fields come first. */
export function inFormOrder(errors: FieldErrors, family: readonly Pick<FamilyMember, 'key'>[] = []): FieldErrors {
  const of = (who: string) => PERSON_FIELDS.map((field) => `${who}.${field}`)
  const members = family.flatMap(({ key }) => [...of(key), `${key}.deathBenefitElsewhere`])
  const asked = [
    'relationship',
    ...of('policyholder'),
    'ownWages',
    ...of('insured'),
    'deathBenefitElsewhere',
    'family',
    ...members,
  ]
  const place = (key: string): number => asked.indexOf(key)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)))
}

/** One person's own fields, including the ID number against birth date and gender. */
function checkPerson(person: PersonDraft, today: Day): FieldErrors {
  const errors: FieldErrors = { ...personErrors(person) }
  if (!errors['birthDate'] && !mayHaveBegun(person.birthDate, today)) errors['birthDate'] = 'birth_future'
  if (!person.idType || errors['idNumber']) return errors
  const id = checkIdNumber(person.idType, person.idNumber, today)
  if (!id.ok) return { ...errors, idNumber: id.code }
  if (id.birthDate && !errors['birthDate'] && id.birthDate !== person.birthDate) errors['birthDate'] = 'id_number_birth'
  if (id.gender && !errors['gender'] && id.gender !== person.gender) errors['gender'] = 'id_number_gender'
  return errors
}

/**
 * The buyer is 18, or 16 on own wages (Civil Code art. 17, 18); has an email or mobile, to which the policy is sent; a
 * school names itself.
 */
function buyerErrors({ policyholder, relationship }: PeopleDraft, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  const age = ageToday(policyholder, today)
  if (age !== null && age < LIMITS.earnerAge) errors['birthDate'] = 'buyer_age'
  if (!policyholder.email.trim() && !policyholder.mobile.trim()) errors['email'] = 'contact_required'
  if (relationship === 'school' && !policyholder.institution.trim()) errors['institution'] = 'institution_required'
  return errors
}

function wagesErrors({ policyholder, ownWages }: PeopleDraft, today: Day): FieldErrors {
  const age = ageToday(policyholder, today)
  const young = age !== null && age >= LIMITS.earnerAge && age < LIMITS.adultAge
  return young && !ownWages ? { ownWages: 'own_wages_required' } : {}
}

/** The insured: age at the start of cover within the plan, the school, and a contact for an adult who must consent. */
function insuredErrors({ people, plan, start, today }: PeopleInput): FieldErrors {
  const errors: FieldErrors = {}
  const insured = insuredDraft(people)
  if (!people.relationship) return errors
  if (!insured.institution.trim()) errors['institution'] = 'institution_required'
  const age = ageToday(insured, today)
  if (age !== null) {
    const atStart = Math.max(0, ageOn(insured.birthDate, start && start > today ? start : today))
    if (atStart < plan.ages.from) errors['birthDate'] = 'age_below_plan'
    if (atStart > plan.ages.to) errors['birthDate'] = 'age_above_plan'
    if (age >= LIMITS.adultAge && people.relationship !== 'self') Object.assign(errors, reachErrors(people))
  }
  return errors
}

/** An adult consents for themselves, so we need their own contact and not the buyer's. */
function reachErrors({ policyholder, insured }: PeopleDraft): FieldErrors {
  const [email, mobile] = [normaliseEmail(insured.email), normaliseMobile(insured.mobile)]
  if (!email && !mobile) return { email: 'reach_required' }
  const ownEmail = email !== '' && mailboxOf(email) !== mailboxOf(policyholder.email)
  const ownMobile = mobile !== '' && mobile !== normaliseMobile(policyholder.mobile)
  return ownEmail || ownMobile ? {} : { [email ? 'email' : 'mobile']: 'reach_own' }
}

/**
 * The relationship must be plausible: buyer and insured are two persons, and a child is younger than the parent by
 * enough years.
 */
function tieErrors({ relationship, policyholder, insured }: PeopleDraft, known: FieldErrors): FieldErrors {
  if (!relationship || relationship === 'self') return {}
  if (samePerson(insured, policyholder)) return { 'insured.idNumber': 'same_person' }
  if (known['insured.birthDate'] || known['policyholder.birthDate']) return {}
  const fits = TIES[relationship]?.(policyholder.birthDate, insured.birthDate) ?? true
  return fits ? {} : { relationship: 'relationship_age' }
}

function samePerson(a: PersonDraft, b: PersonDraft): boolean {
  const number = (person: PersonDraft) => person.idNumber.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return a.idNumber !== '' && a.idType === b.idType && number(a) === number(b)
}

const TIES: Partial<Record<Relationship, (policyholder: Day, insured: Day) => boolean>> = {
  child: (policyholder, insured) => ageOn(policyholder, insured) >= LIMITS.parentYears,
  parent: (policyholder, insured) => ageOn(insured, policyholder) >= LIMITS.parentYears,
}
