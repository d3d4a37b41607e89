/** The two people of a policy as the application named them: sealed and opened. */
import { z } from 'zod'
import { GENDERS, ID_TYPES } from '../../../../lib/people/id-number.ts'
import { checkedWhenSealed, type Seal } from '../../../../server/keys/seal.ts'

const policyPerson = z.object({
  idType: z.enum(ID_TYPES),
  idName: z.string().min(1),
  idNumber: z.string().min(1),
  gender: z.enum(GENDERS),
  birthDate: z.string(),
  nationality: z.string(),
  chineseName: z.string().optional(),
  /** Name in letters as in the passport, where the ID is written in Chinese. */
  passportName: z.string().optional(),
  /** Name in letters as it was typed, where it differs from the passport's capitals. */
  typedName: z.string().optional(),
  /** Passport number where the ID is something else. */
  passportNumber: z.string().optional(),
  institution: z.string().optional(),
  email: z.string().optional(),
  mobile: z.string().optional(),
})
export type PolicyPerson = z.output<typeof policyPerson>
export const peopleSchema = z.object({ policyholder: policyPerson, insured: policyPerson })
export type People = z.output<typeof peopleSchema>

const CONTEXT = 'policies.people'
export const sealPeople = (seal: Seal, people: People): string => seal.seal(CONTEXT, peopleSchema.parse(people))
const sealedPeople = checkedWhenSealed<People>()
export const openPeople = (seal: Seal, sealed: string): People => seal.openCached(CONTEXT, sealedPeople, sealed)
