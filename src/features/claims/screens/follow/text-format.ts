/** Small formatting helpers for a case. */
import type { Lang } from '../../../../lib/locale.ts'

/** Keeps a number with hyphens on one line (look.md "Type"): INV-20877. */
export const withoutLineBreaks = (text: string): string => text.replace(/(\w)-(?=\d)/g, '$1\u2060-\u2060')

/** Joins short statements: "Since 16 November. Handler: Wu Min". */
export const joinStatements = (lang: Lang, ...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(lang === 'cn' ? '，' : '. ')

/** A summary list in a narrow column: terms and values are closer together. */
export const NARROW_SUMMARY =
  'web:[&_.summary-list>div]:grid-cols-[7rem_minmax(0,1fr)] web:[&_.summary-list>div]:py-2.5 web:text-[0.9375rem]'
