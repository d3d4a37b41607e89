/**
 * Can the documents print what was typed about a person? Checked at every save and again on sending, so that nothing is
 * paid for that cannot be issued.
 */
import type { FieldErrors } from '../../../../lib/errors.ts'
import { checkName } from '../../../../lib/people/person-names.ts'
import { withWholeCharacters } from '../../../../lib/text/han-radicals.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { mixesDirections } from '../../../../server/pdf/choose-typeface.ts'
import { missingCharacters } from '../../../../server/pdf/printable-characters.ts'
import { fontsIn } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import {
  asAsked,
  EMPTY_PEOPLE,
  EMPTY_PERSON,
  familyOf,
  nameErrors,
  type PeopleDraft,
  type PersonDraft,
} from '../../rules/check-person-fields.ts'

export interface UnprintableFields {
  /** `insured.institution` → code, as `checkPeople` names fields. */
  errors: FieldErrors
  /** The characters in these fields that no font of the documents draws. */
  characters: Record<string, string>
}

/** The error code of each field whose characters cannot be printed: the advice differs by field. */
const FIELDS = [
  ['idName', 'name_unprintable'],
  ['chineseName', 'second_name_unprintable'],
  ['institution', 'school_unprintable'],
] as const

export const checkPrintable = ({ config }: Pick<Deps, 'config'>, people: PeopleDraft): UnprintableFields =>
  findUnprintable(fontsIn(config.documentFonts), people)

/** What the form will refuse of the names and the school of a student whose ID is not chosen yet; keys without a prefix. */
export function checkNamesOfStudent(
  deps: Pick<Deps, 'config'>,
  student: Pick<PersonDraft, 'idName' | 'chineseName' | 'institution' | 'nationality'>,
): UnprintableFields {
  // Whoever has a passport is asked for both names.
  const policyholder: PersonDraft = { ...EMPTY_PERSON, ...student, idType: 'passport' }
  const { errors, characters } = checkPrintable(deps, { ...EMPTY_PEOPLE, relationship: 'self', policyholder })
  const named = <T>(fields: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field.replace('policyholder.', ''), value]))
  return { errors: { ...named(errors), ...nameErrors(student) }, characters: named(characters) }
}

export function findUnprintable(
  fonts: Fonts,
  people: Pick<PeopleDraft, 'relationship' | 'policyholder' | 'insured' | 'family'>,
): UnprintableFields {
  const { relationship, policyholder, insured } = people
  const found: UnprintableFields = { errors: {}, characters: {} }
  const persons: Readonly<Record<string, PersonDraft>> = {
    policyholder,
    ...(relationship === '' || relationship === 'self' ? {} : { insured }),
    ...Object.fromEntries(familyOf(people).map(({ key, person }) => [key, person])),
  }
  for (const [who, typed] of Object.entries(persons)) {
    const person = asAsked(typed)
    for (const [field, code] of FIELDS) {
      const missing = missingCharacters(fonts, printedForm(person, field))
      if (missing.length > 0) {
        found.errors[`${who}.${field}`] = code
        found.characters[`${who}.${field}`] = missing.join('')
      } else if (mixesDirections(person[field])) found.errors[`${who}.${field}`] = 'school_directions'
    }
  }
  return found
}

/** Names in the form in which they are printed: a character that is printed as another one is not missing. */
function printedForm(person: PersonDraft, field: (typeof FIELDS)[number][0]): string {
  if (field === 'institution') return withWholeCharacters(person.institution)
  const check = checkName(person[field], 'any')
  return check?.ok ? check.name : person[field]
}
