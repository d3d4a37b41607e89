/**
 * Figures and units of plans and products that were most likely typed wrong: digits exchanged, another unit, an age
 * band below a younger one; and plans that lead on to one that is of no use to their readers. Warnings.
 */
import { dayInName } from '../../lib/content/content-by-day.ts'
import { namesIn, problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { History } from './change-history.ts'
import { readYaml, sayIn, type Say } from './doubtful-files.ts'
import { textBefore, WITH_FIGURES, yamlOf } from './price-jumps.ts'

export const slippedFigures = (all: Tree, today: Day, history: History | undefined): SourceProblem[] => [
  ...swapped(all, history),
  ...bandsOutOfOrder(all),
  ...oddFigures(all),
  ...successors(all),
  ...retirements(all, today, history),
]

const FIGURE = /(?<![\w".-])\d{2,}(?![\w".:-])/g
const UNIT = /^(?: *)(per|unit): (\w+)$/gm
/** Of two figures with the same digits, the same. */
export const sortedDigits = (figure: string): string => figure.split('').sort().join('')

/** Line by line: 288 and 828, in a line that is otherwise the same; and a price per another time. */
function swapped(all: Tree, history: History | undefined): SourceProblem[] {
  return [...all.files].flatMap(([path, text]) => {
    const before = WITH_FIGURES.test(path) ? textBefore(all, path, history) : undefined
    if (before === undefined) return []
    const say = sayIn(all, path, text)
    return [
      ...digitsExchanged(text, before, path, say),
      ...otherUnits(text, before, path, say),
      ...unitsOfCounts(text, before, say),
    ]
  })
}

function digitsExchanged(text: string, before: string, path: string, say: Say): SourceProblem[] {
  const lines = yamlOf(path, before).split('\n')
  const [start, read] = [text.indexOf(yamlOf(path, text)), yamlOf(path, text).split('\n')]
  if (lines.length !== read.length) return []
  let at = start
  return read.flatMap((line, i) => {
    const index = at
    at += line.length + 1
    const old = lines[i] ?? ''
    if (line === old || line.replace(FIGURE, '#') !== old.replace(FIGURE, '#')) return []
    const [now, was] = [line.match(FIGURE) ?? [], old.match(FIGURE) ?? []]
    return now.flatMap((figure, k) => {
      const earlier = was[k] ?? figure
      return figure !== earlier && sortedDigits(figure) === sortedDigits(earlier)
        ? [say(index, figure, `was ${earlier} before: are digits exchanged?`, earlier)]
        : []
    })
  })
}

function otherUnits(text: string, before: string, path: string, say: Say): SourceProblem[] {
  const [now, was] = [text, before].map((it) => [...yamlOf(path, it).matchAll(UNIT)])
  if (now?.length !== was?.length) return []
  return (now ?? []).flatMap(({ 0: found, 1: field, 2: unit }, i) => {
    const earlier = was?.[i]?.[2]
    return earlier === undefined || earlier === unit || was?.[i]?.[1] !== field
      ? []
      : [
          say(
            text.indexOf(`\n${found}`) + 1,
            found.trim(),
            `was ${earlier} before: is the price of another time, too?`,
            `${field}: ${earlier}`,
          ),
        ]
  })
}

/** `{ count: 48, unit: day }`, which was 48 hours. */
function unitsOfCounts(text: string, before: string, say: Say): SourceProblem[] {
  const old = before.split('\n')
  return [...text.matchAll(/^.*(\{[^{}]*\bunit: (\w+)[^{}]*\}).*$/gm)].flatMap(
    ({ 0: line, 1: found = '', 2: unit = '', index }) => {
      const earlier = UNITS.filter((it) => it !== unit && !old.includes(line)).find((it) =>
        old.includes(line.replace(`unit: ${unit}`, `unit: ${it}`)),
      )
      const why = `was the same number with the unit ${earlier} before: was the number to change, too?`
      return earlier === undefined ? [] : [say(index, found, why, found.replace(`unit: ${unit}`, `unit: ${earlier}`))]
    },
  )
}
const UNITS = ['hour', 'day', 'week', 'month', 'year']

const plansOf = (all: Tree): { id: string; path: string; text: string; raw: Record<string, unknown> }[] =>
  namesIn(all, 'plans', '.yaml').map((id) => {
    const path = `plans/${id}.yaml`
    const text = all.files.get(path) ?? ''
    return { id, path, text, raw: readYaml(text) }
  })

/** With years of age prices rise. */
function bandsOutOfOrder(all: Tree): SourceProblem[] {
  return plansOf(all).flatMap(({ path, text, raw }) => {
    const premium = isRecord(raw['premium']) ? raw['premium'] : {}
    const bands = (Array.isArray(premium['bands']) ? premium['bands'] : []).flatMap((band: unknown) => {
      if (!isRecord(band) || !isRecord(band['ages']) || !isRecord(band['price']) || band['days'] !== undefined)
        return []
      return [{ from: Number(band['ages']['from']), price: band['price'] }]
    })
    const say = sayIn(all, path, text)
    return bands.slice(1).flatMap(({ from, price }, i) => {
      const younger = bands[i]
      return Object.entries(price).flatMap(([tier, sum]) => {
        const below = younger?.price[tier]
        // A sum that is missing, or none, is refused by itself.
        if (younger === undefined || from <= younger.from || !(Number(below) > Number(sum))) return []
        if (Number(sum) < 0) return []
        const why = `is less than at the age of ${younger.from}, ${String(below)}: is a digit wrong, or is it the row of another age?`
        return [
          say(
            text.search(new RegExp(`from: ${from}\\b.*price`)),
            `${tier}: ${String(sum)}`,
            why,
            `${tier}: ${String(below)}`,
          ),
        ]
      })
    })
  })
}

/** Figures of any plan file, also for a later day, that no insurer sets: each line by itself. */
function oddFigures(all: Tree): SourceProblem[] {
  return [...all.files].flatMap(([path, text]) => {
    if (!/^plans\/[^/]+\.yaml$/.test(path)) return []
    const say = sayIn(all, path, text)
    const found = (pattern: RegExp, told: (match: RegExpExecArray) => SourceProblem[]): SourceProblem[] =>
      [...text.matchAll(pattern)].flatMap(told)
    return [
      ...found(/^health: \[(.*)\]/gm, ({ 1: list = '', index }) => {
        const numbers = list.split(/, */)
        const twice = numbers.find((it, i) => numbers.indexOf(it) < i)
        const why = `asks question ${twice} a second time: which one is missing?`
        return twice === undefined ? [] : [say(index, 'health', why, `health: [${[...new Set(numbers)].join(', ')}]`)]
      }),
      ...found(/^family: \{ spouse: (\d+), child: (\d+) \}/gm, ({ 0: line, 1: spouse, 2: child, index }) =>
        Number(child) > Number(spouse)
          ? [
              say(
                index,
                line,
                'asks more for a child than for a spouse: are they exchanged?',
                `family: { spouse: ${child}, child: ${spouse} }`,
              ),
            ]
          : [],
      ),
      ...found(/\bprice: \{.*?(\w+): (\d+\.\d+)/g, ({ 1: tier = '', 2: sum = '', index }) => [
        say(index, `${tier}: ${sum}`, 'is no whole amount, as all prices are.', `${tier}: ${Math.round(Number(sum))}`),
      ]),
    ]
  })
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
/** `[us, ca]`, or `{ worldExcept: [us] }`. */
export function covers(destinations: unknown, place: string): boolean {
  if (isRecord(destinations)) return !listOf(destinations['worldExcept']).includes(place)
  return listOf(destinations).includes(place)
}

/** The plan that follows covers none of the countries of the one that is retired, or none of its visas. */
function successors(all: Tree): SourceProblem[] {
  const plans = plansOf(all)
  return plans.flatMap(({ path, text, raw }) => {
    const next = plans.find(({ id }) => id === raw['replacedBy'])?.raw
    if (!next) return []
    const [places, visas] = [listOf(raw['destinations']), listOf(raw['visas'])]
    const say = (why: string): SourceProblem[] => [
      sayIn(all, path, text)(text.indexOf('replacedBy:'), String(raw['replacedBy']), why, 'the file without this line'),
    ]
    if (places.length > 0 && !places.some((it) => covers(next['destinations'], it)))
      return say(`covers none of the destinations of this plan, ${places.join(', ')}: does another plan follow?`)
    return visas.length > 0 && !visas.some((it) => listOf(next['visas']).includes(it))
      ? say(`is for none of the visas of this plan, ${visas.join(', ')}: does another plan follow?`)
      : []
  })
}

/** Further ahead than anybody plans. */
const FAR = 3650

/** A day that is written only now and has passed takes the plan off sale at once. */
function retirements(all: Tree, today: Day, history: History | undefined): SourceProblem[] {
  return plansOf(all).flatMap(({ path, text }) => {
    const written = /^retired: *"?(\d{4}-\d\d-\d\d)/m.exec(text)
    if (!written) return []
    const { 0: found, 1: day = today, index } = written
    const before = textBefore(all, path, history)
    const say = (why: string, example = `retired: ${addDays(today, 30)}`): SourceProblem[] => [
      problem(`${all.root}/${path}`, text.slice(0, index).split('\n').length, found, 'doubtful_fact', why, example),
    ]
    const from = dayInName(path)?.from ?? day
    if (day < from && before !== undefined && !before.includes(found))
      return say(`is before ${from}, when this file begins: until then the plan is sold.`, `retired: ${from}`)
    if (day > addDays(today, FAR)) return say('is more than ten years ahead: is the year right?')
    return day < today && before !== undefined && !before.includes(found)
      ? say('has passed, so the plan would be off sale at once: is the year right?')
      : []
  })
}
