/**
 * Checks the fields of each person of an order (spec §3 "Insured person"; domain §4.2, §6). A draft may be incomplete;
 * `personSchema` is what a complete person must be; who may buy for whom is in `who-may-buy-for-whom.ts`.
 */
import { z } from 'zod/mini'
import { emailSchema, mobileSchema } from '../../../lib/people/contact.ts'
import { isDay } from '../../../lib/days/dates.ts'
import { GENDERS, ID_TYPES, isPassportNumber, normaliseIdNumber, type IdType } from '../../../lib/people/id-number.ts'
import { isNationality } from '../../../lib/people/nationalities.ts'
import { listInWords, type Lang } from '../../../lib/locale.ts'
import { withWholeCharacters } from '../../../lib/text/han-radicals.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../../../lib/text/invisible-characters.ts'
import { nameIn, type NamedPerson } from '../../../lib/people/name-in-language.ts'
import { dayError } from '../../../lib/days/read-day.ts'
import {
  checkName,
  countCharacters,
  normaliseChineseName,
  withUmlautsSpelled,
  type NameScript,
} from '../../../lib/people/person-names.ts'
import {
  EMPTY_PERSON,
  familyOf,
  insuredDraft,
  PERSON_FIELDS,
  type PeopleDraft,
  type PersonDraft,
  type PersonField,
} from './people-draft.ts'

export * from './people-draft.ts'

/** Characters of a school's name. */
export const INSTITUTION_MAX = 100

/** Which letters the name on a document is written in. */
export const scriptOf = (type: IdType): NameScript =>
  type === 'resident_id' ? 'chinese' : type === 'passport' || type === 'foreigner_permit' ? 'latin' : 'any'

/**
 * Text of blanks only → undefined, so that optional fields may be left out. Not a union: a union's own message would
 * hide the error's code.
 */
const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
      z.optional(schema),
    ),
  )

const chineseNameText = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const check = checkName(text, 'chinese')
    if (check.ok) return check.name
    issues.push({ code: 'custom', message: check.code, input: text })
    return z.NEVER
  }),
)

/** `name_characters` is worded for the ID, but here the passport is asked for. */
const passportNameText = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const check = checkName(text, 'latin')
    if (check.ok) return check.name
    const message = check.code === 'name_characters' ? 'name_passport' : check.code
    issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

/** Letters of any script, because schools write their names in their own. */
const institution = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) =>
      withWholeCharacters(withoutInvisibleCharacters(text).normalize('NFC')).replace(/\s+/g, ' ').trim(),
    ),
  ),
  z.string().check(
    z.refine((text) => !hasHiddenCharacters(text), 'invisible_characters'),
    z.refine((text) => countCharacters(text) <= INSTITUTION_MAX, 'school_long'),
    z.regex(/^[^\p{Cc}<>]*$/u, 'school_characters'),
  ),
)

/** A complete person, every value in its normal form. The ID number itself is checked by the rules, which know the day. */
export const personSchema = z.pipe(
  z.object({
    idType: z.enum(ID_TYPES, 'id_type_required'),
    idName: z._default(z.string(), ''),
    idNumber: z.pipe(
      z.pipe(z._default(z.string(), ''), z.transform(normaliseIdNumber)),
      z.string().check(z.minLength(1, 'id_number_required')),
    ),
    gender: z.enum(GENDERS, 'gender_required'),
    birthDate: z
      .string()
      .check(
        z.minLength(1, 'birth_required'),
        z.refine(isDay, { error: ({ input }) => dayError(typeof input === 'string' ? input : '') }),
      ),
    /** ISO 3166-1 alpha-2, or three letters for those without a state (`nationalities`). */
    nationality: z
      .string()
      .check(z.minLength(1, 'nationality_required'), z.regex(/^[A-Z]{2,3}$/, 'nationality_required')),
    chineseName: optional(chineseNameText),
    passportName: optional(passportNameText),
    passportNumber: optional(
      z.pipe(z.string().check(z.refine(isPassportNumber, 'passport_format')), z.transform(normaliseIdNumber)),
    ),
    institution: optional(institution),
    email: optional(emailSchema),
    mobile: optional(mobileSchema),
  }),
  z.transform((person, { issues }) => {
    const check = checkName(person.idName, scriptOf(person.idType))
    if (check.ok) return { ...person, idName: check.name }
    issues.push({ code: 'custom', message: check.code, path: ['idName'], input: person })
    return z.NEVER
  }),
)
/**
 * Spec §3 (ID name, ID number, gender, date of birth, nationality, Chinese name, institution, email, mobile) and name
 * and number of the passport.
 */
