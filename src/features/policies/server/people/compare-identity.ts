/** Whether the person who registers is the insured person of a policy. Pure. */
import { z } from 'zod'
import { normaliseName, withUmlautsSpelled } from '../../../../lib/people/person-names.ts'
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
  normaliseName(name)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A name as the policy may print it: Nguyễn is NGUYEN there, Müller MUELLER, and 吕 LYU. */
const lettersAsPrinted = (name: string): string[] => [
  letters(name),
  letters(withUmlautsSpelled(name)),
  letters(name).replaceAll('Ü', 'YU'),
]

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
    lettersAsPrinted(said.idName).some((name) => name !== '' && names.includes(name))
  )
}
