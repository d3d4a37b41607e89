/** Describes an entry of the sales record for people: a sentence and its details, in one language. Pure. */
import { formatDay, formatInstant, formatRecent, isDay } from '../../../lib/days/dates.ts'
import { joined, joinedNames, LANGS, type Lang } from '../../../lib/locale.ts'
import { askedOf } from './plan-facts.ts'
import { formatAmount, formatMoney, money } from '../../../lib/money/money.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'

export interface RecordedAct {
  seq: number
  at: number
  kind: string
  data: Record<string, unknown>
}

export interface ActInWords {
  /** "22 November 2026, 16:41:03". */
  when: string
  what: string
  details: string[]
  /** Set small under the rest: the checksum of the text that was read. */
  checksum?: string
}

type Say = (key: string, values?: Record<string, unknown>) => string

const KINDS = [
  'created',
  'link_sent',
  'changed',
  'submitted',
  'under_review',
  'review_passed',
  'review_declined',
  'reopened',
  'discarded',
  'cancelled',
  'expired',
  'paid',
  'issued',
  'endorsed',
  'next_term',
  'issue_failed',
  'refunded',
  'consent_sent',
  'consent_agreed',
  'consent_refused',
  'consent_void',
  'sensitive_withdrawn',
]
const PAGES = ['enter', 'before-you-buy', 'terms', 'not-covered', 'sensitive-data', 'health']
const GROUPS = ['trip', 'people', 'health', 'check']

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** `policy` is the number of the issued policy, if any: the record itself contains only its id. */
export function actInWords(act: RecordedAct, lang: Lang, t: Say, policy?: string): ActInWords {
  const { data, kind, at } = act
  const sha256 = text(data['sha256'])
  return {
    when: formatInstant(at, lang, { seconds: true }),
    what: sentenceOf(act, t),
    details: [
      how(data, lang, t),
      ...moments(act, lang, t),
      ...contents(act, lang, t),
      ...nextTerm(data, lang, t),
      ...(kind === 'issued' && policy ? [t('salesrecord:detail.policy', { number: policy })] : []),
    ].filter(Boolean),
    ...(sha256 ? { checksum: t('salesrecord:times.checksum', { sha256 }) } : {}),
  }
}

function sentenceOf({ kind, data }: RecordedAct, t: Say): string {
  const page = text(data['page'])
  if (kind === 'read' && PAGES.includes(page)) return t(`salesrecord:read.${page}`)
  return KINDS.includes(kind) ? t(`salesrecord:act.${kind}`) : t('salesrecord:act.other', { kind })
}

