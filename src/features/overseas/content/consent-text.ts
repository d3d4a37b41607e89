/**
 * The separate consent to send an application to an insurer abroad (PIPL art. 23 and 39), as shown and as recorded.
 * Built for the page and again by the server, which accepts consent only to the current text.
 */
import { createHash } from 'node:crypto'
import type { Lang } from '../../../lib/locale.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { nationalityName } from '../../../lib/people/nationalities.ts'
import type { PlanSet } from '../../plans/contract.ts'
import type { Product } from '../rules/product-types.ts'

/** Must change whenever the words of `overseas:consent` change; both are recorded with each application. */
export const CONSENT_VERSION = '1.3'

const ROWS = ['recipient', 'contact', 'data', 'purpose', 'how', 'keep', 'rights', 'refuse'] as const
export type Say = (key: string, values?: Record<string, string | number>) => string

export interface ConsentText {
  rows: { term: string; text: string }[]
  /** Label of the checkbox. */
  box: string
  sha256: string
}

export function consentText(
  set: PlanSet,
  lang: Lang,
  { insurer: id }: Product,
  asksSchool: boolean,
  say: Say,
): ConsentText {
  const { country, assistance } = set.insurer(id)
  const { name, fullName } = set.insurerWords(lang, id)
  const values = {
    insurer: name,
    fullName,
    country: nationalityName(country === 'uk' ? 'GB' : country.toUpperCase(), lang),
    phone: assistance.phones.anywhere,
    company: assistance.company[lang],
    days: LIMITS.overseasClosedDays,
  }
  const rows = ROWS.map((row) => ({
    term: say(`overseas:consent.${row}.term`),
    text: say(`overseas:consent.${row}.${row === 'data' && !asksSchool ? 'withoutSchool' : 'text'}`, values),
  }))
  const box = say('overseas:consent.box', values)
  // Pages have no-break spaces in telephone numbers and joiners in dates, the server's words do not.
  const plain = [CONSENT_VERSION, ...rows.map(({ term, text }) => `${term}\n${text}`), box]
    .join('\n\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2060', '')
  return { rows, box, sha256: createHash('sha256').update(plain, 'utf8').digest('hex') }
}
