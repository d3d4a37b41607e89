/** Facts that contradict each other in different files, or that no day or country allows: warnings for an editor. */
import { dayInName } from '../../lib/content/content-by-day.ts'
import { namesIn, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { currencyOf } from '../../lib/money/country-currency.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { History } from './change-history.ts'
import { countryDoubts } from './doubtful-countries.ts'
import { readYaml, sayIn, unreadFiles } from './doubtful-files.ts'
import { rowDoubts } from './doubtful-rows.ts'
import { CALLING_CODES, tooFewDigits } from './hospitals/hospital-cells.ts'

export const factDoubts = (all: Tree, today: Day, history: History | undefined): SourceProblem[] => [
  ...dayDoubts(all, today, history),
  ...countryDoubts(all),
  ...phoneDoubts(all),
  ...schoolDoubts(all, today),
  ...formDoubts(all),
  ...solvencyDoubts(all),
  ...rateDoubts(all),
  ...cityDoubts(all),
  ...questionDoubts(all),
  ...fieldDoubts(all),
  ...rowDoubts(all),
  ...unreadFiles(all),
]

/** Longer than anything that a notice announces. */
const LONG = 550
/** A new notice that is older was begun as a copy, or has the wrong year; what was checked is not so far ahead. */
const APART = 60

function dayDoubts(all: Tree, today: Day, history: History | undefined): SourceProblem[] {
  return [...all.files].flatMap(([path, text]) => {
    if (dayInName(path)) return []
    const say = sayIn(all, path, text)
    const notice = path.startsWith('notices/')
    const isNew = history !== undefined && !history.all.has(path)
    const fields = [...text.matchAll(/\b(date|expires|asOf|changed|ratedAsOf|day): *"?(\d{4}-\d\d-\d\d)/g)]
    const written = fields.find(([, field]) => field === 'date')?.[2] ?? today
    return fields.flatMap(({ 0: found, 1: field, 2: day = today, index }) => {
      if (notice && field === 'date' && isNew && day < addDays(today, -APART))
        return [say(index, found, 'is long ago, and the notice is new: is the year right?', `date: ${today}`)]
      if (notice && day > addDays(field === 'expires' ? written : today, LONG))
        return [
          say(
            index,
            found,
            'is more than a year and a half later: is the year right?',
            `${field}: ${addDays(today, 30)}`,
          ),
        ]
      if (!notice && day > addDays(today, APART) && !/^(?:clauses|legal|purchase|claims)\//.test(path))
        return [
          say(
            index,
            found,
            'is more than two months ahead: what was read or changed has a day that is past. Is the year right?',
            `${field}: ${today}`,
          ),
        ]
      return []
    })
  })
}

function phoneDoubts(all: Tree): SourceProblem[] {
  const hospitals = Object.keys(CALLING_CODES).flatMap((id) =>
    codesIn(all, `hospitals/${id}.yaml`, /^ +phone: "(\+[\d ]+)"/gm, () => id),
  )
  const insurers = namesIn(all, 'insurers', '.yaml').flatMap((id) => {
    const path = `insurers/${id}.yaml`
    return [
      ...codesIn(all, path, /^ {6}([a-z]{2}): "(\+[\d ]+)"/gm, (match) => match[1] ?? ''),
      ...codesIn(all, path, /^ *(?:service|complaints|anywhere): "(\+[\d ]+)"/gm, () => ''),
    ]
  })
  return [...hospitals, ...insurers]
}

function codesIn(
  all: Tree,
  path: string,
  pattern: RegExp,
  countryOf: (match: RegExpExecArray) => string,
): SourceProblem[] {
  const text = all.files.get(path) ?? ''
  const say = sayIn(all, path, text)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const number = match.at(-1) ?? ''
    const code = CALLING_CODES[countryOf(match)]
    const at = match.index + match[0].indexOf('+')
    if (code !== undefined && !number.replaceAll(' ', '').startsWith(`+${code}`))
      return [say(at, number, `does not begin with the code of its country, +${code}.`, `+${code} …`)]
    const digits = tooFewDigits(number)
    return digits === undefined ? [] : [say(at, number, `has ${digits} digits: is one missing?`, 'the whole number')]
  })
}

const schoolDoubts = (all: Tree, today: Day): SourceProblem[] =>
  namesIn(all, 'schools', '.yaml').flatMap((id) => {
    const path = `schools/${id}.yaml`
    const text = all.files.get(path) ?? ''
    const { country, currencies, studentNumber: form } = readYaml(text)
    const say = sayIn(all, path, text)
    const own =
      typeof country === 'string' ? currencyOf(country === 'uk' ? 'GB' : country.toUpperCase(), today) : undefined
    const currency =
      isRecord(currencies) && own !== undefined && !Object.hasOwn(currencies, own)
        ? [
            say(
              text.indexOf('currencies:'),
              'currencies',
              `has not the currency of its country, ${own}.`,
              `${own}: { least: 100, most: 40000 }`,
            ),
          ]
        : []
    if (!isRecord(form) || typeof form['example'] !== 'string') return currency
    const { from, to, letters, example } = form
    const fits =
      example.length >= Number(from) && example.length <= Number(to) && (letters === true || /^\d+$/.test(example))
    const why = `is not of the form that its students’ numbers have: ${String(from)} to ${String(to)} characters${letters === true ? '' : ', no letters'}.`
    return fits ? currency : [...currency, say(text.indexOf('studentNumber:'), example, why, 'a number of that form')]
  })

/** What a form asks is said to the school in its own words, and answered by the figure beside them. */
const formDoubts = (all: Tree): SourceProblem[] =>
  namesIn(all, 'school-forms', '.yaml').flatMap((id) => {
    const path = `school-forms/${id}.yaml`
    const text = all.files.get(path) ?? ''
    const say = sayIn(all, path, text)
    const facts = [...text.matchAll(/fact: (\w+), at/g)]
    const twice = facts.filter(({ 1: fact }, i) => facts.findIndex((it) => it[1] === fact) < i)
    const copied = twice.map(({ 1: fact = '', index }) =>
      say(index, fact, 'answers a line above already: which fact is it that this one asks for?', 'fact: remains'),
    )
    const differing = [...text.matchAll(/label: "([^"]*)".*?\b(atLeast|atMost): (\d+)/g)].flatMap(
      ({ 1: label = '', 2: way, 3: figure, index }) => {
        const said = /\b(at least|at most) (?:USD ?|\$)([\d,]+)/.exec(label)
        if (!said) return []
        const meant = `${said[1] === 'at least' ? 'atLeast' : 'atMost'}: ${said[2]?.replaceAll(',', '')}`
        return meant === `${way}: ${figure}`
          ? []
          : [say(index, `${way}: ${figure}`, `is not what its label says, “${said[0]}”.`, meant)]
      },
    )
    return [...copied, ...differing]
  })

/** Core capital is a part of the whole; below these ratios an insurer may not sell. */
const solvencyDoubts = (all: Tree): SourceProblem[] =>
  namesIn(all, 'insurers', '.yaml').flatMap((id) => {
    const path = `insurers/${id}.yaml`
    const text = all.files.get(path) ?? ''
    const found = /core: ([\d.]+), comprehensive: ([\d.]+)/.exec(text)
    if (!found) return []
    const [core, whole] = [Number(found[1]), Number(found[2])]
    const say = (why: string): SourceProblem[] => [
      sayIn(all, path, text)(found.index, found[0], why, 'core: 164.3, comprehensive: 208.7'),
    ]
    if (core > whole) return say('has more core capital than capital: are they exchanged, or is a point missing?')
    return core < 50 || whole < 100 ? say('is below what the regulator demands (50 and 100): is a digit missing?') : []
  })

/** Two currencies exchanged, or a digit: in half a year hardly any rate moves by more. */
const MOVES = 1.15

const timesApart = (one: number, other: number): number => Math.max(one / other, other / one)
/** What a rate moves by from row to row, and less than what two currencies differ by that can be told apart. */
const ABOUT = 1.03

/** The currency whose last rate this one is, and which has the last rate of this one. `rows`: up to the one asked about. */
function exchangedWith(
  rows: readonly { rate: number; currency: string }[],
  all: ReadonlyMap<string, readonly { rate: number }[]>,
): string | undefined {
  const [before, now] = rows.slice(-2)
  if (!before || !now || timesApart(before.rate, now.rate) < ABOUT ** 2) return undefined
  return [...all].find(([currency, others]) => {
    const [was, is] = others.slice(rows.length - 2, rows.length)
    return (
      currency !== now.currency &&
      was !== undefined &&
      is !== undefined &&
      timesApart(now.rate, was.rate) < ABOUT &&
      timesApart(is.rate, before.rate) < ABOUT
    )
  })?.[0]
}

function rateDoubts(all: Tree): SourceProblem[] {
  const path = 'rates/cny.yaml'
  const text = all.files.get(path) ?? ''
  const say = sayIn(all, path, text)
  const found = [...text.matchAll(/\b([A-Z]{3}): "([\d.]+)"/g)].map(({ 1: currency = '', 2: rate, index }) => ({
    currency,
    rate: Number(rate),
    index,
  }))
  const byCurrency = Map.groupBy(found, ({ currency }) => currency)
  return byCurrency
    .values()
    .flatMap((rows) =>
      rows.flatMap(({ currency, rate, index }, i) => {
        const others = [rows[i - 1], rows[i + 1]].flatMap((row) => (row ? [row.rate] : []))
        const apart = others.map((other) => timesApart(rate, other))
        const exchanged = exchangedWith(rows.slice(0, i + 1), byCurrency)
        if (exchanged !== undefined && currency < exchanged)
          return [
            say(
              index,
              `${currency}: ${rate}`,
              `is what ${exchanged} was in the row before, and ${exchanged} what this was: are the two exchanged?`,
              `${currency}: "${rows[i - 1]?.rate.toFixed(4)}"`,
            ),
          ]
        return others.length > 0 && Math.min(...apart) > MOVES
          ? [
              say(
                index,
                `${currency}: ${rate}`,
                `is far from the rates of the rows beside it, ${others.join(' and ')}: is it another currency’s?`,
                `${currency}: "${others[0]?.toFixed(4)}"`,
              ),
            ]
          : []
      }),
    )
    .toArray()
}

/** A hospital whose state is not that of the others in its city. */
const cityDoubts = (all: Tree): SourceProblem[] =>
  namesIn(all, 'hospitals', '.yaml').flatMap((id) => {
    const path = `hospitals/${id}.yaml`
    const text = all.files.get(path) ?? ''
    const say = sayIn(all, path, text)
    const found = [...text.matchAll(/^ +state: (\S+)\n +city: \{ en: (.+?), cn:/gm)].map(
      ({ 1: state = '', 2: city = '', index }) => ({ state, city, index }),
    )
    return Map.groupBy(found, ({ city }) => city)
      .entries()
      .flatMap(([city, there]) => {
        // Two cities may have one name: one hospital against several is a slip.
        const [[usual, many] = ['', []], [, few] = ['', []]] = [...Map.groupBy(there, ({ state }) => state)].sort(
          ([, one], [, other]) => other.length - one.length,
        )
        const [odd] = few
        return odd && few.length === 1 && many.length > 1
          ? [
              say(
                odd.index + 1,
                odd.state,
                `is not the state of the other hospitals of ${city}, ${usual}.`,
                `state: ${usual}`,
              ),
            ]
          : []
      })
      .toArray()
  })

/** The wording for another person asks about the same time and the same values. */
const questionDoubts = (all: Tree): SourceProblem[] =>
  [...all.files].flatMap(([path, text]) => {
    if (!path.startsWith('purchase/')) return []
    const say = sayIn(all, path, text)
    return [...text.matchAll(/^ +text: "(.*)"\n( +other: )"(.*)"$/gm)].flatMap(
      ({ 0: both, 1: own = '', 2: label = '', 3: other = '', index }) => {
        const [here, there] = [own, other].map((words) => (words.match(/\d[\d,/]*/g) ?? []).join(' '))
        const why = `has ${there || 'no figure'}, and the question itself has ${here || 'none'}: both ask the same.`
        return here === there ? [] : [say(index + both.indexOf(label), 'other', why, here ?? '')]
      },
    )
  })

/** Names of hospitals that stand in Chinese lists, and addresses that reach nobody. */
const fieldDoubts = (all: Tree): SourceProblem[] =>
  [...all.files].flatMap(([path, text]) => {
    const say = sayIn(all, path, text)
    if (path.startsWith('hospitals/'))
      return [...text.matchAll(/^ {4}name: \{ en: ("?)(.+?)\1, cn: ("?)(.+?)\3 \}$/gm)].flatMap(
        ({ 2: en = '', 4: cn = '', index }) =>
          en === cn ? [say(index, cn, 'is its English name in the place of the Chinese one.', '玛丽医院')] : [],
      )
    if (!path.startsWith('insurers/') || !path.endsWith('.yaml')) return []
    return [...text.matchAll(/@[\w.-]+\.(?:con|cmo|ocm|comm|nett|ogr|exmaple|exampel)\b/g)].map(({ 0: found, index }) =>
      say(index, found, 'ends in no address: are its letters exchanged?', 'privacy@company.example'),
    )
  })
