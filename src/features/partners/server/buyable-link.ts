/**
 * Whether what a link says can be bought, on the day it is opened. Refused at once, with what was expected: else the
 * student reads three legal pages before learning it. Every field is judged by all that the others leave possible, so
 * that one answer names as much as can be known.
 */
import { addDays, ageOn, type Day } from '../../../lib/days/dates.ts'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { checkNamesOfStudent, covers, planSet } from '../../orders/server/door.ts'
import {
  DESTINATIONS,
  earliestStart,
  isRetired,
  quote,
  startMisfit,
  termEnds,
  type Plan,
  type Quote,
} from '../../plans/contract.ts'
import { EXPECTED_FIELDS, type Expected, type LinkPayload, type LinkSaid } from './link-token.ts'

/** Field → the wrong fields without which it cannot be judged. */
export type WaitsFor = Readonly<Record<string, readonly string[]>>

export interface Judged {
  wrong: Expected
  waitsFor: WaitsFor
}

const soldPlans = (today: Day): readonly Plan[] => planSet().plans.filter((it) => it.online && !isRetired(it, today))

/** The plan of a plan's page. */
const planOfPage = (page: string): string | undefined => /^\/plan\/details\/(.+)$/.exec(page)?.[1]

/** What the fields of a link leave possible. */
interface Possible {
  /** The fields that are not written as they must be. */
  written: Expected
  today: Day
  plans: readonly Plan[]
  /** The one plan that it is about, if it is known. */
  plan: Plan | undefined
  /** The wrong fields, for which all plans that are sold are possible. */
  openBy: readonly string[]
  /** The first days of cover that are possible: one, where the link says it. */
  starts: readonly [Day, Day]
  startWrong: boolean
}

/**
 * `written`: the fields that were found to be wrong before. Both parts of the answer are empty for a link by which its
 * student can buy.
 */
export function judgeLink(deps: Pick<Deps, 'config'>, said: LinkSaid, written: Expected, today: Day): Judged {
  const chosen = choosePlan(said, written, today)
  const start = wrongStart(said, written, today)
  const startWrong = 'start' in { ...written, ...start }
  const first = earliestStart(today)
  const possible: Possible = {
    written,
    today,
    plan: chosen.plan,
    openBy: chosen.openBy,
    plans: chosen.plan ? [chosen.plan] : soldPlans(today),
    starts: said.start !== undefined && !startWrong ? [said.start, said.start] : [first, lastStart(today)],
    startWrong,
  }
  const tier = judgeTier(said, possible)
  const found = [
    chosen.judged,
    { wrong: start, waitsFor: {} },
    judgeDestination(said, possible),
    tier,
    judgeEnd(said, 'tier' in { ...written, ...tier.wrong }, possible),
    judgeBirth(said, possible),
    judgeNames(deps, said, written),
  ]
  const wrong = Object.fromEntries(found.flatMap((it) => Object.entries(it.wrong)))
  const waitsFor = Object.fromEntries(found.flatMap((it) => Object.entries(it.waitsFor)))
  const whole = Object.keys({ ...written, ...wrong }).length === 0
  return { wrong: whole ? wrongTogether(said, today) : wrong, waitsFor }
}

const NOTHING: Judged = { wrong: {}, waitsFor: {} }
const lastStart = (today: Day): Day => addDays(today, PLAN_LIMITS.startAheadDays)

/**
 * A value that `fits` none of what is possible is wrong; one that fits a part waits for the fields that decide. Of one
 * that is not even written as it must be, what could be bought is said, too.
 */
function judge(
  { written }: Pick<Possible, 'written'>,
  field: string,
  fits: readonly boolean[] | undefined,
  expected: string,
  openBy: readonly string[],
): Judged {
  if (!fits && !(field in written)) return NOTHING
  if (!fits?.includes(true)) return { wrong: { [field]: expected }, waitsFor: {} }
  return openBy.length > 0 && fits.includes(false) ? { wrong: {}, waitsFor: { [field]: openBy } } : NOTHING
}

