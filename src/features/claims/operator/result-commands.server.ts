/** `claims decide|approve|reject|pay|payment-failed`: the decision and the money. */
import { z } from 'zod'
import { command, type Act } from '../../../server/operator/command.ts'
import { Refusal } from '../../../server/route.ts'
import { assess, assessInput, refusedWhole, type AssessInput } from '../settlement/assess.server.ts'
import type { Case } from '../case/case.server.ts'
import { decide, pay, paymentFailed, settled } from '../settlement/decisions.server.ts'
import { clause as clauseSchema } from '../shapes.ts'
import { caseLine, findCase, sheetLines, sum } from './find.server.ts'
import { ownWords, readInput } from './texts.server.ts'

const claim = z.string().min(1, 'required')
const dry = z.boolean().default(false)

/** Settles and shows; stores it unless it is a dry run. */
async function deciding(act: Act, found: Case, input: AssessInput, dryRun: boolean): Promise<void> {
  const { deps, by, why, print } = act
  const { sheet, groups } = dryRun
    ? settled(found, await assess(deps, found, input))
    : await decide(deps, {
      id: found.claim.id, by, why, reason: input.reason ?? null, clauses: input.clauses, assessment: (now, trx) => assess(deps, now, input, trx),
    })
  for (const line of sheetLines(sheet)) print(line)
  if (groups.length > 1) {
    for (const it of groups) print(`  ${it.group.id}: eligible ${sum(it.eligible, sheet.currency)}, deductible ${sum(it.deductible, sheet.currency)}, share ${sum(it.share, sheet.currency)}, left ${sum(it.payable, sheet.currency)}`)
  }
  print(dryRun ? 'Dry run: nothing was stored.' : caseLine(deps, await findCase(deps, found.claim.id)))
}

const decision = command({
  noun: 'claims', verb: 'decide', args: ['claim'],
  about: 'Decides line by line: --file assessment.yaml; --dry-run shows the settlement sheet and stores nothing',
  input: z.object({ claim, file: z.string().min(1, 'required'), 'dry-run': dry }),
  run: async ({ claim: text, file, 'dry-run': dryRun }, act) =>
    deciding(act, await findCase(act.deps, text), await readInput(file, assessInput), dryRun),
})

const approve = command({
  noun: 'claims', verb: 'approve', args: ['claim'],
  about: 'Decides that everything claimed is covered; deductible, share and limit follow from the plan',
  input: z.object({ claim, 'dry-run': dry }),
  run: async ({ claim: text, 'dry-run': dryRun }, act) => {
    const found = await findCase(act.deps, text)
    await deciding(act, found, assessInput.parse({}), dryRun)
  },
})

const reject = command({
  noun: 'claims', verb: 'reject', args: ['claim'],
  about: 'Decides that nothing is payable: --clause 5.2 and the reason for the claimant, --en and --cn',
  input: z.object({ claim, clause: clauseSchema, en: z.string().min(1, 'required'), cn: z.string().min(1, 'required'), 'dry-run': dry }),
  run: async ({ claim: text, clause, en, cn, 'dry-run': dryRun }, act) => {
    const found = await findCase(act.deps, text)
    await deciding(act, found, refusedWhole(act.deps, found, { clause, reason: { en, cn } }), dryRun)
  },
})

const payment = command({
  noun: 'claims', verb: 'pay', args: ['claim'],
  about: 'Notes that the bank was told to pay; with --reference, that it has paid',
  input: z.object({ claim, reference: z.string().min(1).max(80).optional() }),
  run: async ({ claim: text, reference }, act) => {
    const { claim: { id } } = await findCase(act.deps, text)
    await pay(act.deps, { id, by: act.by, why: act.why, ...(reference ? { reference } : {}) })
    act.print(caseLine(act.deps, await findCase(act.deps, id)))
  },
})

/** Why banks send money back: words in `claims:bankReason`. */
const BANK_REASONS = ['account_closed', 'name_differs', 'number_unknown', 'not_accepted', 'limit_exceeded'] as const

const failed = command({
  noun: 'claims', verb: 'payment-failed', args: ['claim'],
  about: `The bank sent the money back: --reason CODE (${BANK_REASONS.join(', ')}) or --en and --cn. The claimant is asked for another account`,
  input: z.object({ claim, reason: z.enum(BANK_REASONS).optional(), en: z.string().optional(), cn: z.string().optional() }),
  run: async ({ claim: text, reason, en, cn }, act) => {
    const { claim: { id } } = await findCase(act.deps, text)
    const key = `claims:bankReason.${reason}`
    const words = reason ? { en: act.deps.words('en', key), cn: act.deps.words('cn', key) } : ownWords(en, cn)
    if (!words) throw new Refusal('invalid', { fields: { reason: 'required' } })
    await paymentFailed(act.deps, { id, by: act.by, why: act.why, reason: words })
    act.print(caseLine(act.deps, await findCase(act.deps, id)))
  },
})

export const resultCommands = [decision, approve, reject, payment, failed]
