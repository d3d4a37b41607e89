/**
 * What a handler must check before deciding: where the assessment differs from the claim, and where a cost is on a day
 * without cover. A difference is confirmed by name, a day without cover is overridden by name; both are events.
 */
import type { Day } from '../../../../lib/days/dates.ts'
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { ClaimAnswers, Visit } from '../claim-fields.ts'
import type { CoverDays } from '../draft/cover-on-day.ts'
import { visitDayError, type VisitDayError } from '../draft/visit-days.ts'
import { SUM_INSURED } from '../settlement-sheet.ts'
import type { DocumentKind } from '../document-kinds.ts'
import type { ClaimStatus, DocumentStatus } from '../status-values.ts'
import type { Assessment, AssessmentInvoice } from './assessment.ts'
import { statedVisits } from './stated-other-insurance.ts'
import { numbersTwice, type MatchKind } from './match-texts.ts'

const DIFFERENCES = [
  'amount',
  'currency',
  'day',
  'provider',
  'left_out',
  'not_claimed',
  'rate',
  'other_insurance',
] as const
type Difference = (typeof DIFFERENCES)[number]
/** What another case contains as well. */
type Same = `same_${Match['kind']}`

/** A part of this claim that another case contains as well. */
export interface Match {
  kind: MatchKind | 'file'
  /** The visit, invoice or payee; for a file its document. */
  part: string
  claim: string
  caseNumber: string
  status: ClaimStatus
}
/** The part of a match that is the claim's own account. */
export const ACCOUNT_PART = 'account'

export interface Discrepancy {
  /** What the handler types: `v001.amount`, `invoice-2.not_claimed`, `v001.visit_before_cover`. */
  id: string
  /** Whether `--confirm` or `--override` answers it. */
  by: 'confirm' | 'override'
  kind: Difference | Same | VisitDayError | 'access_ended' | 'no_id'
  claimed: string
  assessed: string
}

const sum = (amount: number, currency: Currency): string => formatMoney(money(amount, currency), 'en')
const total = (invoices: readonly AssessmentInvoice[]): number =>
  invoices.flatMap(({ lines }) => lines).reduce((all, it) => all + it.amount, 0)
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Is any part of the invoice paid? If not, its day need not be covered. */
const isEligible = ({ lines }: AssessmentInvoice): boolean =>
  lines.some(({ amount, deductions }) => amount > deductions.reduce((all, it) => all + it.amount, 0))

type Told = Pick<ClaimAnswers, 'type' | 'incidentDay' | 'admitted' | 'visits' | 'hospital' | 'otherInsurance'>

/** In the order of the claim, then of the invoices. */
export function discrepanciesOf(
  { invoices, otherInsurance }: Pick<Assessment, 'invoices' | 'otherInsurance'>,
  told: Told,
  policy: CoverDays,
  today: Day,
): Discrepancy[] {
  const of = (visit: Visit): AssessmentInvoice[] => invoices.filter((it) => it.visit === visit.id)
  // The sum insured follows from the policy, so it is not claimed line by line.
  const surplus =
    told.visits.length === 0
      ? []
      : invoices.filter((it) => it.id !== SUM_INSURED && !told.visits.some(({ id }) => id === it.visit))
  return [
    ...told.visits.flatMap((visit) => differencesOf(visit, of(visit), told)),
    ...surplus.map((it): Discrepancy => ({
      id: `${it.id}.not_claimed`,
      by: 'confirm',
      kind: 'not_claimed',
      claimed: '-',
      assessed: sum(total([it]), it.currency),
    })),
    ...invoices.flatMap((it) => rateOf(it)),
    ...numbersAgain(invoices.filter(isEligible)),
    ...(invoices.some(isEligible) ? otherLeftOut(otherInsurance, told) : []),
    ...invoices.flatMap((it) => daysOf(it, told, policy, today)),
  ]
}

