/** Turns a stored policy into the facts that its documents state. */
import { money } from '../../../../lib/money/money.ts'
import { dayOf, formatDay, type Day } from '../../../../lib/days/dates.ts'
import { maskIdNumber } from '../../../../lib/people/id-number.ts'
import { localPath, type Lang, joinedClauses } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Words } from '../../../../server/load-words.ts'
import {
  cardLineOf,
  helpLinesOf,
  plansWithTerms,
  whereWords,
  type Plan,
  type PlanSet,
  type Tier,
  cellWords,
  declaredConditionWords,
} from '../../../plans/server/door.ts'
import type { DocumentFacts, DocumentKind, PersonFacts } from './fact-types.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { withAsteriskMask } from '../../../../server/pdf/text-layout.ts'
import {
  certificateRows,
  notCoveredRows,
  secondCurrencyOf,
  meetsRequirement,
  requiredRows,
  deathNote,
  type InsuredPlan,
  type Translate,
} from './benefit-figures.ts'
import { joinedNames, personFacts, printedNames } from '../people/policy-people.ts'
import type { People } from '../../../orders/server/door.ts'
import { certificateRate, type RateTable } from '../rates/printed-exchange-rates.ts'
import { formatVerifyCode } from './verify-code.ts'
import type { SchoolForm } from './load-school-forms.ts'
import type { PolicyDocumentTable, PolicyTable } from '../../tables.ts'
import type { PolicyVersionTable } from '../versions/version-tables.ts'
import { waiverRows } from './waiver-answers.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'

/** What every document needs besides the policy itself. */
export interface DocumentResources {
  plans: PlanSet
  rates: RateTable
  fonts: Fonts
  schoolForms: readonly SchoolForm[]
  words: Words
  siteUrl: string
}

type Contract = Pick<PolicyTable, 'plan' | 'tier' | 'clause_version'>

/**
 * The plans as they held under the terms of a policy: its figures stay, whatever is sold today. Today's for a version
 * from before the texts were kept by day.
 */
export const plansOfContract = (today: PlanSet, row: Omit<Contract, 'tier'>): PlanSet =>
  plansWithTerms(row.plan, row.clause_version) ?? today

/** Numbers to call are today's, unless nothing of the policy's insurer stands there any more. */
const plansToCall = (today: PlanSet, contract: PlanSet, { insurer }: Plan): PlanSet =>
  today.insurers.some(({ id }) => id === insurer) ? today : contract

/** Plan and tier as the policy has them. */
export function planOf(today: PlanSet, row: Contract): { plan: Plan; tier: Tier } {
  const plan = plansOfContract(today, row).plan(row.plan)
  const tier = plan.tiers.find((it) => it.id === row.tier)
  if (!tier) throw new RangeError(`no tier ${row.tier} in ${row.plan}`)
  return { plan, tier }
}

/** Names of plan and tier in a language; '' for the tier of a plan that has only one. */
export function planNames(
  plans: PlanSet,
  row: Pick<PolicyTable, 'plan' | 'tier'>,
  lang: Lang,
): { planName: string; tierName: string } {
  const words = plans.words(lang, row.plan)
  const alone = plans.plan(row.plan).tiers.length === 1
  return { planName: words.name, tierName: alone ? '' : (words.tiers[row.tier]?.name ?? '') }
}

const verifyUrl = (siteUrl: string, lang: Lang, code: string): string =>
  `${siteUrl}${localPath(lang, '/verify')}?code=${code}`

/** A letter to a consulate or a school bears the passport number alone: they compare no other ID. */
function shownInLetter(kind: DocumentKind, { passport, ...person }: PersonFacts): PersonFacts {
  if (!passport) return person
  if (kind !== 'visa_letter' && kind !== 'waiver_letter') return { ...person, passport }
  return { ...person, idType: passport.label, idNumber: passport.number }
}

interface Stated {
  history?: readonly PolicyVersionTable[]
  /** See `Arrival`; absent where it is not known or not asked. */
  illnessFrom?: Day | null | undefined
  /** Number of the policy whose next term it is. */
  continues?: string | undefined
}

