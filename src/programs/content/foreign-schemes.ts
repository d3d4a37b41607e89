/**
 * What a plan or its terms say of the law, the public scheme or the visas of a country that it does not cover.
 * Warnings.
 */
import { dayInName } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { readYaml } from './doubtful-files.ts'
import { covers } from './slipped-figures.ts'

/** Countries, what only their own plans speak of, and the name of the first. */
const SCHEMES: readonly (readonly [string, RegExp, RegExp])[] = [
  ['nz', /\bACC\b|New Zealand law|新西兰法律/, /New Zealand|新西兰/],
  ['au', /\bOSHC\b|Australian law|澳大利亚法律/, /Australia\b|澳大利亚/],
  ['au us', /\bMedicare\b/, /(?!)/],
  ['uk', /\bNHS\b|\bIHS\b|English law|英国法律|英格兰法律/, /United Kingdom|\bUK\b|英国/],
  ['ca', /\bOHIP\b|\bRAMQ\b|Canadian law|加拿大法律/, /\bCanada\b|加拿大/],
  ['us', /\bJ-[12]\b|\bF-1\b|\b22 CFR\b|\bDS-2019\b|\bI-20\b/, /United States|美国/],
  ['ie', /\bISIF\b|Irish law|爱尔兰法律/, /\bIreland\b|爱尔兰/],
  ['jp', /Japanese law|日本法律/, /\bJapan\b|日本/],
]
/** Once may be a comparison; what is excluded is named, too. */
const OFTEN = 2
const EXCLUDES = /\b(?:not?|except|excluding|outside|without|other than|only if|instead)\b|不|除|以外|之外|另/i

/** Of several countries one sentence may say where the plan goes, too. */
const namedIn = (line: string): number => SCHEMES.filter(([, , name]) => name.test(line)).length

export const foreignSchemes = (all: Tree): SourceProblem[] =>
  [...all.files].flatMap(([path, text]) => {
    const plain = dayInName(path)?.path ?? path
    const [, folder, lang, id = ''] = /^(plans|clauses|articles)\/(en|cn)\/(.+)\.md$/.exec(plain) ?? []
    const places =
      folder === 'articles'
        ? /^countries: \[(\w\w)\]/m.exec(text)?.slice(1)
        : readYaml(all.files.get(`plans/${id}.yaml`) ?? '')['destinations']
    if (lang === undefined || places === undefined) return []
    const lines = text.split('\n')
    const foreign = SCHEMES.filter(([countries]) => !countries.split(' ').some((it) => covers(places, it)))
    return foreign.flatMap(([countries, scheme, name]) => {
      const country = countries.replace(' ', ' or ')
      const named = lines.flatMap((line, i) =>
        folder !== 'articles' && name.test(line) && namedIn(line) === 1 && !EXCLUDES.test(line) ? [i] : [],
      )
      const line = [lines.findIndex((it) => scheme.test(it)), named.length >= OFTEN ? (named[0] ?? -1) : -1].find(
        (it) => it >= 0,
      )
      const [found] = (line !== undefined && (scheme.exec(lines[line] ?? '') ?? name.exec(lines[line] ?? ''))) || []
      if (line === undefined || found === undefined) return []
      const why =
        folder === 'articles'
          ? `is of ${country}, and the article is about another country: was the sentence copied?`
          : `is of ${country}, which the plan does not cover: was the text begun as a copy, or is it missing in its destinations?`
      return [problem(`${all.root}/${path}`, line + 1, found, 'doubtful_plan', why, 'what holds where the plan covers')]
    })
  })
