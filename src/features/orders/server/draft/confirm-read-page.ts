/**
 * Pages that the buyer must read and confirm: each by its own act, in order, with the checksum of the text that was
 * shown.
 */
import type { Parsed } from '../../../../lib/contract.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { orderForCaller } from '../access/order-access.ts'
import { READ_PAGES, type PageRead, type ReadPage, type readPage } from '../../contract.ts'
import { draftAtVersion, storeAnswers, updateDraft } from './draft.ts'
import { openOrder, readsOf, textFor, type Opened } from './load-open-order.ts'
import { familyRecord } from '../sales-record/family-record.ts'
import { recordAct, requireRecordSpace } from '../sales-record/write-sales-log.ts'
import { answersWithConsent } from '../consent/sensitive-consent.ts'
import { healthErrors, stepById, stepsOf } from '../../steps.ts'
import type { OrderTable } from '../../tables.ts'
import { clauseVersion } from './catalogue.ts'

export async function confirmPage(ctx: Context, input: Parsed<typeof readPage>): Promise<OrderTable> {
  const { deps, lang } = ctx
  await orderForCaller(ctx, input.id)
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, input.id, input.version)
    const opened = await openOrder(deps, trx, row)
    // The call came twice: a consent is recorded once.
    if (input.page === 'sensitive-data' && opened.sensitiveConsent === 'given') return row
    refuseEarly(opened, input.page)
    const text = textFor(deps, opened, input.page, lang)
    if (text.sha256 !== input.sha256) throw new Refusal('text_changed', { page: input.page })
    const confirmedAt = deps.clock()
    // A device's clock may be fast: a page cannot have been opened after it was confirmed.
    const openedAt = Math.min(input.openedAt, confirmedAt)
    // The consent to sensitive data is about the application, whatever tier is chosen.
    const tier = input.page === 'sensitive-data' ? {} : { tier: row.tier }
    const read: PageRead = {
      page: input.page,
      lang,
      textVersion: text.version,
      sha256: text.sha256,
      openedAt,
      confirmedAt,
      ...tier,
    }
    if (stands(row, read)) return row
    await requireRecordSpace(trx, row.id)
    const reads = [...readsOf(row).filter(({ page }) => page !== input.page), read]
    const { health } = opened.answers
    const answers =
      input.page === 'health'
        ? {
            answers: pick(health.answers, opened.questions),
            clauseVersion: clauseVersion(row.plan, lang),
            ...familyRecord(opened),
          }
        : {}
    await recordAct(deps, trx, row.id, {
      kind: 'read',
      data: { ...read, plan: row.plan, tier: row.tier, shown: input.shown, device: ctx.device, ...answers },
    })
    const next = await updateDraft(ctx, trx, row, {
      reads: JSON.stringify(reads),
      ...(input.page === 'health' ? { person_replaced_at: null } : {}),
    })
    if (input.page !== 'sensitive-data') return next
    return storeAnswers(ctx, trx, next, {
      before: opened.answers,
      after: await answersWithConsent(ctx, trx, next, opened.answers),
    })
  })
}

/** The same text was confirmed before, and nothing that opens its page again has changed since. */
const stands = (row: OrderTable, { page, lang, sha256, tier }: PageRead): boolean =>
  readsOf(row).some((it) => it.page === page && it.lang === lang && it.sha256 === sha256 && it.tier === tier)

/**
 * Every step before the page must be done, and health is confirmed with all its answers. The separate consent to
 * sensitive data waits for no other step.
 */
function refuseEarly(opened: Opened, page: ReadPage): void {
  if (page === 'sensitive-data') return
  const steps = stepsOf(opened)
  const before = steps.slice(0, Math.max(0, steps.indexOf(page)))
  const open = before.find((id) => !stepById(id).ready(opened))
  if (open || !steps.includes(page))
    throw new Refusal('read_order', { page: READ_PAGES.find((known) => known === open) ?? null, step: open ?? null })
  if (page !== 'health') return
  const errors = healthErrors(opened)
  const fields = Object.fromEntries(Object.entries(errors).map(([key, code]) => [`health.${key}`, code]))
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields, step: 'health' })
}

const pick = (answers: Record<string, 'yes' | 'no'>, ids: readonly string[]): Record<string, 'yes' | 'no'> =>
  Object.fromEntries(ids.flatMap((id) => (answers[id] ? [[id, answers[id]]] : [])))
