/**
 * The texts of a row that its keyed hashes may be made from, for `keys reseal`: hashes are made anew from them with the
 * new secret.
 */
import { z } from 'zod'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../lib/people/contact.ts'
import { normaliseIdNumber } from '../../lib/people/id-number.ts'
import type { HashedText, TextsOfRow } from '../db/define-table.ts'
import { comparedDestination, DESTINATION } from './destination-mac.ts'
import type { Seal } from './seal.ts'

/** As applications and registrations hold them. */
export const hashedPerson = z
  .object({
    mobile: z.string().optional(),
    email: z.string().optional(),
    idType: z.string().optional(),
    idNumber: z.string().optional(),
  })
  .catch({})

function contactTexts(text: string | undefined): HashedText[] {
  if (!text) return []
  const [mobile, email] = [normaliseMobile(text), normaliseEmail(text)]
  const emails = isEmail(email) ? [email, comparedDestination(email)] : []
  return [text, ...(isMobile(mobile) ? [mobile] : []), ...emails].map((it) => ({
    purpose: DESTINATION,
    text: it,
  }))
}

export function personTexts({ mobile, email, idType, idNumber }: z.output<typeof hashedPerson>): HashedText[] {
  const numbers = idType && idNumber ? [idNumber, normaliseIdNumber(idNumber)] : []
  return [
    ...contactTexts(mobile),
    ...contactTexts(email),
    ...numbers.map((it) => ({ purpose: 'person.id', text: `${idType}:${it}` })),
  ]
}

/** A sealed text; empty where the row has none. */
export const textIn = (seal: Seal, context: string, value: unknown): string =>
  typeof value === 'string' ? seal.open(context, z.string(), value) : ''

/** An address or number that lies in a column by itself. */
export const contactIn =
  (context: string, ...columns: readonly string[]): TextsOfRow =>
  (seal, row) =>
    columns.flatMap((column) => contactTexts(textIn(seal, context, row[column])))

/** An address or number in the sealed contents of `facts`. */
export const contactInFacts =
  (context: string, field: 'contact' | 'email'): TextsOfRow =>
  (seal, row) => {
    const facts = z.record(z.string(), z.unknown()).parse(seal.open(context, z.unknown(), String(row['facts'])))
    return contactTexts(z.string().parse(facts[field]))
  }

/** Whose ID `facts` of a registration holds. */
export const personInFacts: TextsOfRow = (seal, row) =>
  typeof row['facts'] === 'string' ? personTexts(seal.open('registrations.facts', hashedPerson, row['facts'])) : []