export type Person = z.output<typeof personSchema> & Pick<NamedPerson, 'typedName'>

/** Is the name on this ID in Chinese only, so that a consulate or school abroad cannot compare it with a passport? */
export const asksPassportName = ({ idType, idName }: Pick<PersonDraft, 'idType' | 'idName'>): boolean =>
  idType !== '' && scriptOf(idType) !== 'latin' && (scriptOf(idType) === 'chinese' || /\p{Script=Han}/u.test(idName))

/** Is the ID something else than the passport, which a consulate compares with the visa letter? */
export const asksPassportNumber = ({ idType }: Pick<PersonDraft, 'idType'>): boolean =>
  idType !== '' && idType !== 'passport'

/**
 * Does the passport spell the name in pinyin? Only that of mainland China does; those of Hong Kong, Macao and Taiwan
 * have spellings of their own.
 */
export const spellsInPinyin = ({ nationality, idType }: Pick<PersonDraft, 'nationality' | 'idType'>): boolean =>
  nationality === 'CN' || idType === 'resident_id'

/**
 * Clears passport name and number where this type of ID does not ask for them: what was typed before the type changed
 * neither counts nor causes errors.
 */
export const asAsked = (draft: PersonDraft): PersonDraft => ({
  ...draft,
  chineseName: draft.idType !== '' && scriptOf(draft.idType) === 'latin' ? draft.chineseName.trim() : '',
  passportName: asksPassportName(draft) ? draft.passportName.trim() : '',
  passportNumber: asksPassportNumber(draft) ? draft.passportNumber.trim() : '',
})

/** Passports of these places write ü as YU. */
const WRITES_YU: readonly string[] = ['CN', 'HK', 'MO', 'TW']

/** The names as the passport of this nationality spells them in capitals; before a nationality is chosen, as typed. */
const spelled = (draft: PersonDraft): PersonDraft => {
  if (draft.nationality === '' || WRITES_YU.includes(draft.nationality)) return draft
  return { ...draft, idName: withUmlautsSpelled(draft.idName), passportName: withUmlautsSpelled(draft.passportName) }
}

/**
 * A person whose answers are known to be complete, with the fields that documents need and the name as they print it.
 * Throws otherwise.
 */
export function completePerson(draft: PersonDraft): Person {
  const person = personSchema.parse(spelled(asAsked(draft)))
  const typed = nameInLetters(draft)
  return typed === '' || typed === (person.passportName ?? person.idName) ? person : { ...person, typedName: typed }
}

/**
 * The name in Latin letters as it was typed, but without the comma of a list ("Maimaiti, Ai'erken") and in the
 * passport's capitals where none were typed; '' where there is none.
 */
function nameInLetters(draft: PersonDraft): string {
  const { idName, passportName } = asAsked(draft)
  const typed = /\p{Script=Han}/u.test(idName) ? (passportNameOf(draft) === '' ? '' : passportName) : idName
  const name = withoutInvisibleCharacters(typed)
    .replace(/[\s,，]+/g, ' ')
    .trim()
  return name === name.toLowerCase() ? name.toUpperCase() : name
}

/** The passport's name in its normal form; '' when it is not asked for, not given, or not valid yet. */
function passportNameOf(draft: PersonDraft): string {
  const check = checkName(spelled(asAsked(draft)).passportName, 'latin')
  return check.ok ? check.name : ''
}

