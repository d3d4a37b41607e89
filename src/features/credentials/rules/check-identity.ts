/** Checks a person's statements about their ID; shared by form and server (spec §5). */
import { dayError } from '../../../lib/days/read-day.ts'
import { ageOn, isDay, type Day, mayHaveBegun } from '../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { checkIdNumber, type Gender, type IdCode, type IdType } from '../../../lib/people/id-number.ts'

/** As typed; empty where nothing was entered yet. */
export interface IdentityDraft {
  idType: IdType | ''
  idName: string
  idNumber: string
  gender: Gender | ''
  birthDate: string
}

/** Codes of `errors:field` for each error of a number. */
const NUMBER_CODES: Record<IdCode, string> = {
  id_number_required: 'id_number_required',
  id_length: 'id_number_length',
  id_characters: 'id_number_format',
  id_area: 'id_number_format',
  id_date: 'id_number_format',
  id_future: 'id_number_format',
  id_checksum: 'id_number_checksum',
  passport_format: 'id_number_format',
  permit_format: 'id_number_format',
}

/** Field errors in the order of the form. `today` is the day in Shanghai. */
export function checkIdentity(draft: IdentityDraft, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  if (!draft.idType) errors['idType'] = 'id_type_required'
  const id = draft.idType ? checkIdNumber(draft.idType, draft.idNumber, today) : undefined
  if (id && !id.ok) errors['idNumber'] = NUMBER_CODES[id.code]
  else if (!id && !draft.idNumber.trim()) errors['idNumber'] = 'id_number_required'
  if (!draft.idName.trim()) errors['idName'] = 'name_required'
  const told = id?.ok ? id : undefined
  if (!draft.gender) errors['gender'] = 'gender_required'
  else if (told?.gender && told.gender !== draft.gender) errors['gender'] = 'id_number_gender'
  if (!draft.birthDate) errors['birthDate'] = 'birth_required'
  else if (!isDay(draft.birthDate)) errors['birthDate'] = dayError(draft.birthDate)
  else if (!mayHaveBegun(draft.birthDate, today)) errors['birthDate'] = 'birth_future'
  else if (told?.birthDate && told.birthDate !== draft.birthDate) errors['birthDate'] = 'id_number_birth'
  else if (ageOn(draft.birthDate, today) < LIMITS.childDataAge) errors['birthDate'] = 'birth_child'
  return errors
}

/** From 14 to 17 a parent's consent is needed (privacy policy §3); a younger child has no account. */
export const needsGuardian = ({ birthDate }: Pick<IdentityDraft, 'birthDate'>, today: Day): boolean =>
  isDay(birthDate) &&
  birthDate <= today &&
  ageOn(birthDate, today) >= LIMITS.childDataAge &&
  ageOn(birthDate, today) < 18

/** Fills in birth date and gender from the number, once it is complete and valid. */
export function withNumber(draft: IdentityDraft, today: Day): IdentityDraft {
  const told = toldByNumber(draft, today)
  return {
    ...draft,
    ...(told.birthDate ? { birthDate: told.birthDate } : {}),
    ...(told.gender ? { gender: told.gender } : {}),
  }
}

export function toldByNumber(
  { idType, idNumber }: Pick<IdentityDraft, 'idType' | 'idNumber'>,
  today: Day,
): { birthDate?: Day; gender?: Gender } {
  const id = idType ? checkIdNumber(idType, idNumber, today) : undefined
  if (!id?.ok) return {}
  return { ...(id.birthDate ? { birthDate: id.birthDate } : {}), ...(id.gender ? { gender: id.gender } : {}) }
}
