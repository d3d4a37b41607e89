/**
 * From what a handler types to a whole assessment: deductible, share and limits come from the plan and from what the policy has used,
 * invoices from the claim's visits, rates from the table. Only what differs needs typing (docs/operating.md shows a file).
 */
import { z } from 'zod'
import { parseMoney } from '../../../lib/parse-amount.ts'
import { CURRENCIES, formatMoney, money, type Currency } from '../../../lib/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/call-handlers.ts'
import { planOfPolicy, documentResources } from '../../policies/api.server.ts'
import { claimRate } from '../../policies/published-rates.server.ts'
import { unitsPerRate } from '../../policies/exchange-rates.server.ts'
import { assessmentSchema, type Assessment, type AssessmentInvoice } from './assessment.ts'
import { groupsOf, isPerVisit, limitOf, usedBenefits, type GroupInput } from './plan-terms.server.ts'
import type { Case } from '../case/load-case.server.ts'
import { answersOf } from '../answer-columns.server.ts'
import { todayOf } from '../case/claim-row.server.ts'
import { bothLanguages, clause, day, type BothLanguages } from '../common-schemas.ts'
import { LINE_DEDUCTIONS } from '../settlement-sheet.ts'

/** As typed: "120.00", "1,693.22". Read with the currency's decimals. */
const sumText = z.string()
const name = z.string().regex(/^[\w.-]{1,40}$/, 'invalid')

const lineInput = z.strictObject({
  name: bothLanguages, amount: sumText, group: name.optional(),
  /** Without `amount` all of the line is taken off. */
  off: z.array(z.strictObject({ kind: z.enum(LINE_DEDUCTIONS).default('not_covered'), amount: sumText.optional(), clause, reason: bothLanguages })).default([]),
})

/** Values are text, as `parse(…, { schema: 'failsafe' })` gives them: clause 4.10 stays 4.10. */
export const assessInput = z.strictObject({
  /** Why something, or all of it, is not payable. */
  reason: bothLanguages.optional(),
  clauses: z.array(clause).default([]),
  groups: z.record(name, z.strictObject({
    name: bothLanguages.optional(), deductible: sumText.optional(), note: bothLanguages.optional(), share: z.coerce.number().min(0).max(100).optional(),
    /** `no`: the share outside the network. */
    network: z.enum(['yes', 'no']).default('yes'),
  })).default({}),
  invoices: z.array(z.strictObject({
    visit: z.string().optional(), number: z.string().optional(), provider: z.string().optional(), day: day.optional(), currency: z.enum(CURRENCIES).optional(),
    /** Typed by hand where the table has none: with its day and where it was published. */
    rate: z.strictObject({ rate: z.string(), day, source: bothLanguages }).optional(), group: name.optional(), lines: z.array(lineInput).min(1).optional(),
  })).optional(),
  otherInsurance: z.array(z.strictObject({ amount: sumText, note: bothLanguages })).default([]),
  limit: sumText.optional(),
  shareCap: sumText.optional(),
  paidToHospital: sumText.optional(),
})
export type AssessInput = z.output<typeof assessInput>

const WHOLE_CLAIM: BothLanguages = { en: 'Invoice', cn: '账单' }

/** Reads a sum; refuses `invalid` and names the place. */
function parseAmount(text: string, currency: Currency, place: string): number {
  const read = parseMoney(text, currency)
  if (!read) throw new Refusal('invalid', { fields: { [place]: 'amount_format' } })
  return read.amount
}

/** The assessment that follows from the input for this case, and from what its policy has used by now. Refuses `invalid` with the places. */
export async function assess(deps: Deps, found: Case, input: AssessInput, db: Deps['db'] | Trx = deps.db): Promise<Assessment> {
  const { claim, policy } = found
  const { plan, tier } = planOfPolicy(deps, policy)
  const { currency } = plan
  knownClauses(documentResources(deps).plans.clauses('en', plan.id).articles.map((it) => it.id), input)
  const answers = answersOf(deps, claim)
  const used = await usedBenefits({ db, seal: deps.seal }, found)
  const facts = { tier, used, uninsured: plan.after === 'public_or_school' && answers.otherInsurance !== true }
  const invoices = await invoicesOf(deps, found, input, { to: currency, perVisit: isPerVisit(facts), db })
  const given: Record<string, GroupInput> = Object.fromEntries(Object.entries(input.groups).map(([id, it]) => [id, {
    ...it, deductible: it.deductible === undefined ? undefined : parseAmount(it.deductible, currency, `groups.${id}.deductible`),
  }]))
  const groups = groupsOf(facts, given, invoices.map((it) => it.group))
  const left = limitOf(tier, used)
  const ownCap = tier.share.ownCap ? Math.max(0, tier.share.ownCap.amount - used.share) : null
  const assessment = {
    currency, groups, invoices,
    shareCap: input.shareCap === undefined ? ownCap : parseAmount(input.shareCap, currency, 'shareCap'),
    otherInsurance: input.otherInsurance.map((it, i) => ({ note: it.note, amount: parseAmount(it.amount, currency, `otherInsurance.${i}`) })),
    limit: input.limit === undefined ? left.amount : parseAmount(input.limit, currency, 'limit'), limitNote: left.note,
    alreadyPaid: 0, alreadyNote: { en: 'before', cn: '此前' },
    paidToHospital: input.paidToHospital === undefined ? 0 : parseAmount(input.paidToHospital, currency, 'paidToHospital'),
  }
  const read = assessmentSchema.safeParse(assessment)
  if (!read.success) throw new Refusal('invalid', { fields: Object.fromEntries(read.error.issues.map((it) => [it.path.join('.'), it.message])) })
  return read.data
}