/** Which plan it is about: the one that is named, else the one whose page it opens. */
function choosePlan(
  { plan: named, page = '' }: LinkSaid,
  written: Expected,
  today: Day,
): Pick<Possible, 'plan' | 'openBy'> & { judged: Judged } {
  const sold = soldPlans(today)
  const find = (id: string | undefined): Plan | undefined => sold.find((it) => it.id === id)
  const ids = sold.map(({ id }) => id)
  const onPage = planOfPage(page)
  const planWrong = 'plan' in written || (named !== undefined && !find(named))
  const wrong = {
    ...(planWrong ? { plan: `a plan that is sold here: ${ids.join(', ')}` } : {}),
    ...wrongPage(onPage, planWrong ? undefined : named, ids),
  }
  const pageDecides = named === undefined && 'page' in { ...written, ...wrong }
  const openBy = planWrong ? ['plan'] : pageDecides ? ['page'] : []
  const waitsFor: WaitsFor = planWrong && find(onPage) ? { page: ['plan'] } : {}
  return { plan: openBy.length > 0 ? undefined : find(named ?? onPage), openBy, judged: { wrong, waitsFor } }
}

/** `onPage`, `named`: the plan whose page it opens, and the one that it names if that is sold. */
function wrongPage(onPage: string | undefined, named: string | undefined, ids: readonly string[]): Expected {
  if (onPage === undefined || onPage === named) return {}
  if (named !== undefined) return { page: `/plan/details/${named}, or another plan in \`plan\`` }
  return ids.includes(onPage) ? {} : { page: `the page of a plan that is sold here: ${ids.join(', ')}` }
}

function wrongStart({ start }: LinkSaid, written: Expected, today: Day): Expected {
  const misfit = start === undefined ? 'start' in written : startMisfit(start, today) !== undefined
  return misfit ? { start: `a day from ${earliestStart(today)} to ${lastStart(today)}` } : {}
}

function judgeDestination({ destination }: LinkSaid, possible: Possible): Judged {
  const { plans, plan, openBy } = possible
  const places = DESTINATIONS.filter((id) => plans.some((it) => covers(it, id))).join(', ')
  const fits = destination === undefined ? undefined : plans.map((it) => covers(it, destination))
  return judge(possible, 'destination', fits, `${plan ? `where ${plan.id} is valid` : 'a country'}: ${places}`, openBy)
}

function judgeTier({ tier }: LinkSaid, possible: Possible): Judged {
  const { plans, plan, openBy } = possible
  const ids = [...new Set(plans.flatMap(({ tiers }) => tiers.map(({ id }) => id)))].join(', ')
  const fits = tier === undefined ? undefined : plans.map(({ tiers }) => tiers.some(({ id }) => id === tier))
  return judge(possible, 'tier', fits, `a tier of ${plan ? plan.id : 'a plan that is sold here'}: ${ids}`, openBy)
}

/** The last day, of a term that its tier, or any, is sold for. */
function judgeEnd({ end, tier }: LinkSaid, tierWrong: boolean, possible: Possible): Judged {
  const { plans, plan, openBy, starts, startWrong } = possible
  const terms = plans
    .flatMap(({ tiers }) => tiers)
    .filter(({ id }) => tierWrong || tier === undefined || id === tier)
    .map(({ term }) => ({
      shortest: termEnds(term, starts[0]).shortest,
      longest: termEnds(term, starts[1]).longest,
    }))
  const days = (from: Day, to: Day): string => `a day from ${from} to ${to}`
  const ends = (of: 'shortest' | 'longest') => terms.map((it) => it[of]).sort()
  const expected = plan
    ? [...new Set(terms.map((it) => days(it.shortest, it.longest)))].join(', or ')
    : days(ends('shortest')[0] ?? '', ends('longest').at(-1) ?? '')
  const fits = end === undefined ? undefined : terms.map((it) => end >= it.shortest && end <= it.longest)
  return judge(possible, 'end', startWrong ? fits && [...fits, false] : fits, expected, [
    ...openBy,
    ...(startWrong ? ['start'] : []),
    ...(tierWrong ? ['tier'] : []),
  ])
}