/** Version, language and device, in one line. */
function how(data: RecordedAct['data'], lang: Lang, t: Say): string {
  const [version, of, device, clause] = [
    text(data['textVersion']),
    text(data['lang']),
    text(data['device']),
    text(data['clauseVersion']),
  ]
  const line = joined(
    lang,
    version && t('salesrecord:times.version', { version }),
    clause && clause !== version && t('salesrecord:times.terms', { version: clause }),
    LANGS.some((known) => known === of) && t(`salesrecord:in.${of}`),
    (device === 'web' || device === 'mobile') && t(`salesrecord:on.${device}`),
  )
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function moments({ data, at }: RecordedAct, lang: Lang, t: Say): string[] {
  const from = number(data['openedAt'])
  const to = number(data['confirmedAt']) ?? at
  const clock = (instant: number): string => formatRecent(instant, lang, at, { seconds: true })
  return from === undefined ? [] : [t('salesrecord:times.opened', { from: clock(from), to: clock(to) })]
}

/** Contents of the act: answers, sums, reasons. */
function contents({ kind, data }: RecordedAct, lang: Lang, t: Say): string[] {
  const out: string[] = []
  const say = (key: string, values?: Record<string, unknown>): void =>
    void out.push(t(`salesrecord:detail.${key}`, values))
  const whole = (yuan: number): string => formatAmount(money(yuan * 100, 'CNY'), lang)
  const list = (items: readonly string[]): string => joinedNames(lang, items)
  if (data['shown'] === 'differences') say('differences')
  const { groups } = data
  if (Array.isArray(groups))
    say('groups', {
      list: list(
        GROUPS.filter((group) => groups.includes(group)).map((group) => t(`salesrecord:detail.group.${group}`)),
      ),
    })
  for (const answer of ['yes', 'no'] as const) {
    const asked = questionsAnswered(data['answers'], answer, null)
    if (asked.length > 0) say(answer, { list: list(asked) })
  }
  for (const { key, who, premium, deathBenefit } of membersOf(data, t)) {
    for (const answer of ['yes', 'no'] as const) {
      const asked = questionsAnswered(data['answers'], answer, key)
      if (asked.length > 0) say(`${answer}Of`, { who, list: list(asked) })
    }
    const of = text(data['currency'])
    if (kind !== 'submitted' || premium === undefined || !isCurrency(of)) continue
    say('partOf', { who, sum: formatMoney(money(premium, of), lang) })
    if (deathBenefit !== undefined)
      say(deathBenefit > 0 ? 'deathBenefitOf' : 'noDeathBenefitOf', { who, sum: whole(deathBenefit) })
  }
  const [premium, currency, benefit, accepted] = [
    number(data['premium']),
    text(data['currency']),
    number(data['deathBenefit']),
    number(data['amount']),
  ]
  if (premium !== undefined && isCurrency(currency))
    say('premium', { sum: formatMoney(money(premium, currency), lang) })
  const [change, now, version] = [
    number(data['premiumChange']),
    number(data['premiumNow']),
    number(data['versionNumber']),
  ]
  if (version !== undefined) say('version', { number: version })
  if (change !== undefined && now !== undefined && isCurrency(currency)) {
    say(change > 0 ? 'premiumAdded' : 'premiumReturned', {
      sum: formatMoney(money(Math.abs(change), currency), lang),
      now: formatMoney(money(now, currency), lang),
    })
  }
  if (benefit !== undefined) say(benefit > 0 ? 'deathBenefit' : 'noDeathBenefit', { sum: whole(benefit) })
  if (Array.isArray(data['declarations'])) say('declarations', { count: data['declarations'].length })
  if (data['second'] === true) say('second')
  if (accepted !== undefined && accepted > 0) say('sum', { sum: whole(accepted) })
  if (text(data['to'])) say('to', { to: text(data['to']) })
  if (kind.startsWith('review_') && text(data['why'])) say('why', { why: text(data['why']) })
  const acceptedAt = number(data['acceptedAt'])
  if (acceptedAt !== undefined) say('acceptedAt', { when: formatInstant(acceptedAt, lang) })
  if (text(data['payment'])) say('payment', { id: text(data['payment']) })
  for (const origin of ['again', 'another', 'buyerOf'] as const)
    if (text(data[origin])) say(origin, { order: text(data[origin]) })
  return out
}

/** The policy that the next term became: a contract of its own, with the days of its cover. */
function nextTerm({ next, start, end }: RecordedAct['data'], lang: Lang, t: Say): string[] {
  const [from, to] = [text(start), text(end)]
  if (!text(next) || !isDay(from) || !isDay(to)) return []
  const values = { number: text(next), start: formatDay(from, lang), end: formatDay(to, lang) }
  return [t('salesrecord:detail.next', values)]
}

/** Spouse and children of the act. The record contains no names: children are counted in the order of the application. */
function membersOf(
  { family }: RecordedAct['data'],
  t: Say,
): { key: string; who: string; premium: number | undefined; deathBenefit: number | undefined }[] {
  const members = Array.isArray(family)
    ? family.filter((it): it is Record<string, unknown> => typeof it === 'object' && it !== null)
    : []
  const children = members.filter((it) => it['relationship'] === 'child')
  return members.map((it) => ({
    key: text(it['key']),
    premium: number(it['premium']),
    deathBenefit: number(it['deathBenefit']),
    who:
      it['relationship'] === 'spouse'
        ? t('salesrecord:member.spouse')
        : t('salesrecord:member.child', { number: children.indexOf(it) + 1 }),
  }))
}

/** Numbers of the questions as the page counted them for one person: ids are `q1` …, for a family member `p1-q1` … */
function questionsAnswered(answers: unknown, answer: 'yes' | 'no', key: string | null): string[] {
  if (typeof answers !== 'object' || answers === null) return []
  const own = Object.entries(answers)
    .map(([question, given]) => ({ ...askedOf(question), given: given as unknown }))
    .filter((it) => it.key === key)
  const asked = own.map(({ id, given }) => ({ id: Number(id.replace(/^q/, '')), given })).sort((a, b) => a.id - b.id)
  return asked.flatMap(({ given }, i) => (given === answer ? [String(i + 1)] : []))
}
