/**
 * Who may buy for whom (domain §4.2): field errors and what follows for the death benefit, as one pure function that the
 * form and the server share.
 */
import { mailboxOf, normaliseEmail, normaliseMobile } from '../../lib/contact.ts'
import { ageOn, isDay, type Day } from '../../lib/dates.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import { checkIdNumber } from '../../lib/id-number.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { familyAges } from '../plans/contract.ts'
import { familyOf, insuredDraft, pairOf, PERSON_FIELDS, personErrors, type FamilyMember, type PeopleDraft, type PersonDraft, type Relationship } from './complete-person.ts'

/** The figures of a plan and tier that the rules need; `planFacts` takes them from the plans' data. */
export interface PlanFacts {
  /** Age last birthday at the start of cover, both ends included. */
  ages: { from: number; to: number }
  /** Whole CNY paid on death; `null` where the tier has no such benefit. */
  deathBenefit: number | null
  /** May spouse and children join the student's order? */
  family: boolean
}

export interface PeopleInput {
  people: PeopleDraft
  plan: PlanFacts
  /** First day of cover; `null` until chosen. */
  start: Day | null
  /** Today in Shanghai. */
  today: Day
}

export interface Consequences {
  /** Why there is no death benefit: only parents may buy it for a minor · other insurers use up the minors' limit. */
  deathBenefitExcluded: null | 'minor_not_parent' | 'minor_limit_used'
  /** Whole CNY payable on death under this order; 0 when excluded or not in the plan. Below the plan's sum for a minor near the limit. */
  deathBenefit: number
  /** The limit that the law sets for a minor, all insurers together, whole CNY (保监发〔2015〕90号). */
  minorLimit: number | null
  /** An adult for whom someone else buys must consent on their own phone or by email. */
  consentNeeded: null | 'student'
  /** Tell the buyer to have the household register or birth record at hand: a claim for a minor needs it. */
  proofOfRelationship: boolean
  /** Ask what other policies pay on the child's death. */
  askElsewhere: boolean
}

export interface PeopleResult {
  /**
   * Keys begin with `relationship`, `policyholder.`, `insured.`, `ownWages`, `deathBenefitElsewhere`, `family`, or the key of a member of the
   * family and a dot (`p1.idName`, `p1.deathBenefitElsewhere`).
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
  if (consequences.askElsewhere && people.deathBenefitElsewhere === null) errors['deathBenefitElsewhere'] = 'elsewhere_required'
  const members = familyOf(people)
  if (members.length > 0 && !input.plan.family) errors['family'] = 'family_not_offered'
  const family = members.map((member) => {
    const found = checkMember(input, member, members)
    for (const [field, code] of Object.entries(found.errors)) errors[`${member.key}.${field}`] = code
    return { key: member.key, consequences: found.consequences }
  })
  return { errors: inFormOrder(errors, members), consequences, family }
}

/** Checks one family member by the rules for buyer and insured; only students are asked for a school. */
function checkMember(input: PeopleInput, member: FamilyMember, all: readonly FamilyMember[]): { errors: FieldErrors; consequences: Consequences } {
  const people = pairOf(input.people, member)
  const own = { ...input, people, plan: { ...input.plan, ages: familyAges(member.relationship, input.plan) } }
  const errors: FieldErrors = { ...checkPerson(member.person, input.today) }
  const { institution: _, email, mobile, ...found } = insuredErrors(own)
  // We do not write to children: a child who is of age has to buy on their own, so no contact is asked for.
  const asInsured: FieldErrors = { ...found, ...(member.relationship === 'spouse' && email ? { email } : {}), ...(member.relationship === 'spouse' && mobile ? { mobile } : {}) }
  const ages: Readonly<Record<string, string>> = { age_below_plan: 'spouse_age', age_above_plan: member.relationship === 'spouse' ? 'spouse_age' : 'child_age' }
  for (const [field, code] of Object.entries(asInsured)) errors[field] ??= ages[code] ?? code
  const tie = tieErrors(people, Object.fromEntries(Object.entries(errors).map(([field, code]) => [`insured.${field}`, code])))
  if (tie['insured.idNumber']) errors['idNumber'] ??= tie['insured.idNumber']
  if (tie['relationship']) errors['birthDate'] ??= tie['relationship']
  if (all.some((other) => other.key !== member.key && samePerson(other.person, member.person))) errors['idNumber'] ??= 'same_person_twice'
  const consequences = consequencesOf(own)
  if (consequences.askElsewhere && member.deathBenefitElsewhere === null) errors['deathBenefitElsewhere'] = 'elsewhere_required'
  return { errors, consequences }
}

/** Codes of errors that only the server finds, because it has the documents' fonts. */
export const PRINTING_CODES: readonly string[] = ['name_unprintable', 'second_name_unprintable', 'school_unprintable', 'school_directions']

/** Errors in the order of the form, which is the order of the links in the summary; unknown fields come first. */
export function inFormOrder(errors: FieldErrors, family: readonly Pick<FamilyMember, 'key'>[] = []): FieldErrors {
  const of = (who: string) => PERSON_FIELDS.map((field) => `${who}.${field}`)
  const members = family.flatMap(({ key }) => [...of(key), `${key}.deathBenefitElsewhere`])
  const asked = ['relationship', ...of('policyholder'), 'ownWages', ...of('insured'), 'deathBenefitElsewhere', 'family', ...members]
  const place = (key: string): number => asked.indexOf(key)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)))
}

