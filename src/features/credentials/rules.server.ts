/** Rules of registrations: their states, how many may be sent, and when they match a policy. Pure. */
import { z } from 'zod'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { GENDERS, ID_TYPES, normaliseIdNumber } from '../../lib/id-number.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { RegistrationStatus } from './contract.ts'

/** design §5 "Registration"; a wrong approval is revoked. */
const graph: Graph<RegistrationStatus> = { submitted: ['approved', 'rejected'], approved: ['revoked'], rejected: [], revoked: [] }
export const registrationMachine = machine({ entity: 'registration', table: 'registrations', graph })

export const identity = z.object({
  idType: z.enum(ID_TYPES), idName: z.string(), idNumber: z.string(), gender: z.enum(GENDERS), birthDate: z.string(),
})
export type Identity = z.output<typeof identity>

/** The insured person of a policy, as far as the comparison needs it. */
export interface InsuredIdentity extends Identity {
  chineseName?: string | undefined
  passportName?: string | undefined
}

const letters = (name: string): string => name.normalize('NFKC').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * True when every fact is the policy's own: type and number of the ID, gender, date of birth, and one of the names it states, whatever its
 * spaces, hyphens and capitals.
 */
export function isSamePerson(said: Identity, insured: InsuredIdentity): boolean {
  const names = [insured.idName, insured.chineseName, insured.passportName].filter((name) => name !== undefined).map(letters)
  return said.idType === insured.idType && normaliseIdNumber(said.idNumber) === normaliseIdNumber(insured.idNumber)
    && said.gender === insured.gender && said.birthDate === insured.birthDate && letters(said.idName) !== '' && names.includes(letters(said.idName))
}

const DAY = 24 * 3_600_000
export const DAY_MS = DAY
export const MONTH_MS = 30 * DAY

/**
 * Milliseconds until someone may send again, so that nobody can try numbers until one matches: limited per day and month. `sent` are
 * the instants of earlier ones, in any order.
 */
export function waitUntilNext(sent: readonly number[], now: number): number {
  const freeAt = (most: number, period: number): number => {
    const recent = sent.filter((at) => at > now - period).sort((a, b) => b - a)
    const oldest = recent[most - 1]
    return oldest === undefined ? 0 : oldest + period - now
  }
  return Math.max(freeAt(LIMITS.registrationsDay, DAY), freeAt(LIMITS.registrationsMonth, MONTH_MS))
}

/** Latest decision, ms. */
export const dueAt = (submittedAt: number): number => submittedAt + LIMITS.registrationDays * DAY