function differencesOf(visit: Visit, invoices: readonly AssessmentInvoice[], { hospital }: Told): Discrepancy[] {
  const { id, amount, currency, day } = visit
  const claimed = amount === null || currency === '' ? '-' : sum(amount, currency)
  const doubt = (kind: Difference, said: string, assessed: string): Discrepancy => ({
    id: `${id}.${kind}`,
    by: 'confirm',
    kind,
    claimed: said,
    assessed,
  })
  if (invoices.length === 0) return [doubt('left_out', claimed, '-')]
  const out: Discrepancy[] = []
  const currencies = [...new Set(invoices.map((it) => it.currency))]
  const [only] = currencies
  if (only === undefined || currencies.length > 1 || only !== currency)
    out.push(doubt('currency', currency || '-', currencies.join(' + ')))
  else if (total(invoices) !== amount) out.push(doubt('amount', claimed, sum(total(invoices), only)))
  const days = [...new Set(invoices.map((it) => it.day))]
  if (days.some((it) => it !== day)) out.push(doubt('day', day || '-', days.join(' + ')))
  const provider = (visit.elsewhere ?? hospital).name
  const others = invoices.map((it) => it.provider).filter((it) => plain(it) !== plain(provider))
  if (others.length > 0) out.push(doubt('provider', provider, others.join(' + ')))
  return out
}

const rateOf = ({ id, visit, rate }: AssessmentInvoice): Discrepancy[] =>
  rate?.byHand
    ? [
        {
          id: `${visit ?? id}.rate`,
          by: 'confirm',
          kind: 'rate',
          claimed: '-',
          assessed: `${rate.rate}, ${rate.day}, ${rate.source.en}`,
        },
      ]
    : []

/** The claim says that other insurance has paid or will, and nothing is taken off for it. */
function otherLeftOut(assessed: Assessment['otherInsurance'], told: Told): Discrepancy[] {
  if (!told.otherInsurance || assessed.some(({ amount }) => amount > 0)) return []
  const stated = statedVisits(told).map(({ id, currency, other }) => `${id} ${sum(other.amount, currency)}`)
  return [
    {
      id: 'other_insurance',
      by: 'confirm',
      kind: 'other_insurance',
      claimed: ['yes', ...stated].join(', '),
      assessed: 'none',
    },
  ]
}

/** One number on two invoices of this assessment. */
const numbersAgain = (invoices: readonly AssessmentInvoice[]): Discrepancy[] =>
  [...numbersTwice(invoices)].map(([it, before]) => ({
    id: `${it.visit ?? it.id}.same_invoice`,
    by: 'confirm',
    kind: 'same_invoice',
    claimed: '-',
    assessed: `${before.visit ?? before.id} of this claim`,
  }))

/** Cases that are named; the others are counted. */
const MOST_NAMED = 5

