/**
 * Figures of a plan that changed many times over: all prices at once, which no comparison within the plan shows, and
 * each limit, share and period, with which nothing is compared. Each file is compared with the one that holds before
 * it: the state of the day before, or what was committed last.
 */
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { Lines, type Path, type SourceProblem } from '../../lib/content/source-problems.ts'
import { textsAt, type History } from './change-history.ts'
import { readYaml } from './doubtful-files.ts'

/** No insurer changes all prices of a plan by so much at once. */
const MANY_TIMES = 3
/** A digit too many or too few is ten times; a limit may be doubled or trebled. */
const A_DIGIT = 5

const planFile = z.object({
  premium: z.object({
    bands: z.array(
      z.object({ days: z.number().positive().optional(), price: z.record(z.string(), z.number().positive()) }),
    ),
  }),
})
/** So many plans at least say what prices are like; a new one is compared with the dearest and the cheapest of them. */
const PLANS_TO_COMPARE = 3
const BEYOND_ALL = 1.5
const DAYS_OF_MONTH = 30

/** Warnings for an editor. */
export function priceJumps(all: Tree, history: History | undefined): SourceProblem[] {
  return planPaths(all).flatMap((path) => {
    const [now, before] = [pricesOf(all.files.get(path)), pricesOf(textBefore(all, path, history))]
    const changes = now.flatMap(({ name, price }) => {
      const was = before.find((it) => it.name === name)?.price
      return was === undefined ? [] : [{ was, price, times: price / was }]
    })
    const [first] = changes
    if (!first || !changes.every(({ times }) => times >= MANY_TIMES || times <= 1 / MANY_TIMES)) return []
    const line = (all.files.get(path) ?? '').split('\n').findIndex((it) => it.startsWith('premium:')) + 1
    const why = `every price has changed several times over: ${first.price}, and it was ${first.was}. Is that meant, or is a digit missing or one too many?`
    return [problem(`${all.root}/${path}`, line, 'premium', 'price_jump', why, String(first.was))]
  })
}

/**
 * A plan that is new has no price before it, and where all its prices are ten times too high none beside it differs
 * either: what a month costs at least is compared with the other plans. Warnings for an editor.
 */
export function newPrices(all: Tree, history: History | undefined): SourceProblem[] {
  const plans = planPaths(all).flatMap((path) => {
    const month = monthFrom(all.files.get(path))
    return month === undefined ? [] : [{ path, month, isNew: isNewFile(all, path, history) }]
  })
  const known = plans.filter(({ isNew }) => !isNew).map(({ month }) => month)
  if (known.length < PLANS_TO_COMPARE) return []
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return plans.flatMap(({ path, month, isNew }) => {
    if (!isNew || (month <= most * BEYOND_ALL && month >= least / BEYOND_ALL)) return []
    const line = (all.files.get(path) ?? '').split('\n').findIndex((it) => it.startsWith('premium:')) + 1
    const why = `costs ${Math.round(month)} a month at least, and the other plans ${Math.round(least)} to ${Math.round(most)}. Is that meant, or is a digit missing or one too many?`
    return [problem(`${all.root}/${path}`, line, 'premium', 'price_jump', why, String(Math.round(least)))]
  })
}

/** The lowest price of a month; of trips that of the longest, which costs least a day. */
function monthFrom(text: string | undefined): number | undefined {
  const read = planFile.safeParse(readYaml(text ?? ''))
  const bands = read.success ? read.data.premium.bands : []
  const months = bands.flatMap(({ days = DAYS_OF_MONTH, price }) =>
    Object.values(price).map((one) => (one / days) * DAYS_OF_MONTH),
  )
  return months.length > 0 ? Math.min(...months) : undefined
}

/** Whether nothing of this name held or was committed before. */
function isNewFile(all: Tree, path: string, history: History | undefined): boolean {
  if (textBefore(all, path, history) !== undefined) return false
  const dated = dayInName(path)
  return dated ? isDay(dated.from) : history !== undefined && history.changes.get(path)?.commit === undefined
}

/** Warnings for an editor. */
export function figureJumps(all: Tree, history: History | undefined): SourceProblem[] {
  return [...all.files.keys()]
    .filter((path) => WITH_FIGURES.test(path))
    .flatMap((path) => {
      const text = yamlOf(path, all.files.get(path) ?? '')
      const before = new Map(
        figuresOf(yamlOf(path, textBefore(all, path, history) ?? '')).map(({ path: at, figure }) => [
          at.join('.'),
          figure,
        ]),
      )
      const jumped = figuresOf(text).flatMap(({ path: at, figure }) => {
        const was = before.get(at.join('.'))
        return was !== undefined && isJump(figure, was) ? [{ at, figure, was }] : []
      })
      if (jumped.length === 0) return []
      const counter = new LineCounter()
      const lines = new Lines(parseDocument(text, { lineCounter: counter, logLevel: 'error' }), counter)
      return jumped.map(({ at, figure, was }) => {
        const why = `is ${figure}, and was ${was} before. Is that meant, or is a digit missing or one too many?`
        return problem(`${all.root}/${path}`, lines.of(at), at.join('.'), 'figure_jump', why, `${at.at(-1)}: ${was}`)
      })
    })
}

const isJump = (now: number, was: number): boolean =>
  now > 0 && was > 0 && (now >= was * A_DIGIT || now * A_DIGIT <= was)

/** Every number of a plan but its prices, its days and the questions it asks; none of a file that cannot be read. */
function figuresOf(text: string | undefined): { path: Path; figure: number }[] {
  return Object.entries(readYaml(text ?? '')).flatMap(([field, value]) =>
    NO_FIGURES.has(field) ? [] : numbersIn(value, [field]),
  )
}
const NO_FIGURES: ReadonlySet<string> = new Set(['premium', 'ages', 'health', 'order', 'countries'])

/** Plans, products, schools that tuition is paid to. */
export const WITH_FIGURES = /^(?:(?:plans|schools)\/[^/]+\.yaml|(?:other|overseas)\/(?:en|cn)\/[^/]+\.md)$/
/** Of a text its fields, on the lines on which they stand. */
export const yamlOf = (path: string, text: string): string =>
  path.endsWith('.md') && text.startsWith('---\n') ? text.slice(3, text.indexOf('\n---', 3) + 1) : text

const numbersIn = (value: unknown, path: Path): { path: Path; figure: number }[] =>
  typeof value === 'number'
    ? [{ path, figure: value }]
    : isRecord(value)
      ? Object.entries(value).flatMap(([field, inner]) => numbersIn(inner, [...path, field]))
      : []

const planPaths = ({ files }: Tree): string[] => [...files.keys()].filter((path) => /^plans\/[^/]+\.yaml$/.test(path))

/** The state of the day before, or what was committed last; nothing of a file that is as it was committed. */
export function textBefore(all: Tree, path: string, history: History | undefined): string | undefined {
  const dated = dayInName(path)
  if (dated) return isDay(dated.from) ? treeOn(all, addDays(dated.from, -1)).files.get(dated.path) : undefined
  // Only what is not committed yet has no commit.
  if (history?.changes.get(path)?.commit !== undefined) return undefined
  return history && textsAt(all.root, [{ commit: 'HEAD', path }])[0]
}

/** Each price by its band and tier; none of a file that has another mistake. */
function pricesOf(text: string | undefined): { name: string; price: number }[] {
  const read = planFile.safeParse(readYaml(text ?? ''))
  if (!read.success) return []
  return read.data.premium.bands.flatMap(({ price }, band) =>
    Object.entries(price).map(([tier, one]) => ({ name: `${band}/${tier}`, price: one })),
  )
}
