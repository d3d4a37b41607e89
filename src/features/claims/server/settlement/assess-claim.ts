/**
 * Turns what a handler types into a complete assessment: deductible, share and limits come from the plan and from what
 * the policy has used, invoices from the claim's visits, rates from the table. Only differences need typing
 * (docs/operating.md shows a file).
 */
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { articlesOfPolicy, planOfPolicy, claimRate, unitsPerRate } from '../../../policies/server/door.ts'
import { assessInput, type AssessInput, type LineInput } from './assessment-as-typed.ts'
import { assessmentSchema, type Assessment, type AssessmentInvoice } from '../../rules/settlement/assessment.ts'
import { groupsOf, isPerVisit, limitOf, mapGroups } from './plan-terms.ts'
import { proposeBenefits, type BenefitInput, type BenefitName } from './propose-benefits.ts'
import { overruledFigures } from './overruled-plan-figures.ts'
import { statedOtherInsurance } from '../../rules/settlement/stated-other-insurance.ts'
import { shareBorne, usedBenefits } from './used-benefits.ts'
import { takeOffWaitingOf } from './apply-waiting-period.ts'
import type { Case } from '../case/load-case.ts'
import { answersOf } from '../answer-columns.ts'
import { latestDay } from '../../../../lib/days/dates.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import { deathDayOf } from '../../rules/draft/death-errors.ts'
import { SUM_INSURED } from '../../rules/settlement-sheet.ts'
import { deathBenefitLine } from './death-benefit.ts'

const WHOLE_CLAIM: BothLanguages = { en: 'Invoice', cn: '账单' }

/** Parses a sum; refuses `invalid` with the place. */
function parseAmount(text: string, currency: Currency, place: string): number {
  const read = parseMoney(text, currency)
  if (!read) throw new Refusal('invalid', { fields: { [place]: 'amount_format' } })
  return read.amount
}

/**
 * The assessment that follows from the input for this case, and from what its policy has used by now. Refuses `invalid`
 * with the places.
 */
export async function assess(
  deps: Deps,
  found: Case,
  given: AssessInput,
  db: Deps['db'] | Trx = deps.db,
): Promise<Assessment> {
  const { claim, policy } = found
  const { plan, tier } = planOfPolicy(deps, policy)
  const { currency } = plan
  const articles = articlesOfPolicy(deps, policy)
  const input = withSumInsured(deps, found, given, articles)
  knownClauses(articles, input)
  const answers = answersOf(deps, claim)
  const used = await usedBenefits({ db, seal: deps.seal }, claim.policy_id, claim.id)
  const illness = input.illness?.day ?? answers.incidentDay
  const facts = {
    tier,
    used,
    illness,
    uninsured: plan.after === 'public_or_school' && answers.otherInsurance !== true && answers.type !== 'death',
  }
  const typed = await invoicesOf(deps, found, input, { to: currency, perVisit: isPerVisit(facts), db })
  const waited = await takeOffWaitingOf(deps, found, typed, {
    illness,
    db,
    setAside: input.waiting,
    benefit: (i, n) => input.invoices?.[i]?.lines?.[n]?.benefit ?? benefitAt(input, i),
  })
  const proposed = proposeBenefits(
    {
      tier,
      used,
      type: answers.type,
      currency,
      words: deps.words,
      articles,
      input: (i, n) => ({ benefit: benefitAt(input, i), ...definedOf(input.invoices?.[i]?.lines?.[n]) }),
    },
    waited.invoices,
  )
  const named = mapGroups(input.groups, (it, id) => ({
    ...it,
    deductible:
      it.deductible === undefined ? undefined : parseAmount(it.deductible, currency, `groups.${id}.deductible`),
  }))
  const groups = groupsOf(
    facts,
    named,
    proposed.invoices.map((it) => it.group),
  )
  const left = limitOf(tier, used, illness)
  const ownCap = tier.share.ownCap ? Math.max(0, tier.share.ownCap.amount - shareBorne(used)) : null
  const assessment = {
    currency,
    groups,
    invoices: proposed.invoices,
    benefits: proposed.benefits,
    illness,
    overruled: [
      ...waited.overruled,
      ...proposed.overruled,
      ...overruledFigures(input, {
        groups,
        planGroups: groupsOf(
          facts,
          mapGroups(named, (it) => ({ ...it, deductible: undefined, share: undefined })),
          groups.map((it) => it.id),
        ),
      }),
    ],
    shareCap: input.shareCap === undefined ? ownCap : parseAmount(input.shareCap, currency, 'shareCap'),
    otherInsurance:
      input.otherInsurance?.map(({ amount, ...it }, i) => ({
        ...it,
        amount: parseAmount(amount, currency, `otherInsurance.${i}`),
      })) ?? statedOtherInsurance(answers, proposed.invoices, currency),
    limit: input.limit === undefined ? left.amount : parseAmount(input.limit, currency, 'limit'),
    limitNote: left.note,
    alreadyPaid: 0,
    alreadyNote: { en: 'before', cn: '此前' },
    paidToHospital:
      input.paidToHospital === undefined ? 0 : parseAmount(input.paidToHospital, currency, 'paidToHospital'),
  }
  const read = assessmentSchema.safeParse(assessment)
  if (!read.success)
    throw new Refusal('invalid', {
      fields: Object.fromEntries(read.error.issues.map((it) => [it.path.join('.'), it.message])),
    })
  return read.data
}

