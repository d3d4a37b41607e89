/** `claims decide|approve|reject`: the decision. */
import { z } from 'zod'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { CommandContext } from '../../../../server/operator/command.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { assess, refuseWholeClaim } from '../settlement/assess-claim.ts'
import { assessInput, type AssessInput } from '../settlement/assessment-as-typed.ts'
import type { Case } from '../case/load-case.ts'
import { caseDoubts, type AnsweredDoubts } from '../settlement/case-doubts.ts'
import { decide, settleAssessment } from '../settlement/decide-claim.ts'
import { discrepancyLine } from '../../rules/settlement/discrepancies.ts'
import { waitForRate, type AwaitedRate } from '../settlement/awaited-rate.ts'
import { clause as clauseSchema } from '../../rules/claim-value-schemas.ts'
import { caseLine, doubtNames, findCase, settlementLines, sum } from './case-lines.ts'
import { readInput } from './parse-reasons.ts'
import { claimCommand } from './act-on-claim.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { planOfPolicy, type BenefitLeft } from '../../../policies/server/door.ts'
import { answersOf } from '../answer-columns.ts'
import { benefitsLeft, usedAfter } from '../settlement/benefits-left.ts'
import { waitingOf } from '../settlement/apply-waiting-period.ts'
import { usedBenefits } from '../settlement/used-benefits.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'

const claim = z.string().min(1, 'required')
const dry = z.boolean().default(false)
const answered = { confirm: doubtNames, override: doubtNames }
const ANSWERED =
  'What differs from the claim is named with --confirm, a cost outside the cover with --override; the dry run lists both'

/** Is a missing exchange rate the reason? */
function rateMissing(error: unknown): AwaitedRate | undefined {
  if (!(error instanceof Refusal) || error.code !== 'rate_missing') return undefined
  return z.object({ currency: z.enum(CURRENCIES), day: z.string() }).parse(error.data)
}

/** Computes and prints the settlement; stores it unless it is a dry run. */
async function deciding(
  act: CommandContext,
  found: Case,
  input: AssessInput,
  dryRun: boolean,
  given: AnsweredDoubts,
): Promise<void> {
  const { deps, by, why, print } = act
  if (dryRun) await looked(act, found)
  const assessment = await assess(deps, found, input).catch(async (error: unknown) => {
    const awaited = rateMissing(error)
    if (awaited && !dryRun) {
      await waitForRate(deps, { id: found.claim.id, by, why, ...awaited })
      print(
        `The claim waits for the rate of ${awaited.currency} of ${awaited.day}, and its claimant is told: rates import, or type one (docs/operating.md)`,
      )
    }
    throw error
  })
  for (const doubt of (await caseDoubts(deps, deps.db, found, assessment)).doubts) print(discrepancyLine(doubt))
  for (const line of await waitingLines(deps, found, input.illness?.day)) print(line)
  const { sheet, groups } = dryRun
    ? settleAssessment(found, assessment)
    : await decide(deps, {
        id: found.claim.id,
        by,
        why,
        reason: input.reason ?? null,
        clauses: input.clauses,
        ...given,
        assessment: (now, trx) => assess(deps, now, input, trx),
      })
  for (const line of settlementLines(sheet)) print(line)
  for (const line of await limitLines(deps, found, sheet)) print(line)
  if (groups.length > 1) {
    for (const it of groups)
      print(
        `  ${it.group.id}: eligible ${sum(it.eligible, sheet.currency)}, deductible ${sum(it.deductible, sheet.currency)}, share ${sum(it.share, sheet.currency)}, left ${sum(it.payable, sheet.currency)}`,
      )
  }
  print(dryRun ? 'Dry run: nothing was stored.' : caseLine(deps, await findCase(deps, found.claim.id)))
}

/** A dry run shows what the claimant wrote and what would be paid, so it is recorded as an access. */
const looked = ({ deps, by, why }: CommandContext, { claim: row }: Case): Promise<void> =>
  deps.write((trx) =>
    writeEvent(trx, {
      entity: 'claim',
      entity_id: row.id,
      at: deps.clock(),
      by,
      to_status: row.status,
      why,
      data: { kind: 'dry_run' },
    }),
  )

const decision = claimCommand({
  verb: 'decide',
  args: ['claim'],
  about: `Decides line by line: --file assessment.yaml; --dry-run shows the settlement sheet and stores nothing. ${ANSWERED}`,
  input: z.object({ claim, file: z.string().min(1, 'required'), 'dry-run': dry, ...answered }),
  run: async ({ claim: text, file, 'dry-run': dryRun, confirm, override }, act) =>
    deciding(act, await findCase(act.deps, text), await readInput(file, assessInput), dryRun, { confirm, override }),
})

const approve = claimCommand({
  verb: 'approve',
  args: ['claim'],
  about: `Decides that everything claimed is covered; deductible, share and limit follow from the plan. ${ANSWERED}`,
  input: z.object({ claim, 'dry-run': dry, ...answered }),
  run: async ({ claim: text, 'dry-run': dryRun, confirm, override }, act) => {
    const found = await findCase(act.deps, text)
    await deciding(act, found, assessInput.parse({}), dryRun, { confirm, override })
  },
})

const reject = claimCommand({
  verb: 'reject',
  args: ['claim'],
  about: 'Decides that nothing is payable: --clause 5.2 and the reason for the claimant, --en and --cn',
  input: z.object({
    claim,
    clause: clauseSchema,
    en: z.string().min(1, 'required'),
    cn: z.string().min(1, 'required'),
    'dry-run': dry,
  }),
  run: async ({ claim: text, clause, en, cn, 'dry-run': dryRun }, act) => {
    const found = await findCase(act.deps, text)
    await deciding(act, found, refuseWholeClaim(act.deps, found, { clause, reason: { en, cn } }), dryRun, {
      confirm: [],
      override: [],
    })
  },
})

export const decisionCommands = [decision, approve, reject]

/** Prints for the handler how a decision uses the policy's limits: remaining amounts before and after. */
const figure = ({ unit }: BenefitLeft, amount: number, currency: Currency): string =>
  unit === 'visits' ? `${amount} visits` : sum(amount, currency)

/** One line for each limit that the sheet affects; always for the year maximum and the illness. */
async function limitLines(deps: Deps, { claim: of, policy }: Case, sheet: Sheet): Promise<string[]> {
  const { tier } = planOfPolicy(deps, policy)
  const used = await usedBenefits(deps, of.policy_id, of.id)
  const before = benefitsLeft(tier, used, sheet.illness)
  const after = benefitsLeft(tier, usedAfter(used, sheet), sheet.illness)
  return before.flatMap((it, i) => {
    const then = after[i]
    if (!then || (then.left === it.left && it.id !== 'yearMaximum' && it.id !== 'perIllness')) return []
    const name = it.id === 'perIllness' ? `perIllness, begun ${sheet.illness ?? '-'}` : it.id
    return [
      `left of ${name}: ${figure(it, it.left, sheet.currency)} before, ${figure(it, then.left, sheet.currency)} after`,
    ]
  })
}

/** What the handler must know about the waiting period; the sheet shows the deduction. */
async function waitingLines(deps: Deps, found: Case, illness?: string): Promise<string[]> {
  const { state, ends } = await waitingOf(deps, found, { illness })
  if (state === 'none') return []
  const about = `! waiting period until ${ends}: the illness began on ${illness ?? answersOf(deps, found.claim).incidentDay}`
  return [
    state === 'applies'
      ? `${about}; taken off by clause 5.1, unless "waiting" says why not`
      : `${about}. Not covered if the plan was bought after arrival, which the order does not say (clause 5.1)`,
  ]
}