/** A deduction stands on an article of this plan's terms, or it cannot stand. */
function knownClauses(articles: readonly string[], { clauses, invoices = [] }: AssessInput): void {
  const fields: Record<string, string> = {}
  const look = (number: string, place: string): void => {
    if (!articles.includes(number)) fields[place] = 'no_such_clause'
  }
  clauses.forEach((it, i) => look(it, `clauses.${i}`))
  invoices.forEach((invoice, i) => invoice.lines?.forEach((line, n) => line.off.forEach((it, k) => look(it.clause, `invoices.${i}.lines.${n}.off.${k}.clause`))))
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}

type InvoiceInput = NonNullable<AssessInput['invoices']>[number]

/** The invoices named, filled in from their visits; all visits of the claim where none is named. */
async function invoicesOf(
  deps: Deps, { claim }: Case, input: AssessInput, { to, perVisit, db }: { to: Currency; perVisit: boolean; db: Deps['db'] | Trx },
): Promise<AssessmentInvoice[]> {
  const { visits, hospital, incidentDay } = answersOf(deps, claim)
  const named: InvoiceInput[] = input.invoices ?? (visits.length > 0 ? visits.map((it) => ({ visit: it.id })) : [{ lines: [{ name: WHOLE_CLAIM, amount: '0', off: [] }], currency: to }])
  const first = Object.keys(input.groups)[0]
  const groupOf = (visit: string | undefined, i: number): string => {
    if (!perVisit) return 'all'
    return visit === undefined ? `cost-${i + 1}` : `visit-${visits.findIndex((it) => it.id === visit) + 1}`
  }
  const out: AssessmentInvoice[] = []
  for (const [i, given] of named.entries()) {
    const at = `invoices.${i}`
    const visit = given.visit === undefined ? undefined : visits.find((it) => it.id === given.visit)
    if (given.visit !== undefined && !visit) throw new Refusal('invalid', { fields: { [`${at}.visit`]: 'not_found' } })
    const currency = given.currency ?? (visit?.currency || undefined)
    const paidOn = given.day ?? (visit?.day || incidentDay)
    if (paidOn > todayOf(deps)) throw new Refusal('invalid', { fields: { [`${at}.day`]: 'day_future' } })
    if (!currency) throw new Refusal('invalid', { fields: { [`${at}.currency`]: 'required' } })
    const rate = currency === to ? null : await rateOf(deps, db, { given: given.rate, from: currency, to, day: paidOn, place: `${at}.rate` })
    const whole = [{ id: `${i + 1}.1`, name: WHOLE_CLAIM, amount: visit?.amount ?? 0, deductions: [] }]
    out.push({
      id: `invoice-${i + 1}`, visit: visit?.id ?? null, number: given.number ?? visit?.invoice ?? '', provider: given.provider ?? (visit?.elsewhere ?? hospital).name,
      day: paidOn, currency, group: given.group ?? first ?? groupOf(visit?.id, i),
      rate,
      lines: given.lines?.map((line, n) => lineOf(line, `${i + 1}.${n + 1}`, currency, `${at}.lines.${n}`)) ?? whole,
    })
  }
  return out
}

/** The published rate, or the handler's own. Refuses `rate_missing` with currency and day: the claim waits for it. */
async function rateOf(
  deps: Deps, db: Deps['db'] | Trx, { given, from, to, day: paidOn, place }: { given: InvoiceInput['rate']; from: Currency; to: Currency; day: string; place: string },
): Promise<AssessmentInvoice['rate']> {
  if (given) return { ...given, per: unitsPerRate(from), byHand: true }
  const rate = await claimRate(deps, db, { from, to, day: paidOn })
  if (!rate) throw new Refusal('rate_missing', { fields: { [place]: `none published for ${from} ${paidOn}` }, currency: from, day: paidOn })
  return rate
}

function lineOf(line: z.output<typeof lineInput>, id: string, currency: Currency, at: string): AssessmentInvoice['lines'][number] {
  const amount = parseAmount(line.amount, currency, `${at}.amount`)
  const deductions = line.off.map(({ amount: off, ...rest }, i) => ({ ...rest, amount: off === undefined ? amount : parseAmount(off, currency, `${at}.off.${i}`) }))
  return { id, name: line.name, amount, deductions: deductions.filter((it) => it.amount > 0), ...(line.group ? { group: line.group } : {}) }
}

/** Everything refused for one reason: each visit taken off whole. */
export function refuseWholeClaim(deps: Deps, { claim, policy }: Case, { clause: number, reason }: { clause: string; reason: BothLanguages }): AssessInput {
  const { visits } = answersOf(deps, claim)
  const { plan } = planOfPolicy(deps, policy)
  const bare = (amount: number, currency: Currency): string => formatMoney(money(amount, currency), 'en', { style: 'bare' })
  const invoices = visits.filter((it) => it.currency !== '' && (it.amount ?? 0) > 0).map((it) => ({
    visit: it.id,
    lines: [{ name: WHOLE_CLAIM, amount: bare(it.amount ?? 0, it.currency || plan.currency), off: [{ kind: 'not_covered' as const, clause: number, reason }] }],
  }))
  return assessInput.parse({ reason, clauses: [number], ...(invoices.length > 0 ? { invoices } : {}) })
}
