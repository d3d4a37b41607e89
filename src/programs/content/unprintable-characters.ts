/**
 * Characters that no typeface of the documents has: with one of them the build ends, or a customer's policy cannot be
 * drawn (`MissingGlyphs`). Looked for in everything that documents print.
 */
import { UNWRITTEN } from '../../app/content/new-entry-template.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { oncePerText } from '../../lib/content/remembering.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { fontsIn } from '../../server/pdf/load-fonts.ts'
import { missingCharacters } from '../../server/pdf/printable-characters.ts'

/** Folders of the content whose texts are printed. */
const PRINTED = /^(?:clauses|plans|insurers|claims|purchase|letters|legal|school-forms|schools)\//

/** Words of the interface that are printed, by namespace. */
const PRINTED_WORDS: ReadonlySet<string> = new Set([
  'bankaccount',
  'cashier',
  'claimdocuments',
  'claims',
  'groupreceipt',
  'invoices',
  'lettersandforms',
  'plans',
  'policydocuments',
  'reading',
  'salesrecord',
  'samples',
  'tuition',
  'tuitionreceipt',
])

const WHY =
  'is a character that none of the typefaces of our documents has, and they print this text: they could not be made. Write it in words.'
const EXAMPLE = 'the words alone'

/**
 * Without those that are no characters of their own, and the mark of a template: they are told elsewhere
 * (`invisible-characters-in-files.ts`, `new-entry-template.ts`).
 */
const missingIn = (text: string): string[] =>
  missingCharacters(fontsIn(undefined), text).filter(
    (char) => char !== UNWRITTEN && !/[\p{Cc}\p{Cf}\ufffd]/u.test(char),
  )

export const unprintableProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) => (PRINTED.test(path) ? unprintableIn(root, path, text) : []))

const unprintableIn = oncePerText((root: string, path: string, text: string): SourceProblem[] => {
  if (missingIn(text).length === 0) return []
  const yaml = path.endsWith('.yaml')
  return text.split('\n').flatMap((line, i) =>
    // What a file says to its editors is not printed.
    yaml && /^\s*#/.test(line)
      ? []
      : missingIn(line).map((char) => problem(`${root}/${path}`, i + 1, char, 'unprintable', WHY, EXAMPLE)),
  )
})

/** In a text of the interface, where picture signs are refused in any case (`slips-of-the-hand.ts`). */
export const unprintableInWords = (
  namespace: string,
  text: string,
): { found: string; why: string; example: string }[] =>
  PRINTED_WORDS.has(namespace)
    ? missingIn(text.replace(/\p{Emoji_Presentation}/gu, '')).map((found) => ({ found, why: WHY, example: EXAMPLE }))
    : []
