/**
 * The people of an order (spec §3 "Insured person"; domain §4.2, §6). A draft may be incomplete; `personSchema` is what a
 * complete person must be; who may buy for whom is in `people-rules.ts`.
 */
import { z } from 'zod'
import { emailSchema, mobileSchema } from '../../lib/contact.ts'
import { isDay } from '../../lib/dates.ts'
import { GENDERS, ID_TYPES, normaliseIdNumber, type IdType } from '../../lib/id-number.ts'
import type { Lang } from '../../lib/locale.ts'
import { checkName, countCharacters, type NameScript } from '../../lib/names.ts'

/** Read: "the insured is the policyholder's …" (domain §4.2). */
export const RELATIONSHIPS = ['self', 'spouse', 'child', 'parent', 'dependant', 'school'] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

/** The fields of a person, in the order a form asks for them. */
export const PERSON_FIELDS = [
  'idType', 'idNumber', 'idName', 'chineseName', 'passportName', 'birthDate', 'gender', 'nationality', 'institution', 'email', 'mobile',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

export const INSTITUTION_MAX = 100

/** Which letters the name on a document is written in. */
export const scriptOf = (type: IdType): NameScript =>
  type === 'resident_id' ? 'chinese' : type === 'passport' || type === 'foreigner_permit' ? 'latin' : 'any'

/** Whatever was typed so far. Empty strings stand for "not given yet". */
const typed = (max: number) => z.string().max(max, 'too_long').default('')
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
  institution: typed(300),
  email: typed(254),
  mobile: typed(30),
})
export type PersonDraft = z.output<typeof personDraftSchema>

/** '' → undefined, so that what may be left out is left out. No union: its own message would hide the error's code. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional()

const chineseName = z.string().transform((text, context) => {
  const check = checkName(text, 'chinese')
  if (check.ok) return check.name
  context.addIssue({ code: 'custom', message: check.code })
  return z.NEVER
})

/** The words of `name_characters` speak of the ID, which is not what is asked for here. */
const passportName = z.string().transform((text, context) => {
  const check = checkName(text, 'latin')
  if (check.ok) return check.name
  context.addIssue({ code: 'custom', message: check.code === 'name_characters' ? 'name_passport' : check.code })
  return z.NEVER
})

/** Letters of any script, as the school writes itself. */
const institution = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())
  .pipe(z.string().refine((text) => countCharacters(text) <= INSTITUTION_MAX, 'too_long').regex(/^[^\p{Cc}<>]*$/u, 'invalid'))

/** A complete person, every value in its normal form. The ID number itself is checked by the rules, which know the day. */
export const personSchema = z
  .object({
    idType: z.enum(ID_TYPES, 'id_type_required'),
    idName: z.string().default(''),
    idNumber: z.string().default('').transform(normaliseIdNumber).pipe(z.string().min(1, 'id_number_required')),
    gender: z.enum(GENDERS, 'gender_required'),
    birthDate: z.string().min(1, 'birth_required').refine(isDay, 'date_format'),
    /** ISO 3166-1 alpha-2. */
    nationality: z.string().min(1, 'nationality_required').regex(/^[A-Z]{2}$/, 'nationality_required'),
    chineseName: optional(chineseName),
    passportName: optional(passportName),
    institution: optional(institution),
    email: optional(emailSchema),
    mobile: optional(mobileSchema),
  })
  .transform((person, context) => {
    const check = checkName(person.idName, scriptOf(person.idType))
    if (check.ok) return { ...person, idName: check.name }
    context.addIssue({ code: 'custom', message: check.code, path: ['idName'] })
    return z.NEVER
  })
/** Spec §3 (ID name, ID number, gender, date of birth, nationality, Chinese name, institution, email, mobile) and the name in the passport. */
export type Person = z.output<typeof personSchema>

export const EMPTY_PERSON: PersonDraft = personDraftSchema.parse({})

/** Is the name on this ID in Chinese, so that a consulate or school abroad cannot match it with a passport? */
export const asksPassportName = ({ idType, idName }: Pick<PersonDraft, 'idType' | 'idName'>): boolean =>
  idType !== '' && scriptOf(idType) !== 'latin' && (scriptOf(idType) === 'chinese' || /\p{Script=Han}/u.test(idName))

/** The second name as far as this ID asks for one: what was typed before the type of ID changed neither counts nor errs. */
export const asAsked = (draft: PersonDraft): PersonDraft => ({
  ...draft,
  chineseName: draft.idType !== '' && scriptOf(draft.idType) === 'latin' ? draft.chineseName.trim() : '',
  passportName: asksPassportName(draft) ? draft.passportName.trim() : '',
})

/** A person who is known to be complete. Throws otherwise. */
export const completePerson = (draft: PersonDraft): Person => personSchema.parse(asAsked(draft))

/** The passport's name in its normal form; '' when it is not asked for, not given, or not right yet. */
export function passportNameOf(draft: PersonDraft): string {
  const check = checkName(asAsked(draft).passportName, 'latin')
  return check.ok ? check.name : ''
}

/** English documents will carry Chinese characters alone. */
export const lacksPassportName = (draft: PersonDraft): boolean => asksPassportName(draft) && passportNameOf(draft) === ''

/** For sentences about a person before the policy stands: the ID's name first, in English with the passport's after it. */
export function nameInWords(draft: PersonDraft, lang: Lang): string {
  const passport = lang === 'en' ? passportNameOf(draft) : ''
  return passport ? `${draft.idName} (${passport})` : draft.idName
}

/** The people page of a draft. For `self` only the policyholder is filled in: both are one person. */
export const peopleDraftSchema = z.object({
  relationship: z.enum(['', ...RELATIONSHIPS]).default(''),
  policyholder: personDraftSchema.default(EMPTY_PERSON),
  insured: personDraftSchema.default(EMPTY_PERSON),
  /** A buyer of 16 or 17 who lives on wages of their own (Civil Code art. 18), declared by an own act. */
  ownWages: z.boolean().default(false),
  /** Whole CNY that other policies pay on a minor's death, all insurers together; `null` until answered. */
  deathBenefitElsewhere: z.number().int().min(0).max(100_000_000).nullable().default(null),
})
export type PeopleDraft = z.output<typeof peopleDraftSchema>

export const EMPTY_PEOPLE: PeopleDraft = peopleDraftSchema.parse({})

/** The insured as entered: the policyholder for `self`. */
export const insuredDraft = (people: PeopleDraft): PersonDraft =>
  people.relationship === 'self' ? people.policyholder : people.insured

/** Zod reports an untransformed object's name only once the rest fits; forms want all of it at once. */
export function personErrors(draft: PersonDraft): Partial<Record<PersonField, string>> {
  const out: Partial<Record<PersonField, string>> = {}
  const parsed = personSchema.safeParse(asAsked(draft))
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = PERSON_FIELDS.find((name) => name === issue.path[0])
    if (field) out[field] ??= issue.message
  }
  if (draft.idType && !out.idName) {
    const name = checkName(draft.idName, scriptOf(draft.idType))
    if (!name.ok) out.idName = name.code
  }
  if (!draft.idName.trim()) out.idName = 'name_required'
  return out
}
