/** A page's text exactly as the buyer of one order is shown it; the sales record stores its SHA-256. */
import { formatDay, isDay, type Day } from '../../lib/dates.ts'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import { formatMoney, type Money } from '../../lib/money.ts'
import type { OrderValues } from '../../lib/placeholders.ts'
import type { Words } from '../../server/load-words.ts'
import { planValues, type Clauses, type PlanValues } from '../plans/load-plans.server.ts'
import { deathBenefitWords, planSet } from './catalogue.server.ts'
import type { Answers, PageText, TextPage } from './contract.ts'
import type { Consequences } from './death-benefit-consequences.ts'
import { familyOf, insuredDrafts, listInWords, nameInWords, type PersonDraft } from './check-person-fields.ts'
import { questionOf, questionsFor } from './plan-facts.ts'
import {
  fillPurchaseText,
  forOrder,
  type Condition,
  type PurchaseText,
  type Section,
} from './purchase-text-template.ts'
import { hashOfText, loadPurchaseTexts } from './load-purchase-text-templates.ts'

/** The facts that a text is filled from. */
export interface TextFacts {
  answers: Answers
  today: Day
  consequences: Consequences
  premium: Money | null
  questions: readonly string[]
  /** Is the insured under 18 today? */
  minor: boolean
}

/** The text of a page in a language. Placeholders for what is not chosen yet are filled with a dash. */
export function pageTextOf(words: Words, page: TextPage, lang: Lang, facts: TextFacts): PageText {
  const clauses = planSet().clauses(lang, facts.answers.trip.plan)
  if (page === 'terms') return termsPage(clauses, lang)
  const loaded = loadPurchaseTexts(lang)[page]
  const own = page === 'not-covered' ? { ...loaded, sections: [...loaded.sections, ...exclusions(clauses)] } : loaded
  const suited = forOrder<PurchaseText>(own, conditionsOf(page, facts))
  const asked = {
    ...suited,
    questions: suited.questions.filter(({ id }) => page !== 'health' || facts.questions.includes(id)),
  }
  const filled = fillPurchaseText(asked, valuesOf(words, lang, page, facts))
  const text =
    page === 'health'
      ? { ...filled, questions: [...filled.questions, ...questionsOfFamily(loaded, facts, lang)] }
      : filled
  return {
    page,
    lang,
    version: text.version,
    date: text.date,
    sha256: hashOfText(text),
    title: text.title,
    lead: text.lead,
    ...(text.button ? { button: text.button } : {}),
    ...(text.help ? { help: text.help } : {}),
    sections: text.sections.map(({ id, title, group, fold, blocks }) => ({
      id,
      title,
      ...(group ? { group } : {}),
      ...(fold ? { fold } : {}),
      blocks,
    })),
    questions: text.questions.map(({ id, text: question, detail }) => ({ id, text: question, detail })),
    declarations: text.declarations.map(({ id, text: declaration, more }) => ({
      id,
      text: declaration,
      ...(more ? { more } : {}),
    })),
  }
}

/** The health questions for spouse and children, by name and person by person. */
function questionsOfFamily(
  text: PurchaseText,
  { answers: { people, trip }, today }: TextFacts,
  lang: Lang,
): PurchaseText['questions'] {
  const plan = planSet().plan(trip.plan)
  return familyOf(people).flatMap(({ key, person }) => {
    const ids = questionsFor(plan, person, today)
    const suited = forOrder(text, [...(ids.includes('q10') ? (['pregnancy'] as const) : []), 'for-other'])
    const filled = fillPurchaseText(
      { ...suited, sections: [], lead: suited.title, questions: suited.questions.filter(({ id }) => ids.includes(id)) },
      { 'order.insured': named(person, lang) },
    )
    return filled.questions.map((question) => ({ ...question, id: questionOf(key, question.id) }))
  })
}

/** Pages that are read before anybody is named: they show the parts for minors and those for adults to everybody. */
const BEFORE_PEOPLE: readonly TextPage[] = ['enter', 'before-you-buy', 'not-covered']

function conditionsOf(page: TextPage, { answers, minor, questions }: TextFacts): Condition[] {
  const set = planSet()
  const overseas = set.insurer(set.plan(answers.trip.plan).insurer).kind === 'overseas'
  return [
    overseas ? 'overseas' : 'mainland',
    ...(BEFORE_PEOPLE.includes(page)
      ? (['minor', 'adult'] as const)
      : [minor ? ('minor' as const) : ('adult' as const)]),
    // Help, hospitals and schools are abroad for every plan.
    'cross-border',
    ...(questions.includes('q10') ? (['pregnancy'] as const) : []),
    // A student answers for themselves, but makes the declarations for the family that comes along.
    ...(answers.people.relationship !== 'self' || (page === 'declarations' && familyOf(answers.people).length > 0)
      ? (['for-other'] as const)
      : []),
  ]
}

