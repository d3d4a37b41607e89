/** Policies as their owners see them, in the language of the request. */
import { dayOf, type Day } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { money } from '../../lib/money.ts'
import { SITE } from '../../lib/site.ts'
import type { Deps } from '../../server/deps.ts'
import { whereWords } from '../plans/api.server.ts'
import type { Owned } from './access.server.ts'
import type { PolicyRow, PolicyView } from './contract.ts'
import { planNames, planOf } from './facts.server.ts'
import { bearFacts, benefitFacts, medicalWords } from './figures.server.ts'
import { inOneLine, maskedPerson, namesOf, openPeople } from './people.server.ts'
import { grouped, periodOf, statusOf } from './rules.server.ts'
import { shelfOf } from './shelf.server.ts'
import type { PolicyTable } from './tables.server.ts'

const stored = (row: PolicyTable): 'issued' | 'cancelled' => (row.status === 'cancelled' ? 'cancelled' : 'issued')

export const todayOf = (deps: Deps): Day => dayOf(deps.clock())

export function rowView(deps: Deps, { row, role }: Owned, lang: Lang): PolicyRow {
  const { plans } = shelfOf(deps)
  const people = openPeople(deps.seal, row.people)
  const { name, otherName = null } = namesOf(people.insured, lang)
  const today = todayOf(deps)
  return {
    id: row.id, number: row.number, status: statusOf(stored(row), row.starts, row.ends, today), plan: row.plan,
    ...planNames(plans, row, lang),
    insurerName: plans.insurerWords(lang, row.insurer).name,
    insured: { name, otherName },
    policyholder: inOneLine(namesOf(people.policyholder, lang)),
    relationship: deps.words(lang, `documents:relationships.${row.relationship}`),
    medical: medicalWords(...figuresOf(deps, row, lang)),
    helpLine: SITE[lang].phone,
    period: periodOf(row.starts, row.ends, today),
    premium: money(Number(row.premium_minor), row.currency),
    orderId: row.order_id,
    role,
  }
}

function figuresOf(deps: Deps, row: PolicyTable, lang: Lang): Parameters<typeof benefitFacts> {
  const { plans } = shelfOf(deps)
  return [{ ...planOf(plans, row), lang, deathBenefit: row.death_benefit }, plans, (key, values) => deps.words(lang, key, values)]
}

export async function fullView(deps: Deps, owned: Owned, lang: Lang): Promise<PolicyView> {
  const { row } = owned
  const { plans } = shelfOf(deps)
  const people = openPeople(deps.seal, row.people)
  const insurer = plans.insurerWords(lang, row.insurer)
  const { plan } = planOf(plans, row)
  return {
    ...rowView(deps, owned, lang),
    insurerFull: insurer.fullName,
    notice: insurer.notice,
    territory: whereWords(plan, plans.t(lang), lang),
    clauseVersion: row.clause_version,
    deathBenefit: row.death_benefit > 0,
    issuedAt: Number(row.issued_at),
    cancelledAt: row.cancelled_at === null ? null : Number(row.cancelled_at),
    people: {
      insured: maskedPerson(people.insured, lang, deps.words),
      policyholder: maskedPerson(people.policyholder, lang, deps.words),
    },
    benefits: benefitFacts(...figuresOf(deps, row, lang)), bears: bearFacts(...figuresOf(deps, row, lang)),
    documents: await documentsOf(deps, row),
  }
}

async function documentsOf(deps: Deps, row: PolicyTable): Promise<PolicyView['documents']> {
  const coded = await deps.db.selectFrom('policy_documents').selectAll()
    .where('policy_id', '=', row.id).where('file_id', 'is not', null).orderBy('id').execute()
  const terms = await deps.db.selectFrom('policy_terms').selectAll()
    .where('plan', '=', row.plan).where('version', '=', row.clause_version).execute()
  return [
    ...coded.map((it) => ({
      kind: it.kind, lang: it.lang, size: Number(it.size), issuedAt: Number(it.issued_at), sha256: it.sha256 ?? '', code: grouped(it.verify_code),
    })),
    ...terms.map((it) => ({ kind: 'terms' as const, lang: it.lang, size: Number(it.size), issuedAt: Number(row.issued_at), sha256: it.sha256, code: null })),
  ]
}
