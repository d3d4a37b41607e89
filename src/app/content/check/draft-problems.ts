/**
 * What the check says about drafts. The content is read as a build reads it, without them; a draft is read as a preview
 * shows it, and only what is wrong with itself is told (decision 0122).
 */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { otherLang } from '../../../lib/locale.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { lineOf } from './content-files.ts'
import type { Entry } from '../entry.ts'

const FIELD = 'draft: true'
const nameOf = ({ root }: Tree, file: string): string => file.slice(root.length + 1).replace(/\.md$/, '')

/** Both languages of a text are published together. */
export function draftTwinProblems(drafts: readonly Entry[], published: Tree): SourceProblem[] {
  const alone = drafts.flatMap((entry) => {
    const twin = entry.file.replace(`/${entry.lang}/`, `/${otherLang(entry.lang)}/`)
    if (!published.files.has(twin.slice(published.root.length + 1))) return []
    const language = entry.lang === 'en' ? 'Chinese' : 'English'
    return [
      problem(
        entry.file,
        lineOf(entry, 'draft'),
        'draft',
        'draft_twin',
        `is not in the ${language} version, ${twin}. Both languages are published together: write it in both files, or in neither.`,
        FIELD,
      ),
    ]
  })
  return [...alone, ...[...published.files].flatMap(([path, text]) => belowFields(published.root, path, text))]
}

/** Below the second line of hyphens it is no field: the text is published, and shows it. */
function belowFields(root: string, path: string, text: string): SourceProblem[] {
  const lines = path.endsWith('.md') ? text.split('\n') : []
  const line = lines.findIndex((it, i) => i > lines.indexOf('---', 1) && /^draft: *(?:true|false) *$/.test(it))
  const why = 'is below the fields, so it is shown as words, and the text is published: move it above the line of ---.'
  return line < 0 ? [] : [problem(`${root}/${path}`, line + 1, 'draft', 'draft_below', why, FIELD)]
}

/**
 * Problems of the published content, some of them said anew: a file that is a draft is not missing, and whoever looks
 * for it is told what it is.
 */
export function withDraftsNamed<P extends SourceProblem>(found: readonly P[], drafts: readonly Entry[]): P[] {
  const byFile = new Map(drafts.map((entry) => [entry.file, entry]))
  return found.flatMap((it) => {
    // The twin says so itself.
    if (it.code === 'missing_twin' && byFile.has(it.example)) return []
    const draft = byFile.get(it.file)
    if (it.code !== 'needed' || !draft) return [it]
    const message = 'cannot be a draft, because pages of the site lead to it. Remove the line in both languages.'
    return [
      { ...it, line: lineOf(draft, 'draft'), field: 'draft', code: 'draft_needed', message, example: 'draft: false' },
    ]
  })
}

/** One line that lists them all. */
export function draftWarnings(drafts: Tree, entries: readonly Entry[]): SourceProblem[] {
  const [first] = entries
  if (!first) return []
  const names = entries.map(({ file }) => nameOf(drafts, file)).join(', ')
  return [
    problem(
      first.file,
      lineOf(first, 'draft'),
      'draft',
      'draft',
      `${entries.length === 1 ? 'keeps 1 file' : `and the same line elsewhere keep ${entries.length} files`} unpublished; only previews show what is a draft: ${names}. Remove the line in both languages to publish a text.`,
      'draft: false',
    ),
  ]
}