/** The benefit of an invoice whose lines state none. */
const benefitAt = (input: AssessInput, invoice: number): BenefitName | undefined =>
  input.invoices?.[invoice]?.sumInsured ? 'accident' : input.benefit

/**
 * After a death the sum insured is claimed where it is due, and the costs; if a handler lists it without lines, its
 * line is filled in.
 */
function withSumInsured(deps: Deps, found: Case, input: AssessInput, articles: readonly string[]): AssessInput {
  const line = deathBenefitLine(deps, found, articles)
  if (!line) return input
  const { invoices } = input
  if (invoices === undefined)
    return {
      ...input,
      invoices: [
        { sumInsured: 'yes', lines: [line] },
        ...answersOf(deps, found.claim).visits.map(({ id }) => ({ visit: id })),
      ],
    }
  return { ...input, invoices: invoices.map((it) => (it.sumInsured && !it.lines ? { ...it, lines: [line] } : it)) }
}

/** The benefit that a line states, and the reason to set its deduction aside, each only if given. */
const definedOf = (
  line: { benefit?: BenefitName | undefined; overrule?: BothLanguages | undefined } | undefined,
): BenefitInput => ({ ...(line?.benefit === undefined ? {} : { benefit: line.benefit }), overrule: line?.overrule })

/** A deduction must name an article of this plan's terms. */
function knownClauses(articles: readonly string[], { clauses, invoices = [] }: AssessInput): void {
  const fields: Record<string, string> = {}
  const look = (number: string, place: string): void => {
    if (!articles.includes(number)) fields[place] = 'no_such_clause'
  }
  clauses.forEach((it, i) => look(it, `clauses.${i}`))
  invoices.forEach((invoice, i) =>
    invoice.lines?.forEach((line, n) =>
      line.off.forEach((it, k) => look(it.clause, `invoices.${i}.lines.${n}.off.${k}.clause`)),
    ),
  )
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}

type InvoiceInput = NonNullable<AssessInput['invoices']>[number]

