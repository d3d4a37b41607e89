/** The people of an order as typed so far: sent, stored, and loaded by every page of the form. */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../../lib/bounded-schemas.ts'
import { DAY_TEXT_MAX } from '../../../lib/days/read-day.ts'
import { GENDERS, ID_TYPES } from '../../../lib/people/id-types.ts'

/** Read: "the insured is the policyholder's …" (domain §4.2). */
export const RELATIONSHIPS = ['self', 'spouse', 'child', 'parent', 'dependant', 'school'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

/** The fields of a person, in the order a form asks for them. */
export const PERSON_FIELDS = [
  'idType',
  'idNumber',
  'idName',
  'chineseName',
  'passportName',
  'passportNumber',
  'birthDate',
  'gender',
  'nationality',
  'institution',
  'email',
  'mobile',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/** Whatever was typed so far. Empty strings stand for "not given yet". */
const typed = (max: number) => z._default(boundedText(max), '')
export const personDraftSchema = z.object({
  idType: z._default(z.enum(['', ...ID_TYPES]), ''),
  idName: typed(200),
  idNumber: typed(40),
  gender: z._default(z.enum(['', ...GENDERS]), ''),
  /** As typed, even while it is no valid day. */
  birthDate: typed(DAY_TEXT_MAX),
  nationality: typed(3),
  chineseName: typed(200),
  /** Name in the passport, for somebody whose ID here is written in Chinese. */
  passportName: typed(200),
  /** Passport number of an insured person whose ID here is something else: the visa letter is compared with a passport. */
  passportNumber: typed(40),
  institution: typed(300),
  email: typed(254),
  mobile: typed(30),
})
export type PersonDraft = z.output<typeof personDraftSchema>
export const EMPTY_PERSON: PersonDraft = personDraftSchema.parse({})

/**
 * Relationship of those who are insured with the student in the student's own order, plan and tier (domain §3.2
 * "Family").
 */
export const FAMILY_TIES = ['spouse', 'child'] as const
export type FamilyTie = (typeof FAMILY_TIES)[number]
/** A spouse and eight children. */
export const MOST_FAMILY = 9

/** Key of a family member within one order, for as long as they are in it: prefix of errors, questions and consents. */
export const memberKey = patternText(/^p[1-9]\d?$/, 3)
const familyMemberSchema = z.object({
  key: memberKey,
  relationship: z.enum(FAMILY_TIES),
  person: z._default(personDraftSchema, EMPTY_PERSON),
  /** Like `deathBenefitElsewhere` below, for this person. */
  deathBenefitElsewhere: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))), null),
})
export type FamilyMember = z.output<typeof familyMemberSchema>

const distinct = (members: readonly FamilyMember[]): boolean =>
  new Set(members.map(({ key }) => key)).size === members.length
const oneSpouse = (members: readonly FamilyMember[]): boolean =>
  members.filter(({ relationship }) => relationship === 'spouse').length < 2

/** The people page of a draft. For `self` only the policyholder is filled in: both are one person. */
export const peopleDraftSchema = z.object({
  relationship: z._default(z.enum(['', ...RELATIONSHIPS]), ''),
  policyholder: z._default(personDraftSchema, EMPTY_PERSON),
  insured: z._default(personDraftSchema, EMPTY_PERSON),
  /** A buyer of 16 or 17 declares that they live on their own wages (Civil Code art. 18). */
  ownWages: z._default(z.boolean(), false),
  /** Whole CNY that other policies pay on a minor's death, all insurers together; `null` until answered. */
  deathBenefitElsewhere: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))), null),
  family: z._default(
    z
      .array(familyMemberSchema)
      .check(z.maxLength(MOST_FAMILY), z.refine(distinct, 'invalid'), z.refine(oneSpouse, 'invalid')),
    [],
  ),
  /** The insured's date of birth that the price was asked for with; the ID number may contain another. */
  pricedBirthDate: typed(10),
})
export type PeopleDraft = z.output<typeof peopleDraftSchema>
export const EMPTY_PEOPLE: PeopleDraft = peopleDraftSchema.parse({})

/** The insured as entered: the policyholder for `self`. */
export const insuredDraft = (people: PeopleDraft): PersonDraft =>
  people.relationship === 'self' ? people.policyholder : people.insured

/**
 * The family as far as it counts. Only students who insure themselves can insure their family: what was typed before
 * another relationship was chosen neither counts nor causes errors.
 */
export const familyOf = ({
  relationship,
  family,
}: Pick<PeopleDraft, 'relationship' | 'family'>): readonly FamilyMember[] => (relationship === 'self' ? family : [])

/** A family member and the student who buys, in the form that the rules for buyer and insured take. */
export const pairOf = (
  people: PeopleDraft,
  { relationship, person, deathBenefitElsewhere }: FamilyMember,
): PeopleDraft => ({ ...people, relationship, insured: person, deathBenefitElsewhere, family: [] })

/**
 * Adds the family that the price was asked for with. Only students who insure themselves have one, so `self` is
 * assumed.
 */
export function withFamily(
  people: PeopleDraft,
  family: readonly { relationship: FamilyTie; birthDate: string }[],
): PeopleDraft {
  if (family.length === 0) return people
  const members = family.map(({ relationship, birthDate }, i) =>
    familyMemberSchema.parse({ key: `p${i + 1}`, relationship, person: { birthDate } }),
  )
  return { ...withRelationship(people, 'self'), family: members }
}

/** Fields of the student that may be known before anything is typed: from the price, or from the partner who sent them. */
const KNOWN_BEFORE = [
  'birthDate',
  'idName',
  'chineseName',
  'gender',
  'nationality',
  'institution',
  'email',
  'mobile',
] as const satisfies readonly PersonField[]

/**
 * Changes the relationship. With `self` the known data of the student becomes the buyer's, unless something else was
 * typed; with any other it is not the buyer's. A passport's number is the insured's only.
 */
export function withRelationship(people: PeopleDraft, relationship: PeopleDraft['relationship']): PeopleDraft {
  const { policyholder, insured } = people
  if (relationship === 'self') {
    const student = policyholder.birthDate === '' && policyholder.idNumber === ''
    const known = KNOWN_BEFORE.filter((field) => policyholder[field] === '' && insured[field] !== '')
    return {
      ...people,
      relationship,
      ...(student ? { policyholder: { ...policyholder, ...pick(insured, known) } } : {}),
    }
  }
  const moved =
    people.relationship === 'self'
      ? KNOWN_BEFORE.filter((field) => insured[field] !== '' && policyholder[field] === insured[field])
      : []
  return {
    ...people,
    relationship,
    policyholder: { ...policyholder, ...pick(EMPTY_PERSON, moved), passportNumber: '' },
  }
}

const pick = (person: PersonDraft, fields: readonly PersonField[]): Partial<PersonDraft> =>
  Object.fromEntries(fields.map((field) => [field, person[field]]))
