/** The three parts of the people step: sections of one page on the desktop, a short page each on phones. Pure. */
import type { FieldErrors } from '../../../../../lib/errors.ts'
import type { PeopleDraft } from '../../../people-draft.ts'

export const PEOPLE_PARTS = ['dates', 'buyer', 'insured'] as const
export type PeoplePart = (typeof PEOPLE_PARTS)[number]

export const isPeoplePart = (text: string | null): text is PeoplePart => PEOPLE_PARTS.some((part) => part === text)

/** Whoever insures themselves is asked for once. */
export const partsOf = ({ relationship }: Pick<PeopleDraft, 'relationship'>): PeoplePart[] =>
  PEOPLE_PARTS.filter((part) => part !== 'insured' || (relationship !== '' && relationship !== 'self'))

/** The part that asks for a field: `trip.start`, `relationship`, `policyholder.idName` … */
export function partOf(field: string, parts: readonly PeoplePart[]): PeoplePart {
  if (field.startsWith('policyholder.') || field === 'ownWages') return 'buyer'
  if (field.startsWith('insured.') || field === 'deathBenefitElsewhere') return parts.at(-1) ?? 'buyer'
  return 'dates'
}

export const errorsIn = (errors: FieldErrors, shown: readonly PeoplePart[], parts: readonly PeoplePart[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => shown.includes(partOf(field, parts))))