/** The invoices typed, completed from their visits; all visits of the claim where none is typed. */
async function invoicesOf(
  deps: Deps,
  { claim }: Case,
  input: AssessInput,
  { to, perVisit, db }: { to: Currency; perVisit: boolean; db: Deps['db'] | Trx },
): Promise<AssessmentInvoice[]> {
  const answers = answersOf(deps, claim)
  const { visits, hospital, incidentDay } = answers
  const named: InvoiceInput[] =
    input.invoices ??
    (visits.length > 0
      ? visits.map((it) => ({ visit: it.id }))
      : [{ lines: [{ name: WHOLE_CLAIM, amount: '0', off: [] }], currency: to }])
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
    const sum = given.sumInsured !== undefined
    const currency = given.currency ?? (visit?.currency || (sum ? to : undefined))
    const paidOn = given.day ?? (visit?.day || (sum && deathDayOf(answers)) || incidentDay)
    if (paidOn > latestDay(deps.clock())) throw new Refusal('invalid', { fields: { [`${at}.day`]: 'day_future' } })
    if (!currency) throw new Refusal('invalid', { fields: { [`${at}.currency`]: 'required' } })
    const rate =
      currency === to
        ? null
        : await rateOf(deps, db, { given: given.rate, from: currency, to, day: paidOn, place: `${at}.rate` })
    const whole = [{ id: `${i + 1}.1`, name: WHOLE_CLAIM, amount: visit?.amount ?? 0, deductions: [] }]
    out.push({
      id: sum ? SUM_INSURED : `invoice-${i + 1}`,
      visit: visit?.id ?? null,
      number: given.number ?? visit?.invoice ?? '',
      provider: given.provider ?? (visit?.elsewhere ?? hospital).name,
      day: paidOn,
      currency,
      group: sum ? SUM_INSURED : (given.group ?? first ?? groupOf(visit?.id, i)),
      rate,
      lines: given.lines?.map((line, n) => lineOf(line, `${i + 1}.${n + 1}`, currency, `${at}.lines.${n}`)) ?? whole,
    })
  }
  return out
}

/** The published rate, or the handler's own. Refuses `rate_missing` with currency and day: the claim waits for it. */
async function rateOf(
  deps: Deps,
  db: Deps['db'] | Trx,
  {
    given,
    from,
    to,
    day: paidOn,
    place,
  }: { given: InvoiceInput['rate']; from: Currency; to: Currency; day: string; place: string },
): Promise<AssessmentInvoice['rate']> {
  if (given) return { ...given, per: unitsPerRate(from), byHand: true }
  const rate = await claimRate(deps, db, { from, to, day: paidOn })
  if (!rate)
    throw new Refusal('rate_missing', {
      fields: { [place]: `none published for ${from} ${paidOn}` },
      currency: from,
      day: paidOn,
    })
  return rate
}

function lineOf(line: LineInput, id: string, currency: Currency, at: string): AssessmentInvoice['lines'][number] {
  const amount = parseAmount(line.amount, currency, `${at}.amount`)
  const deductions = line.off.map(({ amount: off, ...rest }, i) => ({
    ...rest,
    amount: off === undefined ? amount : parseAmount(off, currency, `${at}.off.${i}`),
  }))
  return {
    id,
    name: line.name,
    amount,
    deductions: deductions.filter((it) => it.amount > 0),
    ...(line.group ? { group: line.group } : {}),
  }
}

/** Everything refused for one reason: each visit is deducted completely. */
export function refuseWholeClaim(
  deps: Deps,
  found: Case,
  { clause: number, reason }: { clause: string; reason: BothLanguages },
): AssessInput {
  const { visits } = answersOf(deps, found.claim)
  const { plan } = planOfPolicy(deps, found.policy)
  const bare = (amount: number, currency: Currency): string =>
    formatMoney(money(amount, currency), 'en', { style: 'bare' })
  const articles = articlesOfPolicy(deps, found.policy)
  const off = { kind: 'not_covered' as const, clause: number, reason }
  const line = deathBenefitLine(deps, found, articles)
  const sum = line ? [{ sumInsured: 'yes' as const, lines: [{ ...line, off: [off] }] }] : []
  const costs = visits
    .filter((it) => it.currency !== '' && (it.amount ?? 0) > 0)
    .map((it) => ({
      visit: it.id,
      lines: [{ name: WHOLE_CLAIM, amount: bare(it.amount ?? 0, it.currency || plan.currency), off: [off] }],
    }))
  const invoices = [...sum, ...costs]
  return assessInput.parse({ reason, clauses: [number], ...(invoices.length > 0 ? { invoices } : {}) })
}