/** Figures are those of the policy's terms; numbers to call are those of the day on which it is printed. */
export function documentFacts(
  resources: DocumentResources,
  row: PolicyTable,
  people: People,
  document: Pick<PolicyDocumentTable, 'kind' | 'lang' | 'verify_code'>,
  { history = [], illnessFrom, continues }: Stated = {},
): DocumentFacts {
  const { rates, fonts, words, siteUrl } = resources
  const plans = plansOfContract(resources.plans, row)
  const { kind, lang } = document
  const say = (key: string, values?: Record<string, unknown>): string => words(lang, key, values)
  const { plan, tier } = planOf(plans, row)
  const names = planNames(plans, row, lang)
  const insurer = plans.insurerWords(lang, row.insurer)
  const foreign = secondCurrencyOf(plan)
  const rate = foreign && certificateRate(rates, foreign, dayOf(row.issued_at), lang)
  const of = { plan, tier, lang, deathBenefit: row.death_benefit }
  const { requirement } = plan
  const lines = helpLinesOf(resources.plans, row.plan, lang)
  return {
    kind,
    lang,
    number: row.number,
    issuedAt: row.issued_at,
    verifyCode: formatVerifyCode(document.verify_code),
    verifyUrl: verifyUrl(siteUrl, lang, document.verify_code),
    plan: names.planName,
    tier: names.tierName,
    insurer: insurer.name,
    insurerFull: insurer.fullName,
    insurerLicence: plans.insurer(row.insurer).licence,
    sampleNotice: insurer.notice,
    start: row.starts,
    end: row.ends,
    premium: money(row.premium_minor, row.currency),
    insured: shownInLetter(kind, personFacts(people.insured, lang, words, fonts)),
    policyholder: {
      name: joinedNames(printedNames(people.policyholder, lang, fonts)),
      idType: say(`policydocuments:idType.${people.policyholder.idType}`),
      idNumber: withAsteriskMask(maskIdNumber(people.policyholder.idNumber)),
    },
    relationship: say(`policydocuments:relationships.${row.relationship}`),
    deathBenefit: row.death_benefit > 0,
    territory: whereWords(plan, plans.t(lang), lang),
    clauseVersion: row.clause_version,
    ...certificateRows(of, plans, say, {
      rate,
      arrival:
        illnessFrom === undefined
          ? undefined
          : illnessFrom === null
            ? say('policydocuments:arrived.no')
            : say('policydocuments:arrived.yes', { day: formatDay(illnessFrom, lang) }),
    }),
    required: requiredRows(of, plans, say, rate),
    waiver: waiverRows(of, { start: row.starts, end: row.ends }, plans, say, rate),
    notCovered: notCoveredRows(of, plans, say),
    conditions: [
      ...(continues === undefined ? [] : [say('policydocuments:policyPaper.continues', { number: continues })]),
      ...policyConditions(of, plans, say, cardLineOf(lines, row.destination)),
    ],
    contacts: contactRows(plan, plansToCall(resources.plans, plans, plan), say, lang),
    history: history.map((it) => ({
      number: it.number,
      reason: it.reason,
      validFrom: it.valid_from,
      madeAt: it.made_at,
      premiumChange: money(it.premium_change, it.currency),
    })),
    ...(requirement && rate && meetsRequirement(requirement, tier, rate)
      ? { requirement: say(`policydocuments:letter.${requirement.id}`) }
      : {}),
    ...(rate ? { exchange: rate } : {}),
    helpLine: cardLineOf(lines, row.destination),
    helpLineAnywhere: lines.anywhere,
    assistance: lines.company,
    site: SITE[lang],
  }
}

/** One sentence each, the most important first. */
function policyConditions(of: InsuredPlan, set: PlanSet, say: Translate, helpLine: string): string[] {
  const { plan, tier, lang, deathBenefit } = of
  const t = set.t(lang)
  const death = tier.benefits.accident.state === 'none' ? [] : deathNote(tier, deathBenefit, lang, say)
  return [
    ...(plan.scope === 'acute' ? [say('policydocuments:policyPaper.acute')] : []),
    ...(plan.after ? [say(`policydocuments:policyPaper.after.${plan.after}`)] : []),
    ...(tier.preExisting.kind === 'after_months' && tier.preExisting.months === 0
      ? []
      : [declaredConditionWords(tier, t, lang)]),
    ...death.map((note) => say('policydocuments:policyPaper.death', { note })),
    say('policydocuments:policyPaper.admission', { phone: helpLine, hours: LIMITS.admissionHours }),
    say('policydocuments:policyPaper.cancel', { rule: cellWords('refund', plan, tier, t, lang).value }),
    say('policydocuments:policyPaper.next', { rule: cellWords('extend', plan, tier, t, lang).value }),
    say('policydocuments:policyPaper.exclusions'),
  ]
}

/** Insurer with its address, service line and licence, its help line, the seller of the policy, and where to complain. */
function contactRows(plan: Plan, set: PlanSet, say: Translate, lang: Lang): Row[] {
  const { licence, address, service, complaints } = set.insurer(plan.insurer)
  const { fullName } = set.insurerWords(lang, plan.insurer)
  const lines = helpLinesOf(set, plan.id, lang)
  const site = SITE[lang]
  const local = lines.local.map(({ country, number }) =>
    say('policydocuments:policyPaper.local', { country: set.t(lang)(`plans:plan.where.${country}`), phone: number }),
  )
  return [
    {
      label: say('policydocuments:insurer'),
      value: fullName,
      note: [
        address[lang],
        say('policydocuments:policyPaper.service', { phone: service }),
        say('policydocuments:licence', { licence }),
      ].join(' · '),
    },
    {
      label: say('policydocuments:helpLine'),
      value: lines.anywhere,
      note: joinedClauses(lang, [lines.company, ...local]),
    },
    {
      label: say('policydocuments:policyPaper.seller'),
      value: site.operator,
      note: `${say('policydocuments:policyPaper.service', { phone: site.phone })} · ${site.email}`,
    },
    {
      label: say('policydocuments:policyPaper.complaints'),
      value: site.complaintsEmail,
      note: say('policydocuments:policyPaper.authority', { phone: complaints }),
    },
  ]
}
