/** A page's text exactly as the buyer of one order is shown it; the sales record stores its SHA-256. */
import { formatDay, isDay, type Day } from '../../../../lib/days/dates.ts'
import { HTML_LANG, joinedClauses, listInWords, type Lang } from '../../../../lib/locale.ts'
import { formatMoney, type Money } from '../../../../lib/money/money.ts'
import { fillPlaceholders, type OrderValues } from '../../../../lib/content/placeholders.ts'
import type { Words } from '../../../../server/load-words.ts'
import { planValues, type Clauses, type PlanValues } from '../../../plans/server/door.ts'
import { deathBenefitWords, planSet } from './catalogue.ts'
import type { Answers, PageText, TextPage } from '../../contract.ts'
import type { Consequences } from '../../rules/death-benefit-consequences.ts'
import {
  familyOf,
  insuredDrafts,
  nameInWords,
  type FamilyMember,
  type PersonDraft,
} from '../../rules/check-person-fields.ts'
import { askedOf, questionOf } from '../../rules/plan-facts.ts'
import {
  fillPurchaseText,
  forOrder,
  plainText,
  type Condition,
  type PurchaseText,
  type Section,
} from '../../content/purchase-text-template.ts'
import { hashOfPlain, hashOfText, loadPurchaseTexts } from '../../content/load-purchase-text-templates.ts'

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
  if (page === 'terms') return termsPage(planSet().clauses(lang, facts.answers.trip.plan), lang)
  const filled = fillPurchaseText(templateOf(page, lang, facts), valuesOf(words, facts)(page, lang))
  const text =
    page === 'health' ? { ...filled, questions: [...filled.questions, ...questionsOfFamily(facts, lang)] } : filled
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
    ...(text.none ? { none: text.none } : {}),
    ...(text.some ? { some: text.some } : {}),
    sections: text.sections.map(({ id, title, group, fold, blocks }) => ({
      id,
      title,
      ...(group ? { group } : {}),
      ...(fold ? { fold } : {}),
      blocks,
    })),
    questions: text.questions.map(({ id, text: question, detail }) => ({ id, text: question, detail })),
    declarations: text.declarations.map(({ id, text: declaration, more, without }) => ({
      id,
      text: declaration,
      ...(more ? { more } : {}),
      ...(without ? { without } : {}),
    })),
  }
}

/**
 * The template of a page with the parts that this buyer is shown, not filled yet. Not for the terms, which need no
 * filling.
 */
function templateOf(page: Exclude<TextPage, 'terms'>, lang: Lang, facts: TextFacts): PurchaseText {
  const loaded = loadPurchaseTexts(lang)[page]
  const clauses = page === 'not-covered' ? planSet().clauses(lang, facts.answers.trip.plan) : undefined
  const suited = forOrder<PurchaseText>(
    clauses ? { ...loaded, sections: [...loaded.sections, ...exclusions(clauses)] } : loaded,
    conditionsOf(page, facts),
  )
  return page === 'health'
    ? { ...suited, questions: suited.questions.filter(({ id }) => facts.questions.includes(id)) }
    : suited
}

/** The checksums of the texts of one buyer: what `pageTextOf` gives, in one pass over each template. */
export function textHashes(words: Words, facts: TextFacts): (page: TextPage, lang: Lang) => string {
  const values = valuesOf(words, facts)
  const family = familyOf(facts.answers.people).length > 0
  return (page, lang) => {
    if (page === 'terms') return planSet().clauses(lang, facts.answers.trip.plan).sha256
    // Its questions contain names that were typed: they must not be filled again.
    if (page === 'health' && family) return pageTextOf(words, page, lang, facts).sha256
    return hashOfPlain(fillPlaceholders(plainText(templateOf(page, lang, facts)), values(page, lang), { file: page }))
  }
}

/** The health questions for spouse and children, by name and person by person. */
function questionsOfFamily({ answers: { people }, questions }: TextFacts, lang: Lang): PurchaseText['questions'] {
  const text = loadPurchaseTexts(lang).health
  return familyOf(people).flatMap(({ key, person }) => {
    const ids = questions.map(askedOf).flatMap((it) => (it.key === key ? [it.id] : []))
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
  const { kind, assistance } = set.insurer(set.plan(answers.trip.plan).insurer)
  return [
    kind === 'overseas' ? 'overseas' : 'mainland',
    ...(BEFORE_PEOPLE.includes(page)
      ? (['minor', 'adult'] as const)
      : [minor ? ('minor' as const) : ('adult' as const)]),
    ...(assistance.abroad ? (['cross-border'] as const) : []),
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

/** What placeholders are filled with; worked out once for all pages of a language. */
function valuesOf(words: Words, facts: TextFacts): (page: TextPage, lang: Lang) => Partial<OrderValues> {
  const { people } = facts.answers
  const members = familyOf(people)
  const known: Partial<Record<Lang, Partial<OrderValues>>> = {}
  return (page, lang) => {
    const values = (known[lang] ??= { ...planAndDays(lang, facts), ...peopleValues(words, lang, people) })
    return page === 'declarations' && members.length > 0 ? { ...values, ...familyValues(words, lang, members) } : values
  }
}

function planAndDays(lang: Lang, { answers: { trip }, consequences, premium }: TextFacts): Partial<OrderValues> {
  const day = (text: Day): string => (isDay(text) ? formatDay(text, lang) : OPEN)
  return {
    ...planPart(lang, trip),
    // A minor's death benefit may be less than the plan's, or zero.
    'plan.deathBenefit': deathBenefitWords(consequences.deathBenefit, lang),
    'order.start': day(trip.start),
    'order.end': day(trip.end),
    'order.premium': premium ? formatMoney(premium, lang) : OPEN,
  }
}

/** Names for the text: everybody who is insured, and their relationship to the buyer. */
function peopleValues(words: Words, lang: Lang, people: Answers['people']): Partial<OrderValues> {
  const names = insuredDrafts(people).map((person) => named(person, lang))
  return {
    'order.policyholder': named(people.policyholder, lang),
    // A formatter of lists costs more than all else here, and nearly everybody insures one person.
    'order.insured': names.length === 1 ? (names[0] ?? OPEN) : listInWords(names, lang),
    'order.relationship': people.relationship ? tie(words, lang, people.relationship) : OPEN,
  }
}

/** Where a student declares for the family that comes along: those others, and each one's relationship to the student. */
function familyValues(words: Words, lang: Lang, members: readonly FamilyMember[]): Partial<OrderValues> {
  return {
    'order.insured': listInWords(
      members.map(({ person }) => named(person, lang)),
      lang,
    ),
    'order.relationship': joinedClauses(
      lang,
      members.map(({ person, relationship }) =>
        words(lang, 'orders:relationshipOf', {
          name: named(person, lang),
          relationship: tie(words, lang, relationship),
        }),
      ),
    ),
  }
}

const tie = (words: Words, lang: Lang, relationship: string): string =>
  words(lang, `orders:relationship.${relationship}`)
