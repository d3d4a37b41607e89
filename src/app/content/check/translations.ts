/** Compares both languages: each text has its twin, and the twins agree in everything but words. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { otherLang } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { collectionOf, FIELD_EXAMPLES } from '../collections.ts'
import type { Entry } from '../entry.ts'
import { headingsOf } from './markdown.ts'
import { lineOf } from './content-files.ts'

/** Where the text of the other language lies. */
export const twinPath = (path: string): string =>
  path.replace(/\/(en|cn)\//, (_, lang: string) => `/${lang === 'en' ? 'cn' : 'en'}/`)

/** Every text in a folder `en` or `cn`, of any kind, has its twin in the other. */
export function missingTwins({ root, files }: Tree): SourceProblem[] {
  return [...files.keys()]
    .filter((path) => /^[a-z]+\/(en|cn)\/.+\.md$/.test(path) && !files.has(twinPath(path)))
    .map((path) => {
      const twin = `${root}/${twinPath(path)}`
      const language = path.includes('/en/') ? 'Chinese' : 'English'
      return problem(
        `${root}/${path}`,
        1,
        '(file)',
        'missing_twin',
        `has no ${language} version: the file ${twin} is missing.`,
        twin,
      )
    })
}

/** Facts and headings of an entry's twins. Differences are reported in the Chinese text. */
export function differingTwins(entries: readonly Entry[]): SourceProblem[] {
  const byKey = new Map(entries.map((entry) => [`${entry.collection}/${entry.lang}/${entry.slug}`, entry]))
  return entries
    .filter(({ lang }) => lang === 'cn')
    .flatMap((cn) => {
      const en = byKey.get(`${cn.collection}/${otherLang(cn.lang)}/${cn.slug}`)
      return en?.lines && cn.lines ? [...differingFacts(cn, en), ...differingHeadings(cn, en)] : []
    })
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
const shown = (value: unknown): string => (value === undefined ? 'nothing' : `“${plain(value)}”`)

/** Whether both are drafts is said by `draftTwinProblems`. */
function differingFacts(cn: Entry, en: Entry): SourceProblem[] {
  const { data } = cn
  const other = en.data
  if (!data || !other) return []
  const { words } = collectionOf(cn.collection)
  const fields = [...new Set([...Object.keys(data), ...Object.keys(other)])].filter(
    (field) => !words.includes(field) && field !== 'draft',
  )
  return fields
    .filter((field) => JSON.stringify(data[field]) !== JSON.stringify(other[field]))
    .map((field) =>
      problem(
        cn.file,
        lineOf(cn, field),
        field,
        'twin_facts',
        `is ${shown(data[field])} here and ${shown(other[field])} in ${en.file}:${lineOf(en, field)}. Both languages need the same value.`,
        other[field] === undefined ? `(no ${field} in either)` : asWritten(field, other[field]),
      ),
    )
}

function asWritten(field: string, value: unknown): string {
  if (Array.isArray(value)) return `${field}: [${plain(value)}]`
  return FIELD_EXAMPLES[field]?.includes('"') ? `${field}: "${plain(value)}"` : `${field}: ${plain(value)}`
}

function differingHeadings(cn: Entry, en: Entry): SourceProblem[] {
  const here = headingsOf(cn)
  const there = headingsOf(en)
  const at = Array.from({ length: Math.max(here.length, there.length) }, (_, i) => i).find(
    (i) => here[i]?.depth !== there[i]?.depth,
  )
  if (at === undefined) return []
  const mine = here[at]
  const theirs = there[at]
  const [entry, heading, twin, missing] = mine ? [cn, mine, en, theirs] : [en, theirs, cn, mine]
  if (!heading) return []
  const why = missing
    ? `has ${heading.depth} # here, and ${twin.file}:${missing.line} has ${missing.depth}.`
    : `has no matching heading in ${twin.file}: both languages need the same headings in the same order.`
  return [
    problem(
      entry.file,
      heading.line,
      heading.text,
      'twin_headings',
      why,
      missing
        ? `${'#'.repeat(missing.depth)} ${heading.text}`
        : `${'#'.repeat(heading.depth)} ${twin.lang === 'cn' ? '怎么申请' : 'How to claim'}`,
    ),
  ]
}