/** Names that the documents print differently from what was typed ("Nguyễn" → NGUYEN), in the printed form. */
export function printedNames(draft: PersonDraft): Partial<Record<'idName' | 'chineseName' | 'passportName', string>> {
  const { idType, idName, chineseName, passportName } = asAsked(draft)
  const written = spelled(asAsked(draft))
  const printed = (typed: string, script: NameScript, passport = typed) => {
    const check = checkName(passport, script)
    return check.ok && check.name !== withWholeCharacters(typed.trim()) ? check.name : undefined
  }
  const names = {
    idName: idType === '' ? undefined : printed(idName, scriptOf(idType), written.idName),
    chineseName: printed(chineseName, 'chinese'),
    passportName: printed(passportName, 'latin', written.passportName),
  }
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))
}

/** Will English documents show the name in Chinese characters only? */
export const lacksPassportName = (draft: PersonDraft): boolean =>
  asksPassportName(draft) && passportNameOf(draft) === ''

/** Will the visa letter carry the number of an ID that is not the passport? */
export const lacksPassportNumber = (draft: PersonDraft): boolean =>
  asksPassportNumber(draft) && draft.passportNumber.trim() === ''

/** The name of a person before the policy is issued, by the rule of `nameIn`. '' while no name is typed. */
export function nameInWords(draft: PersonDraft, lang: Lang): string {
  const { idName, chineseName } = asAsked(draft)
  const letters = nameInLetters(draft)
  return nameIn(
    /\p{Script=Han}/u.test(idName)
      ? { idName: normaliseChineseName(idName), passportName: letters }
      : { idName: letters, chineseName: normaliseChineseName(chineseName) },
    lang,
  )
}

/** Everybody who is insured: the student first. */
export const insuredDrafts = (people: PeopleDraft): PersonDraft[] => [
  insuredDraft(people),
  ...familyOf(people).map(({ person }) => person),
]

/** "LIN Yue, LI Na and LI Xiao": everybody who is insured, in a sentence. */
export const insuredInWords = (people: PeopleDraft, lang: Lang): string =>
  listInWords(
    insuredDrafts(people).map((person) => nameInWords(person, lang)),
    lang,
  )

/** Zod runs an object's refinements only once all of its fields parse; forms want all errors at once. */
export function personErrors(draft: PersonDraft): Partial<Record<PersonField, string>> {
  const out: Partial<Record<PersonField, string>> = {}
  const parsed = personSchema.safeParse(spelled(asAsked(draft)))
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = PERSON_FIELDS.find((name) => name === issue.path[0])
    if (field) out[field] ??= issue.message
  }
  if (draft.idType && !out.idName) {
    const name = checkName(spelled(draft).idName, scriptOf(draft.idType))
    if (!name.ok) out.idName = name.code
  }
  if (!draft.idName.trim()) out.idName = 'name_required'
  // Not a rule of the schema: what was sent before there was a list of them is printed all the same.
  if (!isNationality(draft.nationality)) out.nationality = 'nationality_required'
  return out
}

/**
 * Codes of names and school of somebody whose ID is not chosen yet, by the rules of the form: what no ID and no
 * nationality would make right. What is not given has none.
 */
export function nameErrors(
  draft: Pick<PersonDraft, 'idName' | 'chineseName' | 'institution' | 'nationality'>,
): Partial<Record<'idName' | 'chineseName' | 'institution', string>> {
  const person = { ...EMPTY_PERSON, ...draft }
  const asTyped = checkName(spelled(person).idName, 'any')
  // Without a nationality, ü may be one that the passport spells UE.
  const name = asTyped.ok || draft.nationality !== '' ? asTyped : checkName(withUmlautsSpelled(draft.idName), 'any')
  const chinese = checkName(draft.chineseName, 'chinese')
  const school = institution.safeParse(draft.institution)
  return {
    ...(draft.idName === '' || name.ok ? {} : { idName: name.code }),
    ...(draft.chineseName === '' || chinese.ok ? {} : { chineseName: chinese.code }),
    ...(school.success ? {} : { institution: school.error.issues[0]?.message ?? 'school_characters' }),
  }
}
