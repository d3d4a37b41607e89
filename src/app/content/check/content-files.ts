/** All files of `content/`, read once, so that every check sees the same state. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { dayInName } from '../../../lib/content/content-by-day.ts'
import { byPublication } from '../../../lib/content/content-drafts.ts'
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { COLLECTION_NAMES, type CollectionName } from '../collections.ts'
import { readEntry, replacedVersions, type Entry } from '../entry.ts'

const HIDDEN = /(^|\/)\./
/** Not texts: another check looks at them (`check-pictures.ts`). */
const PICTURES = /^pictures\//

/** Every published file below `root`: what a build reads. Hidden ones belong to tools, and pictures are no texts. */
export const readTree = (root: string): Tree => byPublication(readTreeWithDrafts(root)).published

/** The same with drafts: for what checks them, and for names that are taken. */
export function readTreeWithDrafts(root: string): Tree {
  const paths = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []
  const names = paths
    .filter((it) => it.isFile())
    .map((it) => relative(root, join(it.parentPath, it.name)).split(sep).join('/'))
  const shown = names.filter((name) => !HIDDEN.test(name) && !PICTURES.test(name)).sort()
  return {
    root,
    files: new Map(shown.map((name) => [name, readFileSync(join(root, name), 'utf8').replace(/\r\n/g, '\n')])),
  }
}

const ENTRY = new RegExp(`^(${COLLECTION_NAMES.join('|')})/(${LANGS.join('|')})/([a-z0-9]+(?:-[a-z0-9]+)*)\\.md$`)
const OURS = new RegExp(`^(${COLLECTION_NAMES.join('|')})/`)

const entryOf = oncePerText(readEntry)

/** Every version of the texts of a collection, also those that hold on other days, under the slug that they share. */
export const versionsOfTexts = ({ root, files }: Tree, collection: CollectionName): Entry[] =>
  [...files].flatMap(([file, raw]) => {
    const [, name, lang, slug] = ENTRY.exec(dayInName(file)?.path ?? file) ?? []
    return name === collection && slug !== undefined
      ? [readEntry(collection, lang === 'cn' ? 'cn' : 'en', slug, `${root}/${file}`, raw)]
      : []
  })

/** The earlier versions of legal texts that have a page on `day` of their own, each with the name of its own file. */
export const replacedTexts = ({ root, files }: Tree, day: Day): Entry[] =>
  LANGS.flatMap((lang) => {
    const folder = `legal/${lang}/`
    const names = [...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length))
    return replacedVersions(names, day, (file, slug) =>
      entryOf('legal', lang, slug, `${root}/${folder}${file}`, files.get(folder + file) ?? ''),
    )
  })

/** Drafts of all days, each with the name of its own file. */
export const draftsOf = (drafts: Tree): Entry[] => COLLECTION_NAMES.flatMap((name) => versionsOfTexts(drafts, name))

/** The entries of the collections, and the files in their folders that would become no page. */
export function entriesOf({ root, files }: Tree): { entries: Entry[]; problems: SourceProblem[] } {
  const entries: Entry[] = []
  const problems: SourceProblem[] = []
  for (const [path, raw] of files) {
    const match = ENTRY.exec(path)
    const [, name, lang, slug] = match ?? []
    const collection = COLLECTION_NAMES.find((it) => it === name)
    if (collection && slug !== undefined)
      entries.push(entryOf(collection, lang === 'cn' ? 'cn' : 'en', slug, `${root}/${path}`, raw))
    else if (OURS.test(path)) problems.push(stray(root, path))
  }
  return { entries, problems }
}

function stray(root: string, path: string): SourceProblem {
  const [collection = '', ...rest] = path.split('/')
  const lang = LANGS.find((it) => rest.includes(it)) ?? 'en'
  const name =
    (rest.at(-1) ?? '')
      .replace(/(?:\.md)?\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'new-text'
  return problem(
    `${root}/${path}`,
    1,
    '(file)',
    'file_name',
    'is not in the right place: it belongs in the folder of its language, with a name of lower-case letters, digits and hyphens, then .md.',
    `${root}/${collection}/${lang}/${name}.md`,
  )
}

export const ofCollection = (entries: readonly Entry[], ...names: readonly CollectionName[]): Entry[] =>
  entries.filter(({ collection }) => names.includes(collection))

/** Line of a field above the text; the first line where the field is missing. */
export const lineOf = ({ lines }: Entry, ...path: (string | number)[]): number => lines?.of(path) ?? 1

/** An earlier version of a legal text stays word for word as people agreed to it. */
export const isEarlierVersion = (path: string): boolean => /^legal\/[^.]+-\d+-\d+\.md$/.test(path)