function termsPage(clauses: Clauses, lang: Lang): PageText {
  return {
    page: 'terms',
    lang,
    version: clauses.version,
    date: clauses.date,
    sha256: clauses.sha256,
    title: clauses.title,
    lead: clauses.notice,
    filing: clauses.filing,
    sections: clauses.chapters.flatMap(({ id, title, articles }) => sectionsOf(articles, `${id} ${title}`)),
    questions: [],
    declarations: [],
  }
}

/** Every exclusion with its clause number (domain §4.1 row 4). */
const exclusions = (clauses: Clauses): Section[] =>
  clauses.chapters.flatMap(({ id, title, articles }) =>
    sectionsOf(
      articles.filter(({ exclusion }) => exclusion),
      `${id} ${title}`,
    ),
  )

const sectionsOf = (list: Clauses['articles'], group: string): Section[] =>
  list.map((article) => ({
    group,
    id: `c${article.id.replace('.', '-')}`,
    title: `${article.id} ${article.title}`,
    blocks: article.blocks.map((block) =>
      block.kind === 'list'
        ? { kind: 'list' as const, items: [...block.items] }
        : { kind: article.exclusion ? ('strong' as const) : ('text' as const), text: block.text },
    ),
  }))

const OPEN = '—'
const named = (person: PersonDraft, lang: Lang): string => nameInWords(person, lang) || OPEN

/** "Silver, Gold or Platinum". */
const namesOf = (names: readonly string[], lang: Lang): string =>
  new Intl.ListFormat(lang === 'cn' ? HTML_LANG.cn : 'en-GB', { type: 'disjunction' }).format(names)

/** While no tier is chosen, all tiers are named and their figures are shown side by side. */
function planPart(lang: Lang, { plan, tier }: Answers['trip']): PlanValues {
  const set = planSet()
  const tiers = set.plan(plan).tiers
  if (tiers.some(({ id }) => id === tier)) return planValues(set, plan, tier, lang)
  const figures = set.figures(lang, plan)
  const each = (row: string): string => figures[`each.${row}`] ?? OPEN
  return {
    ...planValues(set, plan, tiers[0]?.id ?? '', lang),
    'plan.tier': namesOf(
      tiers.map(({ id }) => planValues(set, plan, id, lang)['plan.tier']),
      lang,
    ),
    'plan.preExisting': each('preExisting'),
    'plan.yearMaximum': each('yearMaximum'),
    'plan.deductible': each('deductible'),
    'plan.share': each('share'),
    'plan.terms': each('term'),
  }
}

function valuesOf(
  words: Words,
  lang: Lang,
  page: TextPage,
  { answers: { trip, people }, consequences, premium }: TextFacts,
): Partial<OrderValues> {
  const day = (text: Day): string => (isDay(text) ? formatDay(text, lang) : OPEN)
  return {
    ...planPart(lang, trip),
    // A minor's death benefit may be less than the plan's, or zero.
    'plan.deathBenefit': deathBenefitWords(consequences.deathBenefit, lang),
    'order.policyholder': named(people.policyholder, lang),
    ...peopleValues(words, lang, page, people),
    'order.start': day(trip.start),
    'order.end': day(trip.end),
    'order.premium': premium ? formatMoney(premium, lang) : OPEN,
  }
}

/**
 * Names for the text: everybody who is insured; where the buyer declares for others, those others and their
 * relationship to the buyer.
 */
function peopleValues(words: Words, lang: Lang, page: TextPage, people: Answers['people']): Partial<OrderValues> {
  const members = familyOf(people)
  const tie = (relationship: string): string => words(lang, `orders:relationship.${relationship}`)
  if (page === 'declarations' && members.length > 0) {
    return {
      'order.insured': listInWords(
        members.map(({ person }) => named(person, lang)),
        lang,
      ),
      'order.relationship': members
        .map(({ person, relationship }) =>
          words(lang, 'orders:relationshipOf', { name: named(person, lang), relationship: tie(relationship) }),
        )
        .join(lang === 'cn' ? '；' : '; '),
    }
  }
  return {
    'order.insured': listInWords(
      insuredDrafts(people).map((person) => named(person, lang)),
      lang,
    ),
    'order.relationship': people.relationship ? tie(people.relationship) : OPEN,
  }
}
