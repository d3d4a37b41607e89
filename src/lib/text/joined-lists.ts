/** How a language writes what stands in a row. Apart from `locale.ts`, which every page loads. */
import type { Lang } from '../locale.ts'

/** Names or numbers in a list without "and": "A, B", "A、B". */
export const joinedNames = (lang: Lang, names: readonly string[]): string => names.join(lang === 'cn' ? '、' : ', ')

/** Statements in one line: "A; B", "A；B". */
export const joinedClauses = (lang: Lang, clauses: readonly string[]): string =>
  clauses.join(lang === 'cn' ? '；' : '; ')
