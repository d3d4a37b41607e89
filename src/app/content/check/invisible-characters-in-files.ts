/** Finds invisible problems in files: characters broken by a wrong encoding, and marks that hide or reverse text. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'

/** The replacement character of a wrong encoding, invisible characters, and marks that reverse the reading direction. */
const LOST = '\ufffd'
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069]/u

/** One problem per file: at the first such character. */
export function hiddenCharacterProblems({ root, files }: Tree): SourceProblem[] {
  return [...files].flatMap(([path, text]) => {
    const lost = text.indexOf(LOST)
    const at = lost >= 0 ? lost : text.search(UNSEEN)
    if (at < 0) return []
    const line = text.slice(0, at).split('\n').length
    const file = `${root}/${path}`
    if (lost >= 0)
      return [
        problem(
          file,
          line,
          '(file)',
          'encoding',
          'is not UTF-8, so letters are lost. Choose “UTF-8” when you save.',
          'UTF-8',
        ),
      ]
    const mark = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`
    return [
      problem(
        file,
        line,
        mark,
        'unseen',
        'is an invisible character, pasted along with other text. Type the words around it again.',
        'plain words',
      ),
    ]
  })
}
