/** The people of an order as far as they are typed: what travels and is kept, and loads with every page of the form. */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { GENDERS, ID_TYPES } from '../../lib/id-types.ts'

/** Read: "the insured is the policyholder's …" (domain §4.2). */
export const RELATIONSHIPS = ['self', 'spouse', 'child', 'parent', 'dependant', 'school'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

/** The fields of a person, in the order a form asks for them. */
export const PERSON_FIELDS = [
  'idType', 'idNumber', 'idName', 'chineseName', 'passportName', 'passportNumber', 'birthDate', 'gender', 'nationality', 'institution', 'email', 'mobile',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/** Whatever was typed so far. Empty strings stand for "not given yet". */
const typed = (max: number) => boundedText(max).default('')
export const personDraftSchema = z.object({
  idType: z.enum(['', ...ID_TYPES]).default(''),
  idName: typed(200),
  idNumber: typed(40),
  gender: z.enum(['', ...GENDERS]).default(''),
  birthDate: typed(10),
  nationality: typed(2),
  chineseName: typed(200),
  /** As in the passport of somebody whose ID here is written in Chinese. */
  passportName: typed(200),
  /** Of an insured person whose ID here is another one: a visa letter is compared with a passport. */
  passportNumber: typed(40),
  institution: typed(300),
  email: typed(254),
  mobile: typed(30),
})
export type PersonDraft = z.output<typeof personDraftSchema>
export const EMPTY_PERSON: PersonDraft = personDraftSchema.parse({})

/** Who is insured beside the student in the student's own order, in the plan and tier of the student (domain §3.2 "Family"). */
export const FAMILY_TIES = ['spouse', 'child'] as const
export type FamilyTie = (typeof FAMILY_TIES)[number]
/** A spouse and eight children. */
export const MOST_FAMILY = 9

/** Names a member of the family in one order, for as long as they are in it: prefix of errors, questions and consents. */
export const memberKey = patternText(/^p[1-9]\d?$/, 3)
export const familyMemberSchema = z.object({
  key: memberKey,
  relationship: z.enum(FAMILY_TIES),
  person: personDraftSchema.default(EMPTY_PERSON),
  /** As `deathBenefitElsewhere` below, of this person. */
  deathBenefitElsewhere: z.number().int().min(0).max(100_000_000).nullable().default(null),
})
export type FamilyMember = z.output<typeof familyMemberSchema>

const distinct = (members: readonly FamilyMember[]): boolean => new Set(members.map(({ key }) => key)).size === members.length
const oneSpouse = (members: readonly FamilyMember[]): boolean => members.filter(({ relationship }) => relationship === 'spouse').length < 2

/** The people page of a draft. For `self` only the policyholder is filled in: both are one person. */
export const peopleDraftSchema = z.object({
  relationship: z.enum(['', ...RELATIONSHIPS]).default(''),
  policyholder: personDraftSchema.default(EMPTY_PERSON),
  insured: personDraftSchema.default(EMPTY_PERSON),
  /** A buyer of 16 or 17 who lives on wages of their own (Civil Code art. 18), declared by an own act. */
  ownWages: z.boolean().default(false),
  /** Whole CNY that other policies pay on a minor's death, all insurers together; `null` until answered. */
  deathBenefitElsewhere: z.number().int().min(0).max(100_000_000).nullable().default(null),
  family: z.array(familyMemberSchema).max(MOST_FAMILY).refine(distinct, 'invalid').refine(oneSpouse, 'invalid').default([]),
  /** The insured's date of birth that the price was asked for with; an ID number may say another. */
  pricedBirthDate: typed(10),
})
export type PeopleDraft = z.output<typeof peopleDraftSchema>
export const EMPTY_PEOPLE: PeopleDraft = peopleDraftSchema.parse({})

/** The insured as entered: the policyholder for `self`. */
export const insuredDraft = (people: PeopleDraft): PersonDraft =>
  people.relationship === 'self' ? people.policyholder : people.insured

/**
 * The family as far as it counts. Only students who insure themselves bring it along: what was typed before another relationship was chosen
 * neither counts nor errs.
 */
export const familyOf = ({ relationship, family }: Pick<PeopleDraft, 'relationship' | 'family'>): readonly FamilyMember[] => (relationship === 'self' ? family : [])

/** The people that a member of the family and the student who buys are, as the rules for two people read them. */
export const pairOf = (people: PeopleDraft, { relationship, person, deathBenefitElsewhere }: FamilyMember): PeopleDraft =>
  ({ ...people, relationship, insured: person, deathBenefitElsewhere, family: [] })

/** What may be known of the student before anything is typed: for the price, or from the partner who sent them. */
const KNOWN_BEFORE = ['birthDate', 'idName', 'chineseName', 'gender', 'nationality', 'institution', 'email', 'mobile'] as const satisfies readonly PersonField[]

/**
 * Another relationship: who insures themselves is the student of whom something was known before, as far as nothing else is typed; who turns out to
 * be somebody else is not. A passport's number is the insured's alone.
 */
export function withRelationship(people: PeopleDraft, relationship: PeopleDraft['relationship']): PeopleDraft {
  const { policyholder, insured } = people
  if (relationship === 'self') {
    const student = policyholder.birthDate === '' && policyholder.idNumber === ''
    const known = KNOWN_BEFORE.filter((field) => policyholder[field] === '' && insured[field] !== '')
    return { ...people, relationship, ...(student ? { policyholder: { ...policyholder, ...pick(insured, known) } } : {}) }
  }
  const moved = people.relationship === 'self' ? KNOWN_BEFORE.filter((field) => insured[field] !== '' && policyholder[field] === insured[field]) : []
  return { ...people, relationship, policyholder: { ...policyholder, ...pick(EMPTY_PERSON, moved), passportNumber: '' } }
}

const pick = (person: PersonDraft, fields: readonly PersonField[]): Partial<PersonDraft> => Object.fromEntries(fields.map((field) => [field, person[field]]))
