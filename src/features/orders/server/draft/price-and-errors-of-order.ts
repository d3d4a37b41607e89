/**
 * What follows from an order's answers on a given day: price, errors, consequences, texts, and the ticks that still
 * stand.
 */
import { ageOn, dayOf, isDay, mayHaveBegun, type Day } from '../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { covers, priceField, priceOf, planSet } from './catalogue.ts'
import { plansSoldAt } from '../../../plans/server/door.ts'
import { NO_TICKS, type Answers, type TextPage } from '../../contract.ts'
import { planFacts, questionsOf } from '../../rules/plan-facts.ts'
import { checkPrintable } from '../people/check-names-printable.ts'
import { textHashes } from './text-shown-to-buyer.ts'
import { checkPeople, consequencesForAll } from '../../rules/who-may-buy-for-whom.ts'
import type { PeopleInput } from '../../rules/death-benefit-consequences.ts'
import { familyOf, insuredDraft, type PersonDraft } from '../../rules/check-person-fields.ts'
import { checkTrip } from '../../rules/check-trip.ts'

/** The price alone, for what is stored of a draft. */
export const priceOfAnswers = ({ trip, people }: Answers, today: Day): ReturnType<typeof priceOf> =>
  priceOf(trip, insuredDraft(people).birthDate, today, familyOf(people))

const peopleInput = ({ people, trip }: Answers, today: Day, plans = planSet()): PeopleInput => ({
  people,
  plan: planFacts(plans.plan(trip.plan), trip.tier),
  start: isDay(trip.start) ? trip.start : null,
  today,
})

/**
 * The death benefit of everybody in an order that was checked when it was sent, `at` (ms): a birthday or a new figure
 * since then changes nothing that was agreed.
 */
export const consequencesOfSold = (answers: Answers, at: number): ReturnType<typeof consequencesForAll> =>
  consequencesForAll(peopleInput(answers, dayOf(at), plansSoldAt(at)))

/** What follows from the answers alone on a given day. */
export function assess(answers: Answers, today: Day) {
  const plan = planSet().plan(answers.trip.plan)
  const insured = insuredDraft(answers.people)
  const members = familyOf(answers.people)
  const price = priceOfAnswers(answers, today)
  const { errors, consequences, family } = checkPeople(peopleInput(answers, today))
  const trip: FieldErrors = {
    ...priceField(price),
    ...checkTrip({
      trip: answers.trip,
      tiers: plan.tiers.map(({ id }) => id),
      covers: (id) => covers(plan, id),
      asksArrival: plan.waiting?.afterArrival === true,
      today,
    }),
  }
  return {
    price,
    consequences,
    members: members.flatMap((member, i) => (family[i] ? [{ member, consequences: family[i].consequences }] : [])),
    peopleErrors: { ...prefixed('trip', trip), ...prefixed('people', errors) },
    questions: questionsOf(plan, answers.people, today),
    minor:
      isDay(insured.birthDate) &&
      mayHaveBegun(insured.birthDate, today) &&
      ageOn(insured.birthDate, today) < LIMITS.adultAge,
  }
}

/** Errors of one group of answers, keyed as in the whole order: `trip.start`. */
export const prefixed = (group: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, code]) => [`${group}.${field}`, code]))

export interface OrderConsequences {
  answers: Answers
  today: Day
  found: ReturnType<typeof assess>
  print: ReturnType<typeof checkPrintable>
  /**
   * Checksum of a page's text as this buyer is shown it. `byId`: as it was shown before the name in the other script
   * was given.
   */
  textHash: (page: TextPage, lang: Lang, byId?: boolean) => string
}

/** What follows from the answers, their page texts and what the documents cannot print. */
export function computeConsequences(deps: Deps, answers: Answers, today: Day): OrderConsequences {
  const found = assess(answers, today)
  const facts = {
    answers,
    today,
    consequences: found.consequences,
    premium: found.price.premium,
    questions: found.questions,
    minor: found.minor,
  }
  const shown = textHashes(deps.words, facts)
  let byIdShown: typeof shown | undefined
  return {
    answers,
    today,
    found,
    print: checkPrintable(deps, answers.people),
    textHash: (page, lang, byId = false) => {
      if (!byId) return shown(page, lang)
      byIdShown ??= textHashes(deps.words, { ...facts, answers: namedById(answers) })
      return byIdShown(page, lang)
    },
  }
}

/** The answers without the passport's and the Chinese name: adding one of them does not change whom a page was about. */
function namedById(answers: Answers): Answers {
  const { people } = answers
  const by = (person: PersonDraft): PersonDraft => ({ ...person, passportName: '', chineseName: '' })
  return {
    ...answers,
    people: {
      ...people,
      policyholder: by(people.policyholder),
      insured: by(people.insured),
      family: people.family.map((member) => ({ ...member, person: by(member.person) })),
    },
  }
}

/** The ticks of the check page, if they were made under the declarations as they are now, in either language. */
export const ticksUnder = ({ check }: Answers, textHash: OrderConsequences['textHash']): Answers['check'] =>
  check.text !== '' && LANGS.some((lang) => textHash('declarations', lang) === check.text) ? check : NO_TICKS

/** The ticks that stand under these answers today. */
export const standingTicks = (deps: Deps, answers: Answers): Answers['check'] =>
  answers.check.text === ''
    ? NO_TICKS
    : ticksUnder(answers, computeConsequences(deps, answers, dayOf(deps.clock())).textHash)

/** Keyed by the answers object, which every change replaces; besides it only the day matters. */
const consequencesCache = new WeakMap<Answers, OrderConsequences>()

/** As `computeConsequences`, once for each answers object and day: `answers` must be the object that the seal caches. */
export function cachedConsequences(deps: Deps, answers: Answers): OrderConsequences {
  const today = dayOf(deps.clock())
  const known = consequencesCache.get(answers)
  if (known?.today === today) return known
  const worked = computeConsequences(deps, answers, today)
  const hashes = new Map<string, string>()
  const textHash: OrderConsequences['textHash'] = (page, lang, byId = false) =>
    hashes.get(`${page}/${lang}/${byId}`) ?? kept(hashes, `${page}/${lang}/${byId}`, worked.textHash(page, lang, byId))
  const fresh = { ...worked, textHash }
  consequencesCache.set(answers, fresh)
  return fresh
}

const kept = (hashes: Map<string, string>, key: string, hash: string): string => {
  hashes.set(key, hash)
  return hash
}