/** One person's own fields, including the ID number against birth date and gender. */
function checkPerson(person: PersonDraft, today: Day): FieldErrors {
  const errors: FieldErrors = { ...personErrors(person) }
  if (!errors['birthDate'] && person.birthDate > today) errors['birthDate'] = 'birth_future'
  if (!person.idType || errors['idNumber']) return errors
  const id = checkIdNumber(person.idType, person.idNumber, today)
  if (!id.ok) return { ...errors, idNumber: id.code }
  if (id.birthDate && !errors['birthDate'] && id.birthDate !== person.birthDate) errors['birthDate'] = 'id_number_birth'
  if (id.gender && !errors['gender'] && id.gender !== person.gender) errors['gender'] = 'id_number_gender'
  return errors
}

const ageToday = (person: PersonDraft, today: Day): number | null =>
  isDay(person.birthDate) && person.birthDate <= today ? ageOn(person.birthDate, today) : null

/** The buyer is 18, or 16 on own wages (Civil Code art. 17, 18); has an email or mobile, to which the policy is sent; a school names itself. */
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
    const atStart = ageOn(insured.birthDate, start && start > today ? start : today)
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

/** The relationship must be plausible: buyer and insured are two persons, and a child is younger than the parent by enough years. */
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

/** Consequences for the death benefit. While ages are unknown it returns the plain case: forms show consequences once the birth date is known. */
export function consequencesOf({ people, plan, today }: PeopleInput): Consequences {
  const insured = insuredDraft(people)
  const age = ageToday(insured, today)
  const minor = age !== null && age < LIMITS.adultAge
  const other = people.relationship !== '' && people.relationship !== 'self'
  const sum = plan.deathBenefit ?? 0
  const base: Consequences = {
    deathBenefitExcluded: null, deathBenefit: sum, minorLimit: null, consentNeeded: null, proofOfRelationship: minor && other, askElsewhere: false,
  }
  if (!minor) {
    // Without a family relationship the contract itself needs the insured's consent (art. 31), whatever the plan pays on death.
    const consent = age !== null && other && (sum > 0 || people.relationship === 'school')
    return { ...base, consentNeeded: consent ? 'student' : null }
  }
  if (sum === 0) return base
  // Art. 33: only parents may buy it for a minor; those who insure themselves at 16 or 17 have no second person.
  if (other && people.relationship !== 'child') return { ...base, deathBenefitExcluded: 'minor_not_parent', deathBenefit: 0 }
  const minorLimit = age < 10 ? LIMITS.minorDeathUnder10 : LIMITS.minorDeath10To17
  const left = Math.max(0, minorLimit - (people.deathBenefitElsewhere ?? 0))
  const deathBenefit = Math.min(sum, left)
  return { ...base, minorLimit, askElsewhere: true, deathBenefit, deathBenefitExcluded: deathBenefit === 0 ? 'minor_limit_used' : null }
}
