/** Articles of the policy terms by their numbers: one that a text names and none has, one that is left out. Warnings. */
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

type Told = [found: string, why: string, example: string]

/** Articles of all terms of a language; chapters too. */
export function articlesOf(all: Tree, lang: Lang): Set<string> {
  const terms = [...all.files].filter(([path]) => path.startsWith(`clauses/${lang}/`))
  return new Set(
    terms.flatMap(([, text]) => [...text.matchAll(/^#{1,2} \**(\d+(?:\.\d+)?)/gm)].map(([, id = '']) => id)),
  )
}

/** An article without the one before it, in its own terms or in the shared ones that they add to. */
export const skippedArticles = (all: Tree, lang: Lang, known: ReadonlySet<string>): SourceProblem[] =>
  [...all.files].flatMap(([path, text]) => {
    if (!path.startsWith(`clauses/${lang}/`)) return []
    const numbers = new Set([...text.matchAll(/^## \**(\d+\.\d+)/gm)].map(([, id = '']) => id))
    return text.split('\n').flatMap((line, i) => {
      const [found, chapter, article] = /^## \**(\d+)\.(\d+)/.exec(line) ?? []
      const before = `${chapter}.${Number(article) - 1}`
      // Of the first ten chapters all terms share the numbers.
      const shared = Number(chapter) < 11 && known.has(before)
      return found === undefined || Number(article) < 2 || numbers.has(before) || shared
        ? []
        : [
            problem(
              `${all.root}/${path}`,
              i + 1,
              found,
              'doubtful_plan',
              `comes without ${before}: is an article missing?`,
              `## ${before}`,
            ),
          ]
    })
  })

/** `clause 9.9`, which no terms have: found, why, example. */
export const noClause = (line: string, articles: ReadonlySet<string>): Told[] =>
  [...line.matchAll(/\b[Cc]lauses? (\d+(?:\.\d+)?)|条款 ?(\d+(?:\.\d+)?)/g)].flatMap(([found, en, cn]): Told[] =>
    articles.has(en ?? cn ?? '') ? [] : [[found, 'is in no policy terms. Which one is meant?', 'clause 3.4']],
  )
