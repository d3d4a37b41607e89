import { formatDay } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'

/** The stored version of a signed text, "1.4 (2026-11-25)", with its day in words: "1.4 (25 November 2026)". */
export function textVersionWords(version: string, lang: Lang): string {
  const [, number, day] = /^(\S+) \((\d{4}-\d{2}-\d{2})\)$/.exec(version) ?? []
  if (number === undefined || day === undefined) return version
  return lang === 'cn' ? `${number}（${formatDay(day, lang)}）` : `${number} (${formatDay(day, lang)})`
}
