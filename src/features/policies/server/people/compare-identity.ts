/** Whether the person who registers is the insured person of a policy. Pure. */
import { z } from 'zod'
import { GENDERS, ID_TYPES, normaliseIdNumber } from '../../../../lib/people/id-number.ts'

export const identity = z.object({
  idType: z.enum(ID_TYPES),
  idName: z.string(),
  idNumber: z.string(),
  gender: z.enum(GENDERS),
  birthDate: z.string(),
})
export type Identity = z.output<typeof identity>

/** The insured person of a policy, as far as the comparison needs it. */
export interface InsuredIdentity extends Identity {
  chineseName?: string | undefined
  passportName?: string | undefined
}

const letters = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * True when every fact is the policy's own: type and number of the ID, gender, date of birth, and one of the names it
 * states, whatever its spaces, hyphens and capitals.
 */
export function isSamePerson(said: Identity, insured: InsuredIdentity): boolean {
  const names = [insured.idName, insured.chineseName, insured.passportName]
    .filter((name) => name !== undefined)
    .map(letters)
  return (
    said.idType === insured.idType &&
    normaliseIdNumber(said.idNumber) === normaliseIdNumber(insured.idNumber) &&
    said.gender === insured.gender &&
    said.birthDate === insured.birthDate &&
    letters(said.idName) !== '' &&
    names.includes(letters(said.idName))
  )
}
