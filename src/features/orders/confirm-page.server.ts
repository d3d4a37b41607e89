/** Weighty pages: each is read and confirmed by an act of its own, in order, with the checksum of what was shown. */
import type { Parsed } from '../../lib/contract.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { orderForCaller } from './access.server.ts'
import { pageReads, READ_PAGES, type PageRead, type ReadPage, type readPage } from './contract.ts'
import { draftAtVersion, updateDraft } from './draft.server.ts'
import { openOrder, textFor, type Opened } from './opened-order.server.ts'
import { familyRecord } from './family-record.server.ts'
import { recordAct } from './sales-log.server.ts'
import { healthErrors, stepById, stepsOf } from './steps.ts'
import type { OrderTable } from './tables.server.ts'

export async function confirmPage(ctx: Context, input: Parsed<typeof readPage>): Promise<OrderTable> {
  const { deps, lang } = ctx
  await orderForCaller(ctx, input.id)
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, input.id, input.version)
    const opened = await openOrder(deps, trx, row)
    refuseEarly(opened, input.page)
    const text = textFor(deps, opened, input.page, lang)
    if (text.sha256 !== input.sha256) throw new Refusal('text_changed', { page: input.page })
    const confirmedAt = deps.clock()
    // A device's clock may be ahead; nothing is opened after it was confirmed.
    const openedAt = Math.min(input.openedAt, confirmedAt)
    const read: PageRead = { page: input.page, lang, textVersion: text.version, sha256: text.sha256, openedAt, confirmedAt, tier: row.tier }
    const others = pageReads.parse(JSON.parse(row.reads)).filter(({ page }) => page !== input.page)
    const { health } = opened.answers
    const answers = input.page === 'health' ? { answers: pick(health.answers, opened.questions), clauseVersion: row.clause_version, ...familyRecord(opened) } : {}
    await recordAct(deps, trx, row.id, { kind: 'read', data: { ...read, plan: row.plan, tier: row.tier, shown: input.shown, device: ctx.device, ...answers } })
    return updateDraft(deps, trx, row, { reads: JSON.stringify([...others, read]) })
  })
}

/** Everything before the page must be done; health is confirmed with all its answers. */
function refuseEarly(opened: Opened, page: ReadPage): void {
  const steps = stepsOf(opened)
  const before = steps.slice(0, Math.max(0, steps.indexOf(page)))
  const open = before.find((id) => !stepById(id).ready(opened))
  if (open || !steps.includes(page)) throw new Refusal('read_order', { page: READ_PAGES.find((known) => known === open) ?? null, step: open ?? null })
  if (page !== 'health') return
  const errors = healthErrors(opened)
  const fields = Object.fromEntries(Object.entries(errors).map(([key, code]) => [`health.${key}`, code]))
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields, step: 'health' })
}

const pick = (answers: Record<string, 'yes' | 'no'>, ids: readonly string[]): Record<string, 'yes' | 'no'> =>
  Object.fromEntries(ids.flatMap((id) => (answers[id] ? [[id, answers[id]]] : [])))