/** A child that is not born yet studies nowhere; any other may, if its age on the first day is one that is insured. */
function judgeBirth({ student }: LinkSaid, possible: Possible): Judged {
  const { today, plans, plan, openBy, starts, startWrong } = possible
  const [from, to] = [Math.min(...plans.map((it) => it.ages.from)), Math.max(...plans.map((it) => it.ages.to))]
  const expected = `not in the future, and an age from ${from} to ${to} on the first day of cover${plan ? `, for ${plan.id}` : ''}`
  const birth = student.birth_date
  if (birth === undefined) return judge(possible, 'student.birth_date', undefined, expected, [])
  const [least, most] = [ageOn(birth, starts[0]), ageOn(birth, starts[1])]
  const fits = plans.map(({ ages }) => birth <= today && most >= ages.from && least <= ages.to)
  const open = startWrong && plans.some(({ ages }) => least < ages.from || most > ages.to)
  return judge(possible, 'student.birth_date', open ? [...fits, false] : fits, expected, [
    ...openBy,
    ...(open ? ['start'] : []),
  ])
}

/** What the rules of the form add to what is expected of a text, by their codes. */
const ADDED: Readonly<Record<string, string>> = {
  name_umlaut: 'the passport of this nationality writes YU for ü',
  name_private_use: 'without characters that only one system knows (private use)',
  invisible_characters: 'without invisible characters',
  school_directions: 'in Latin letters, where letters or digits stand in a text that is read from right to left',
}
const FIELD_OF_FORM = { idName: 'name', chineseName: 'chinese_name', institution: 'institution' } as const

/** Names and school by the rules of the form that the student will see. */
function judgeNames(deps: Pick<Deps, 'config'>, { student }: LinkSaid, written: Expected): Judged {
  const typed = {
    idName: student.name ?? '',
    chineseName: student.chinese_name ?? '',
    institution: student.institution ?? '',
    nationality: student.nationality ?? '',
  }
  const { errors, characters } = checkNamesOfStudent(deps, typed)
  // A blank is refused as an empty text is: the form would take it for none.
  const blank = keysOfBlank(student)
  const wrong: Record<string, string> = {}
  for (const [field, inner] of Object.entries(FIELD_OF_FORM)) {
    const code = errors[field]
    if (code === undefined && !blank.includes(inner)) continue
    const added = characters[field] ? `in characters that documents print: not ${characters[field]}` : ADDED[code ?? '']
    wrong[`student.${inner}`] = EXPECTED_FIELDS[`student.${inner}`] + (added ? `; ${added}` : '')
  }
  // Written as the nationality's passport spells it, or as typed: which of the two is not known.
  const waits =
    'student.nationality' in written &&
    wrong['student.name'] === undefined &&
    checkNamesOfStudent(deps, { ...typed, nationality: 'CN' }).errors['idName'] !== undefined
  return { wrong, waitsFor: waits ? { 'student.name': ['student.nationality'] } : {} }
}

const keysOfBlank = (student: LinkSaid['student']): string[] =>
  Object.entries(student).flatMap(([field, value]) => (value?.trim() === '' ? [field] : []))

/** Whatever else a price depends on. */
function wrongTogether(said: LinkSaid, today: Day): Expected {
  const price = priceOfLink(said, today)
  return price && !price.ok ? { plan: `what can be bought together (${price.reason})` } : {}
}

/** What the link's student pays, where the link says all that a price depends on. */
export function priceOfLink(
  payload: Pick<LinkSaid, 'plan' | 'page' | 'tier' | 'start' | 'end' | 'destination'> & Pick<LinkPayload, 'student'>,
  today: Day,
): Quote | undefined {
  const { tier, start, end, student } = payload
  const plan = soldPlans(today).find(({ id }) => id === (payload.plan ?? planOfPage(payload.page ?? '')))
  const chosen = tier ?? (plan?.tiers.length === 1 ? plan.tiers[0]?.id : undefined)
  if (!plan || !chosen || !start || !end || !student.birth_date) return undefined
  const destination = DESTINATIONS.find((id) => id === payload.destination)
  const trip = { plan, tier: chosen, start, end, birthDate: student.birth_date, today }
  return quote({ ...trip, ...(destination ? { destination } : {}) })
}
