/** The parts of the people step: sections of one page on the desktop, a short page each on phones. Pure. */
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { familyOf, type PeopleDraft } from '../../../../rules/people-draft.ts'

const PEOPLE_PARTS = ['dates', 'buyer', 'insured'] as const
/** Each family member has a part of their own, named by their key. */
export type MemberPart = `p${number}`
export type PeoplePart = (typeof PEOPLE_PARTS)[number] | MemberPart

export const isMemberPart = (part: string): part is MemberPart => /^p[1-9]\d?$/.test(part)
export const isPeoplePart = (text: string | null): text is PeoplePart =>
  text !== null && (PEOPLE_PARTS.some((part) => part === text) || isMemberPart(text))

type Parted = Pick<PeopleDraft, 'relationship' | 'family'>

/** People who insure themselves are asked for once; their family follows. */
export const partsOf = (people: Parted): PeoplePart[] => [
  ...PEOPLE_PARTS.filter(
    (part) => part !== 'insured' || (people.relationship !== '' && people.relationship !== 'self'),
  ),
  ...familyOf(people)
    .map(({ key }) => key)
    .filter(isMemberPart),
]

/** The part that asks for a field: `trip.start`, `relationship`, `policyholder.idName`, `p1.idName` … */
export function partOf(field: string, parts: readonly PeoplePart[]): PeoplePart {
  const [who = ''] = field.split('.')
  if (isMemberPart(who)) return who
  if (who === 'policyholder' || field === 'sensitive' || field === 'ownWages' || field === 'family') return 'buyer'
  if (who === 'insured' || field === 'deathBenefitElsewhere') return parts.includes('insured') ? 'insured' : 'buyer'
  return 'dates'
}

/** Before the separate consent no personal data is asked for: the errors of the consent replace those of the fields. */
export const beforeConsent = (errors: FieldErrors, parts: readonly PeoplePart[]): FieldErrors => ({
  ...errorsIn(errors, ['dates'], parts),
  sensitive: 'sensitive_consent_required',
})

export const errorsIn = (
  errors: FieldErrors,
  shown: readonly PeoplePart[],
  parts: readonly PeoplePart[],
): FieldErrors => Object.fromEntries(Object.entries(errors).filter(([field]) => shown.includes(partOf(field, parts))))
