/** What the claims on a policy have used of its benefits: computed from the decisions, never typed. */
import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/db/database-rows.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { shownSheet } from '../case/decision-columns.ts'
import { openDecision } from '../case/sealed-text.ts'
import type { Sheet, SheetStep } from '../../rules/settlement-sheet.ts'
import { BENEFIT_OF_TYPE, OUTSIDE_YEAR_MAXIMUM } from '../../rules/settlement/benefit-names.ts'

/** One claim's part, by its latest decision; minor units of the plan's currency. */
interface ClaimUse {
  /** The day on which the illness or accident began; claims of one day share a limit per illness. */
  illness: string
  deductible: number
  share: number
  /** Paid for each benefit; `''` is medical care without a limit of its own. */
  paid: Readonly<Record<string, number>>
  /** Number of paid costs for each benefit: visits, where the plan counts those. */
  visits: Readonly<Record<string, number>>
}

export interface UsedBenefits {
  claims: readonly ClaimUse[]
}

const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/**
 * What was decided on the policy so far, without `except`: when a claim is decided again, its earlier decision does not
 * count.
 */
export async function usedBenefits(
  { db, seal }: { db: Kysely<Database>; seal: Deps['seal'] },
  policyId: string,
  except: string | null = null,
): Promise<UsedBenefits> {
  const rows = await db
    .selectFrom('claim_decisions')
    .innerJoin('claims', 'claims.id', 'claim_decisions.claim_id')
    .selectAll('claim_decisions')
    .select('claims.incident_day as began')
    .where('claims.policy_id', '=', policyId)
    .orderBy('claim_decisions.at')
    .orderBy('claim_decisions.id')
    .execute()
  const latest = new Map<string, ClaimUse>()
  for (const { began, ...row } of rows) {
    if (row.claim_id !== except)
      latest.set(row.claim_id, benefitsUsedBy(shownSheet(openDecision({ seal }, row)), began ?? ''))
  }
  for (const it of await onAccountUses(db, policyId))
    if (it.claim !== except && !latest.has(it.claim)) latest.set(it.claim, it.use)
  return { claims: [...latest.values()] }
}

/**
 * Money on account of claims that are not decided yet: it uses limits too, and counts for the benefit of the claim's
 * type.
 */
async function onAccountUses(db: Kysely<Database>, policyId: string): Promise<{ claim: string; use: ClaimUse }[]> {
  const rows = await db
    .selectFrom('claim_payments')
    .innerJoin('claims', 'claims.id', 'claim_payments.claim_id')
    .select(['claims.id', 'claims.type', 'claims.incident_day', 'claim_payments.amount_minor'])
    .where('claims.policy_id', '=', policyId)
    .where('claims.on_account', 'is not', null)
    .where('claim_payments.decision_id', 'is', null)
    .where('claim_payments.status', '<>', 'failed')
    .execute()
  return [...new Set(rows.map((it) => it.id))].flatMap((claim) => {
    const of = rows.filter((it) => it.id === claim)
    const type = of[0]?.type
    // After a death the sum insured is what is paid early.
    const benefit = type === 'death' ? 'accident' : ((type && BENEFIT_OF_TYPE[type]) ?? '')
    return [
      {
        claim,
        use: {
          illness: of[0]?.incident_day ?? '',
          deductible: 0,
          share: 0,
          paid: { [benefit]: total(of.map((it) => it.amount_minor)) },
          visits: {},
        },
      },
    ]
  })
}

function benefitsUsedBy(sheet: Sheet, began: string): ClaimUse {
  const step = (kind: SheetStep['kind']): number => sheet.steps.find((it) => it.kind === kind)?.amount ?? 0
  // Decisions from before benefits were recorded: all of it was medical care.
  const uses = sheet.uses ?? [{ benefit: '', paid: sheet.payable + step('already_paid') }]
  return {
    illness: sheet.illness ?? began,
    deductible: step('deductible'),
    share: step('share'),
    paid: Object.fromEntries(uses.map((it) => [it.benefit, it.paid])),
    visits: Object.fromEntries((sheet.visits ?? []).map((it) => [it.benefit, it.count])),
  }
}

/** Paid for one benefit. */
export const usedOf = ({ claims }: UsedBenefits, benefit: string): number =>
  total(claims.map((it) => it.paid[benefit] ?? 0))
/** Visits of one benefit. */
export const visitsUsed = ({ claims }: UsedBenefits, benefit: string): number =>
  total(claims.map((it) => it.visits[benefit] ?? 0))
/** Paid for everything within the year maximum. */
export const usedWithinYear = ({ claims }: UsedBenefits): number =>
  total(
    claims.flatMap(({ paid }) =>
      Object.entries(paid).map(([benefit, amount]) => (OUTSIDE_YEAR_MAXIMUM.has(benefit) ? 0 : amount)),
    ),
  )
/** The claims of one illness or accident. */
export const ofIllness = ({ claims }: UsedBenefits, illness: string): UsedBenefits => ({
  claims: claims.filter((it) => it.illness === illness),
})
export const deductibleBorne = ({ claims }: UsedBenefits): number => total(claims.map((it) => it.deductible))
export const shareBorne = ({ claims }: UsedBenefits): number => total(claims.map((it) => it.share))