function casesOf(matches: readonly Match[]): string {
  const cases = [...new Map(matches.map((it) => [it.claim, `${it.caseNumber} (${it.status})`])).values()]
  const more = cases.length - MOST_NAMED
  return cases.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/**
 * Doubts about what other cases contain as well: one for each visit or payee, one for all files. With an assessment
 * only what it pays for counts: a refusal needs no confirmation.
 */
export function doubtsOfMatches(matches: readonly Match[], assessment?: Pick<Assessment, 'invoices'>): Discrepancy[] {
  const paid = assessment?.invoices.filter(isEligible)
  const counts = ({ kind, part }: Match): boolean =>
    paid === undefined ||
    (kind === 'file' || kind === 'account' ? paid.length > 0 : paid.some((it) => (it.visit ?? it.id) === part))
  const byId = new Map<string, Match[]>()
  for (const it of matches.filter(counts)) {
    const id = `${it.kind === 'file' ? 'files' : it.part}.same_${it.kind}`
    byId.set(id, [...(byId.get(id) ?? []), it])
  }
  return [...byId].flatMap(([id, of]) => {
    const [first] = of
    if (!first) return []
    const files = first.kind === 'file' ? ` (document ${[...new Set(of.map((it) => it.part))].join(', ')})` : ''
    return [{ id, by: 'confirm', kind: `same_${first.kind}`, claimed: '-', assessed: casesOf(of) + files }]
  })
}

/** The claimant's access to the policy was ended after they claimed. With an assessment it counts if something is paid. */
export const accessEnded = (assessment?: Pick<Assessment, 'invoices'>): Discrepancy[] =>
  aboutCase(assessment, { id: 'claimant.access_ended', kind: 'access_ended', assessed: 'access ended' })

/** The case contains no usable ID of the insured person: it was sent without, or the ID was sent back. */
export function withoutId(
  {
    type,
    documents,
  }: { type: ClaimAnswers['type'] | null; documents: readonly { kind: DocumentKind; status: DocumentStatus }[] },
  assessment?: Pick<Assessment, 'invoices'>,
): Discrepancy[] {
  const shown = documents.some(({ kind, status }) => kind === 'id_copy' && ID_COUNTS.includes(status))
  // After a death the extract of the register may prove it.
  return shown || type === 'death'
    ? []
    : aboutCase(assessment, { id: 'insured.no_id', kind: 'no_id', assessed: 'no ID' })
}
/** A file that is still being checked may turn out to be none. */
const ID_COUNTS: readonly DocumentStatus[] = ['received', 'accepted']

/** A doubt about the whole case: it counts before an assessment, and where one pays anything. */
const aboutCase = (
  assessment: Pick<Assessment, 'invoices'> | undefined,
  doubt: Pick<Discrepancy, 'id' | 'kind' | 'assessed'>,
): Discrepancy[] =>
  assessment === undefined || assessment.invoices.some(isEligible) ? [{ by: 'confirm', claimed: '-', ...doubt }] : []

/** Both the claimed and the assessed day are checked: neither may be changed to make the other pass. */
function daysOf(invoice: AssessmentInvoice, told: Told, policy: CoverDays, today: Day): Discrepancy[] {
  if (!isEligible(invoice)) return []
  const visit = told.visits.find(({ id }) => id === invoice.visit)
  const days = [...new Set([...(visit ? [visit.day] : []), invoice.day])]
  const wrong = days.flatMap((day) => visitDayError(day, told, policy, today) ?? [])
  return [...new Set(wrong)].map((kind): Discrepancy => ({
    id: `${visit?.id ?? invoice.id}.${kind}`,
    by: 'override',
    kind,
    claimed: visit?.day ?? '-',
    assessed: invoice.day,
  }))
}

/** Doubts that are not answered, and answers that match no doubt: field → code. Empty when everything was checked. */
export function unanswered(
  doubts: readonly Discrepancy[],
  given: { confirm: readonly string[]; override: readonly string[] },
): Record<string, string> {
  const open = doubts.filter((it) => !given[it.by].includes(it.id)).map((it) => [it.id, `needs --${it.by}`] as const)
  const known =
    (by: Discrepancy['by']) =>
    (id: string): boolean =>
      doubts.some((it) => it.id === id && it.by === by)
  const none = (['confirm', 'override'] as const).flatMap((by) =>
    given[by].filter((id) => !known(by)(id)).map((id) => [id, `nothing to ${by}`] as const),
  )
  return Object.fromEntries([...none, ...open])
}

/** For handlers, whose commands are in English. */
export const DISCREPANCY_WORDS: Record<Discrepancy['kind'], string> = {
  no_id: 'no usable ID of the insured person',
  access_ended: 'the policyholder or an operator decided that this person may not see the policy',
  amount: 'amount differs from the claim',
  currency: 'currency differs from the claim',
  day: 'day differs from the claim',
  provider: 'provider differs from the claim',
  left_out: 'claimed, and not in this assessment',
  not_claimed: 'not claimed by the person',
  rate: 'rate typed by hand',
  other_insurance: 'other insurance has paid or will, and nothing is taken off for it',
  same_invoice: 'same invoice number as',
  same_visit: 'same day, hospital and amount as',
  same_file: 'same file as',
  same_account: 'same account as somebody else in',
  date_future: 'lies in the future',
  visit_before_illness: 'before the illness or accident',
  visit_before_cover: 'before the cover began',
  visit_after_cover: 'after the cover ended',
  visit_after_cancelling: 'after the policy was cancelled',
}
/** One line for a handler; `masked` leaves out names of providers. */
export const discrepancyLine = ({ id, by, kind, claimed, assessed }: Discrepancy, { masked = false } = {}): string =>
  `! ${id}  ${DISCREPANCY_WORDS[kind]}: ${masked && kind === 'provider' ? '•••' : kind.startsWith('same_') ? assessed : `claimed ${claimed}, assessed ${assessed}`}  (--${by})`
