/** Policies as their owners see them, in the language of the request. */
import { COUNTRY_IDS, type CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import { dayOf, formatDay, type Day, ageOn } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { money, formatAmount, type Currency } from '../../../lib/money/money.ts'
import { documentNames, nameIn, namesOf, type Names } from '../../../lib/people/name-in-language.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import { payableKey } from '../../cashier/server/door.ts'
import { type BenefitLeft, claimsOn } from './hooks.ts'
import { cardLineOf, hasWaiverLetter, helpLinesOf, whereWords, type Plan } from '../../plans/server/door.ts'
import { ownedBy, type OwnedPolicy } from './people/policy-access.ts'
import { arrivalOf } from './student-arrival.ts'
import type { Fact, PolicyRow, PolicyView } from '../contract.ts'
import { planNames, planOf, plansOfContract } from './documents/policy-document-facts.ts'
import {
  ownCostFacts,
  benefitFacts,
  medicalLimitText,
  withArrival,
  type FactRow,
  type Translate,
} from './documents/benefit-figures.ts'
import { joinedNames, maskedPerson } from './people/policy-people.ts'
import { openPeople } from '../../orders/server/door.ts'
import { cancellationOf, coverPeriod } from './messages/cover-period.ts'
import { policyStatus } from './policy-states.ts'
import { formatVerifyCode } from './documents/verify-code.ts'
import { documentResources } from './documents/document-resources.ts'
import { formsForPlan, formsForSchool } from './documents/load-school-forms.ts'
import { surrenderView } from './surrender/surrender-view.ts'
import { changesOf } from './versions/version-changes.ts'
import { versionsOf } from './versions/policy-versions.ts'
import type { PolicyTable } from '../tables.ts'

const storedStatus = (row: PolicyTable): 'issued' | 'cancelled' => (row.status === 'cancelled' ? 'cancelled' : 'issued')

export const todayOf = (deps: Deps): Day => dayOf(deps.clock())

export function policyRow(deps: Deps, { row, role }: OwnedPolicy, lang: Lang): PolicyRow {
  const { plans } = documentResources(deps)
  const people = openPeople(deps.seal, row.people)
  const lines = helpLinesOf(plans, row.plan, lang)
  const named = ({ name, otherName }: Names): PolicyRow['printed'] => ({ name, otherName: otherName ?? null })
  const today = todayOf(deps)
  const cancellation = cancellationOf(row)
  const covered = cancellation ? cancellation.covered : coverPeriod(row.starts, row.ends, today)
  return {
    id: row.id,
    number: row.number,
    status: policyStatus(storedStatus(row), row.starts, row.ends, today),
    plan: row.plan,
    ...planNames(plans, row, lang),
    insurerName: plans.insurerWords(lang, row.insurer).name,
    insured: named(namesOf(people.insured, lang)),
    printed: named(documentNames(people.insured, lang)),
    policyholder: joinedNames(namesOf(people.policyholder, lang)),
    relationship: deps.words(lang, `policydocuments:relationships.${row.relationship}`),
    medical: medicalLimitText(...figuresOf(deps, row, lang)),
    helpLine: cardLineOf(lines, row.destination),
    helpLineAnywhere: lines.anywhere,
    period: covered ?? { ...coverPeriod(row.starts, row.ends, row.ends), used: 0 },
    cancelled: cancellation && { on: cancellation.on, inForce: cancellation.inForce },
    premium: money(row.premium_minor, row.currency),
    orderId: row.order_id,
    role,
    ownName: row.relationship === 'self',
  }
}

function figuresOf(deps: Deps, row: PolicyTable, lang: Lang): Parameters<typeof benefitFacts> {
  const { plans } = documentResources(deps)
  return [
    { ...planOf(plans, row), lang, deathBenefit: row.death_benefit },
    plansOfContract(plans, row),
    (key, values) => deps.words(lang, key, values),
  ]
}

export async function policyView(
  deps: Deps,
  owned: OwnedPolicy,
  lang: Lang,
): Promise<Omit<PolicyView, 'together' | 'previous' | 'next'>> {
  const { row } = owned
  const { plans } = documentResources(deps)
  const people = openPeople(deps.seal, row.people)
  const insurer = plans.insurerWords(lang, row.insurer)
  const { plan, tier } = planOf(plans, row)
  const limits = await claimsOn(deps).limits(deps, { policyId: row.id, tier })
  const useShown = maySeeBenefitUse(
    { role: owned.role, relationship: row.relationship, birthDate: people.insured.birthDate },
    todayOf(deps),
  )
  const facts = (rows: FactRow[]): Fact[] =>
    withUse(rows, useShown ? limits : [], {
      lang,
      currency: row.currency,
      say: (key, values) => deps.words(lang, key, values),
    })
  return {
    ...policyRow(deps, owned, lang),
    insurerFull: insurer.fullName,
    notice: insurer.notice,
    assistance: helpLinesOf(plans, row.plan, lang).company,
    territory: whereWords(plan, plans.t(lang), lang),
    clauseVersion: row.clause_version,
    deathBenefit: row.death_benefit > 0,
    issuedAt: row.issued_at,
    cancelledAt: row.cancelled_at === null ? null : row.cancelled_at,
    people: {
      insured: maskedPerson(people.insured, lang, deps.words),
      policyholder: maskedPerson(people.policyholder, lang, deps.words),
    },
    benefits: facts(benefitFacts(...figuresOf(deps, row, lang))),
    bears: facts(withArrival(ownCostFacts(...figuresOf(deps, row, lang)), await arrivalTold(deps, owned, lang))),
    useShown,
    documents: (await documentsOf(deps, row)).filter(({ kind }) => kind !== 'waiver_letter' || hasWaiverLetter(plan)),
    schoolForms:
      row.status === 'issued'
        ? formsForSchool(formsForPlan(documentResources(deps).schoolForms, plan), people.insured.institution).map(
            ({ id, name }) => ({ id, name: name[lang] }),
          )
        : [],
    versions: await versionViews(deps, owned),
    year: yearOf(limits, row),
    hospitals: countryOf(plan),
    surrender: await surrenderView(deps, owned, lang),
  }
}

async function arrivalTold(deps: Deps, { row }: OwnedPolicy, lang: Lang): Promise<string | undefined> {
  const arrival = await arrivalOf(deps, row)
  if (!arrival) return undefined
  return arrival.illnessFrom === null
    ? deps.words(lang, 'policies:arrived.no')
    : deps.words(lang, 'policies:arrived.yes', { day: formatDay(arrival.illnessFrom, lang) })
}

function yearOf(limits: readonly BenefitLeft[], row: PolicyTable): PolicyView['year'] {
  const year = limits.find(({ id }) => id === 'yearMaximum')
  return year ? { paid: money(year.used, row.currency), left: money(year.left, row.currency) } : null
}

/** The country of a plan that is made for one, if there is a list of its hospitals. */
function countryOf({ destinations }: Plan): CountryId | null {
  const [only, ...others] = 'only' in destinations ? destinations.only : []
  return only && others.length === 0 ? (COUNTRY_IDS.find((id) => id === only) ?? null) : null
}

async function documentsOf(deps: Deps, row: PolicyTable): Promise<PolicyView['documents']> {
  const coded = await deps.db
    .selectFrom('policy_documents')
    .selectAll()
    .where('policy_id', '=', row.id)
    .where('file_id', 'is not', null)
    .orderBy('version_number', 'desc')
    .orderBy('id')
    .execute()
  const terms = await deps.db
    .selectFrom('policy_terms')
    .selectAll()
    .where('plan', '=', row.plan)
    .where('version', '=', row.clause_version)
    .execute()
  return [
    ...coded.map((it) => ({
      kind: it.kind,
      version: it.version_number,
      lang: it.lang,
      size: Number(it.size),
      issuedAt: it.issued_at,
      sha256: it.sha256 ?? '',
      file: deps.words(it.lang, `policydocuments:file.${it.kind}`, { number: row.number }),
      code: formatVerifyCode(it.verify_code),
    })),
    ...terms.map((it) => ({
      kind: 'terms' as const,
      version: null,
      lang: it.lang,
      size: it.size,
      issuedAt: row.issued_at,
      sha256: it.sha256,
      file: deps.words(it.lang, 'policydocuments:file.terms', { number: it.version }),
      code: null,
    })),
  ]
}

async function versionViews(deps: Deps, { row, role }: OwnedPolicy): Promise<PolicyView['versions']> {
  const rows = await versionsOf(deps.db, row.id)
  const stated = rows.map((it) => ({
    reason: it.reason,
    starts: it.starts,
    ends: it.ends,
    people: openPeople(deps.seal, it.people),
  }))
  return rows.map((it, i) => ({
    number: it.number,
    reason: it.reason,
    validFrom: it.valid_from,
    madeAt: it.made_at,
    changes: stated[i] ? changesOf(stated[i - 1], stated[i]) : [],
    premiumChange: role === 'buyer' ? money(it.premium_change, it.currency) : null,
    paidAs:
      role === 'buyer' &&
      (it.number > 1 || row.previous_policy_id !== null) &&
      it.payable_kind !== null &&
      it.payable_id !== null
        ? payableKey({ kind: it.payable_kind, id: it.payable_id })
        : null,
  }))
}

/** The policies of the same order and time that insure the others, as far as the caller may see them. */
export async function policiesTogether(
  ctx: Context,
  { person, order_id: order, starts, ends }: PolicyTable,
): Promise<{ id: string; number: string; insured: string }[]> {
  const { query } = await ownedBy(ctx)
  const rows = await query()
    .select(['policies.id', 'policies.number', 'policies.people'])
    .where('policies.order_id', '=', order)
    .where('policies.person', '!=', person)
    .where('policies.starts', '<=', ends)
    .where('policies.ends', '>=', starts)
    .orderBy('policies.person')
    .orderBy('policies.starts')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    insured: nameIn(openPeople(ctx.deps.seal, row.people).insured, ctx.lang),
  }))
}

