/** Checks products beside the main plans and overseas insurers beyond the form of their fields. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { FIELD_EXAMPLES } from '../collections.ts'
import type { Entry } from '../entry.ts'
import { EXCLUSIONS_HEADING } from '../product-headings.ts'
import { lineOf, ofCollection } from './content-files.ts'
import { headingsOf } from './markdown.ts'

interface InsurerFacts {
  /** Sells abroad, not in mainland China. */
  overseas: boolean
  currency: string
}

/** The facts of insurers and plans that products refer to. */
export interface ProductFacts {
  insurers: ReadonlyMap<string, InsurerFacts>
  /** The insurer of each plan. */
  plans: ReadonlyMap<string, string>
}

const FIGURES = [
  'currency',
  'price',
  'per',
  'limit',
  'deductible',
  'share',
  'evacuation',
  'remains',
  'ageFrom',
  'ageTo',
  'longest',
] as const
const NEEDED = ['currency', 'price', 'per', 'longest'] as const

/** Checks insurer, plan, figures and exclusions. Says nothing about insurers while their own files are broken. */
export const productProblems = (entries: readonly Entry[], facts: ProductFacts | undefined): SourceProblem[] => [
  ...ofCollection(entries, 'other', 'overseas').flatMap((entry) =>
    entry.data ? [...figureProblems(entry), ...(facts ? insurerProblems(entry, entry.data, facts) : [])] : [],
  ),
  ...sameTitles(ofCollection(entries, 'other', 'overseas')),
]

/** A reader of the list tells products apart by their titles alone. */
function sameTitles(products: readonly Entry[]): SourceProblem[] {
  const first = new Map<string, Entry>()
  return products.flatMap((entry) => {
    const title = entry.data?.['title']
    if (typeof title !== 'string') return []
    const named = `${entry.collection} ${entry.lang} ${title.toLowerCase()}`
    const before = first.get(named)
    first.set(named, before ?? entry)
    return before ? [at(entry, 'title', 'twice', `is the title of ${before.file} too.`, `title: "${title} Plus"`)] : []
  })
}

const at = (entry: Entry, field: string, code: string, message: string, example: string): SourceProblem =>
  problem(entry.file, lineOf(entry, field), field, code, message, example)

/** Each figure is stored once: with the plan, or here. A product without a plan page must say what is not covered. */
function figureProblems(entry: Entry): SourceProblem[] {
  const data = entry.data ?? {}
  if (data['plan'] !== undefined) {
    return FIGURES.filter((field) => data[field] !== undefined).map((field) =>
      at(
        entry,
        field,
        'figure_twice',
        'is already in the plan: remove the line in both languages.',
        `plan: ${String(data['plan'])}`,
      ),
    )
  }
  const missing = NEEDED.filter((field) => data[field] === undefined).map((field) =>
    at(
      entry,
      field,
      'figure_missing',
      'is missing: a product without a plan needs its own figures.',
      FIELD_EXAMPLES[field] ?? '',
    ),
  )
  const { limit, deductible } = data
  if (typeof limit === 'number' && typeof deductible === 'number' && deductible >= limit)
    missing.push(
      at(
        entry,
        'deductible',
        'figure',
        `is not below the limit, ${limit}: so nothing is ever paid.`,
        'deductible: 500',
      ),
    )
  missing.push(...clashingFigures(entry, data))
  const heading = EXCLUSIONS_HEADING[entry.lang]
  if (headingsOf(entry).some(({ depth, text }) => depth === 2 && text === heading)) return missing
  return [
    ...missing,
    problem(
      entry.file,
      entry.bodyLine,
      heading,
      'heading',
      'is missing: readers must see what is not covered before they are asked for anything.',
      `## ${heading}`,
    ),
  ]
}

/** `up to 30 days` among the words for whom it is, and another length among the figures. */
const LENGTH = /\b(?:up to|at most) (\d+) days|(?:不超过|最长|至多)(\d+)[天日]/

function clashingFigures(
  entry: Entry,
  { ageFrom, ageTo, share, longest, who }: Record<string, unknown>,
): SourceProblem[] {
  const found: SourceProblem[] = []
  if (typeof ageFrom === 'number' && typeof ageTo === 'number' && ageFrom > ageTo)
    found.push(at(entry, 'ageFrom', 'figure', `is above ageTo, ${ageTo}: nobody is of that age.`, `ageFrom: ${ageTo}`))
  if (typeof share === 'number' && share > 0 && share < 10)
    found.push(at(entry, 'share', 'figure', `is ${share} per cent: a share is written from 0 to 100.`, 'share: 90'))
  const [, en, cn] = LENGTH.exec(String(who)) ?? []
  const said = en ?? cn
  if (said !== undefined && typeof longest === 'number' && Number(said) !== longest)
    found.push(
      at(entry, 'who', 'figure', `says ${said} days, and longest is ${longest}: which is right?`, `longest: ${said}`),
    )
  return found
}

function insurerProblems(
  entry: Entry,
  { insurer: id, plan, currency }: Record<string, unknown>,
  { insurers, plans }: ProductFacts,
): SourceProblem[] {
  const insurer = insurers.get(String(id))
  if (!insurer)
    return [
      at(
        entry,
        'insurer',
        'unknown_insurer',
        `there is no insurer “${String(id)}”.`,
        `insurer: ${closestWord(String(id), [...insurers.keys()]) ?? ''}`,
      ),
    ]
  const wanted = entry.collection === 'overseas'
  if (insurer.overseas !== wanted) {
    const right = [...insurers].find(([, it]) => it.overseas === wanted)?.[0] ?? ''
    return [
      at(
        entry,
        'insurer',
        'insurer_may_not',
        wanted
          ? 'is an insurer of mainland China: its products belong in content/other.'
          : 'is an overseas insurer: its products belong in content/overseas.',
        `insurer: ${right}`,
      ),
    ]
  }
  if (typeof plan === 'string' && plans.get(plan) !== id) {
    const own = [...plans].filter(([, of]) => of === id).map(([it]) => it)
    return [
      at(
        entry,
        'plan',
        'unknown_plan',
        `is not a plan of ${String(id)}${own.length === 0 ? ', which has none: remove the line, and give the figures here' : ''}.`,
        own.length === 0 ? 'price: 62' : `plan: ${closestWord(plan, own) ?? own[0] ?? ''}`,
      ),
    ]
  }
  if (currency !== undefined && currency !== insurer.currency)
    return [
      at(
        entry,
        'currency',
        'wrong_currency',
        `is not the insurer’s currency, which is ${insurer.currency}.`,
        `currency: ${insurer.currency}`,
      ),
    ]
  return []
}
