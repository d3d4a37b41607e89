/** The waiting period of a plan (terms 5.1): until when it runs, and what it deducts. Accidents have none. Pure. */
import { addDays, type Day } from '../../../../lib/days/dates.ts'
import { illnessCoveredFrom } from '../../../plans/contract.ts'
import type { BothLanguages } from '../claim-value-schemas.ts'
import type { ClaimType } from '../document-kinds.ts'
import { CLAUSES, type AssessmentInvoice, type Overruled } from './assessment.ts'
import { OUTSIDE_YEAR_MAXIMUM } from './benefit-names.ts'

/** Types of claims caused by an illness unless the claimant states an accident; the other types imply their cause. */
const OF_ILLNESS: readonly ClaimType[] = ['outpatient', 'inpatient', 'dental', 'mental', 'evacuation']

export interface WaitingFacts {
  type: ClaimType | ''
  /** The day on which the illness began; '' where none is stated. */
  illness: Day
  waiting: { count: number; unit: 'day' | 'hour'; afterArrival: boolean } | null
  since: Day
  /** Was the insured person at the destination already when the cover was bought? `null` where the record does not say. */
  arrived: boolean | null
}

/**
 * `applies`: the illness is not covered · `unknown`: it is not covered if the cover was bought after arrival, which the
 * record does not say.
 */
export function waitingPeriod({ type, illness, waiting, since, arrived }: WaitingFacts): {
  state: 'none' | 'applies' | 'unknown'
  ends: Day
} {
  const ends = waiting ? illnessCoveredFrom(waiting, since) : since
  if (!waiting || type === '' || !OF_ILLNESS.includes(type) || illness === '' || illness >= ends)
    return { state: 'none', ends }
  if (!waiting.afterArrival || arrived === true) return { state: 'applies', ends }
  return { state: arrived === null ? 'unknown' : 'none', ends }
}

/**
 * Deducts what is left of each line of treatment; where a reason is given to set that aside, adds the reason to the
 * line instead.
 */
export function takeOffWaiting(
  invoices: readonly AssessmentInvoice[],
  { ends, illness }: { ends: Day; illness: Day },
  setAside: BothLanguages | undefined,
): { invoices: AssessmentInvoice[]; overruled: Overruled[] } {
  const reason: BothLanguages = {
    en: `waiting period to ${addDays(ends, -1)}: the illness began on ${illness}`,
    cn: `等待期至${addDays(ends, -1)}，疾病于${illness}发生`,
  }
  const done = invoices.map((invoice) => ({
    ...invoice,
    lines: invoice.lines.map((line) => {
      const left = line.amount - line.deductions.reduce((sum, it) => sum + it.amount, 0)
      if (left <= 0 || OUTSIDE_YEAR_MAXIMUM.has(line.benefit ?? '')) return line
      if (setAside)
        return { ...line, name: { en: `${line.name.en} (${setAside.en})`, cn: `${line.name.cn}（${setAside.cn}）` } }
      return {
        ...line,
        deductions: [
          ...line.deductions,
          { kind: 'not_covered' as const, amount: left, clause: CLAUSES.waiting, reason },
        ],
      }
    }),
  }))
  return { invoices: done, overruled: setAside ? [{ what: 'waiting', step: 'line', reason: setAside }] : [] }
}
