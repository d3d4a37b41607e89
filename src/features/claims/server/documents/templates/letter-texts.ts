/**
 * Words of the letters and phrases for clinics (`content/letters/<language>.yaml`): the same lines in the same order in
 * each language.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ContentError, readYamlSource, type ReadYaml } from '../../../../../lib/content/source-problems.ts'
import type { Lang } from '../../../../../lib/locale.ts'
import { recordOf } from '../../../../../lib/object-keys.ts'
import { LETTER_LANGUAGES, type LetterLanguage } from '../../../../../lib/content/downloads.ts'

/** Languages that the files are in: those of the clinics, and Chinese to understand them. */
export const TEXT_LANGUAGES = [...LETTER_LANGUAGES, 'cn'] as const
export type TextLanguage = LetterLanguage | Lang

const line = z
  .string({ error: 'must be text; a line that ends in a colon stands in quotes.' })
  .trim()
  .min(1, 'must not be empty.')
const lines = z.array(line).min(1, 'must have a line.')
const letter = z.strictObject({ title: line, to: line, opening: lines, items: lines, requests: lines })

/** Lines to fill in, in the order of the letter. */
export const FIELDS = ['date', 'clinic', 'name', 'birth', 'number', 'visits', 'phone', 'email', 'address'] as const

const letterFile = z.strictObject({
  fields: z.strictObject({
    ...recordOf(FIELDS, () => line),
    signature: line,
  }),
  receive: line,
  ways: lines,
  thanks: line,
  closing: line,
  invoice: letter,
  record: letter,
  phrases: z.array(z.strictObject({ title: line, lines })).min(1),
})
export type LetterTexts = z.infer<typeof letterFile>
export const LETTER_KINDS = ['invoice', 'record'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

const file = (language: TextLanguage): string => `content/letters/${language}.yaml`

/** The number of lines of each part: files in which it differs are not translations of each other. */
export const partsOf = (texts: LetterTexts): { path: (string | number)[]; count: number }[] => [
  { path: ['ways'], count: texts.ways.length },
  ...LETTER_KINDS.flatMap((kind) =>
    (['opening', 'items', 'requests'] as const).map((part) => ({
      path: [kind, part],
      count: texts[kind][part].length,
    })),
  ),
  { path: ['phrases'], count: texts.phrases.length },
  ...texts.phrases.map((group, i) => ({ path: ['phrases', i, 'lines'], count: group.lines.length })),
]

/** The words of one language, or what is wrong with them. */
export const readLetterTexts = (text: string, name: string): ReadYaml<LetterTexts> =>
  readYamlSource(letterFile, text, name, () => 'opening: [ … ]')

/** Every language. The checker of content finds what is wrong with them before anything is drawn. */
export const loadAllLetterTexts = (root: string = process.cwd()): Record<TextLanguage, LetterTexts> =>
  recordOf(TEXT_LANGUAGES, (language) => {
    const { value, problems } = readLetterTexts(readFileSync(join(root, file(language)), 'utf8'), file(language))
    if (!value) throw new ContentError(problems)
    return value
  })

/**
 * The language that explains a letter to its sender: the site's, or the other one where the letter itself is in the
 * site's.
 */
export const explainedIn = (lang: Lang, language: LetterLanguage): Lang =>
  lang === 'en' && language === 'en' ? 'cn' : lang
/** The tag that PDF and HTML use. */
export const languageTag = (language: TextLanguage): string => (language === 'cn' ? 'zh-CN' : language)
