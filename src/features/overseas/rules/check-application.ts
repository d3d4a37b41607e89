/** Checks an application's answers; shared by form and server. Pure. */
import { dayError } from '../../../lib/days/read-day.ts'
import { ageOn, daysOfTerm, isDay, addDays, type Day, mayHaveBegun } from '../../../lib/days/dates.ts'
import { isEmail, isMobile } from '../../../lib/people/contact.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { hasHiddenCharacters } from '../../../lib/text/invisible-characters.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { isNationality } from '../../../lib/people/nationalities.ts'
import { checkName, normaliseLatinName } from '../../../lib/people/person-names.ts'

/** Characters of each text, at most. */
export const APPLICATION_TEXT = { name: 200, institution: 200, message: 500 } as const

/** As typed; empty where nothing was entered yet. */
export interface ApplicationDraft {
  name: string
  birthDate: string
  /** ISO 3166-1 alpha-2. */
  nationality: string
  institution: string
  country: string
  start: string
  end: string
  /** Mobile number or email. */
  contact: string
  message: string
}

/** What the insurer accepts. */
export interface ApplicationLimits {
  /** Countries where its cover is valid; if there are several, the form asks for one. */
  countries: readonly string[]
  asksSchool: boolean
  ages: { from: number; to: number } | null
  /** Days of cover at most. */
  longest: number
}

/** The name as the passport prints it. */
export const passportName = (text: string): string => normaliseLatinName(text)

/** Field errors in the order of the form. `today` is the day in Shanghai; `contact` is in its normal form. */
export function checkApplication(draft: ApplicationDraft, limits: ApplicationLimits, today: Day): FieldErrors {
  return {
    ...personErrors(draft, limits, today),
    ...tripErrors(draft, limits, today),
    ...(draft.contact.trim() === ''
      ? { contact: 'destination_required' }
      : isEmail(draft.contact) || isMobile(draft.contact)
        ? {}
        : { contact: draft.contact.includes('@') ? 'email_format' : 'phone_format' }),
    ...(hasHiddenCharacters(draft.message) ? { message: 'invisible_characters' } : {}),
  }
}

function personErrors(draft: ApplicationDraft, { asksSchool }: ApplicationLimits, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  const name = checkName(draft.name, 'latin')
  if (!name.ok)
    errors['name'] =
      name.code === 'name_required'
        ? 'passport_name_required'
        : name.code === 'name_characters'
          ? 'name_passport'
          : name.code
  if (!draft.birthDate) errors['birthDate'] = 'birth_required'
  else if (!isDay(draft.birthDate)) errors['birthDate'] = dayError(draft.birthDate)
  else if (!mayHaveBegun(draft.birthDate, today)) errors['birthDate'] = 'birth_future'
  if (!isNationality(draft.nationality)) errors['nationality'] = 'nationality_required'
  if (asksSchool && !draft.institution.trim()) errors['institution'] = 'institution_required'
  else if (hasHiddenCharacters(draft.institution)) errors['institution'] = 'invisible_characters'
  return errors
}

function tripErrors(draft: ApplicationDraft, { countries, ages, longest }: ApplicationLimits, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  if (countries.length > 1 && !countries.includes(draft.country)) errors['country'] = 'country_required'
  for (const field of ['start', 'end'] as const) {
    if (!draft[field]) errors[field] = `${field}_required`
    else if (!isDay(draft[field])) errors[field] = dayError(draft[field])
  }
  if (!errors['start'] && draft.start < today) errors['start'] = 'date_past'
  else if (!errors['start'] && draft.start > addDays(today, LIMITS.startAheadDays)) errors['start'] = 'start_far'
  if (errors['start'] || errors['end']) return errors
  if (draft.end < draft.start) errors['end'] = 'end_before_start'
  else if (daysOfTerm(draft.start, draft.end) > longest) errors['end'] = 'too_many_days'
  const age =
    isDay(draft.birthDate) && mayHaveBegun(draft.birthDate, today)
      ? Math.max(0, ageOn(draft.birthDate, draft.start))
      : undefined
  if (ages && age !== undefined && (age < ages.from || age > ages.to)) errors['birthDate'] = 'age_outside'
  return errors
}