interface UseWords {
  lang: Lang
  currency: Currency
  say: Translate
}

/** The facts of a plan's rows, with the remaining amount for each limit that was used. */
function withUse(rows: readonly FactRow[], limits: readonly BenefitLeft[], words: UseWords): Fact[] {
  return rows.map(({ id, fact }) => {
    // The year maximum is always in the summary.
    const limit = id === 'yearMaximum' ? undefined : limits.find((it) => it.id === id)
    return limit && limit.used > 0 ? { ...fact, notes: [useNote(limit, words), ...fact.notes] } : fact
  })
}

function useNote({ id, unit, used, left }: BenefitLeft, { lang, currency, say }: UseWords): string {
  const figure = (amount: number): string =>
    unit === 'visits' ? String(amount) : formatAmount(money(amount, currency), lang)
  const kind = unit === 'visits' ? 'visits' : id === 'deductible' || id === 'ownCap' ? 'borne' : 'money'
  return say(`policies:used.${kind}`, { used: figure(used), left: figure(left) })
}

interface Reader {
  role: 'buyer' | 'insured'
  relationship: string
  /** Birth date of the insured person. */
  birthDate: Day
}

/**
 * A used benefit tells what someone was treated for. It is shown to the insured person, and to the buyer of a child's
 * policy; another buyer sees only what is left of the year maximum.
 */
const maySeeBenefitUse = ({ role, relationship, birthDate }: Reader, today: Day): boolean =>
  role === 'insured' || relationship === 'self' || ageOn(birthDate, today) < 18
