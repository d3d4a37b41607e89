/** The calls of ordering. */
import { handle, handleFile, type Context, type Route } from '../../server/call-handlers.ts'
import { dayOf } from '../../lib/dates.ts'
import { onlyGiven } from '../../lib/object-keys.ts'
import { verifiedContacts } from '../session/door.server.ts'
import { orderForCaller } from './order-access.server.ts'
import { priceOf, soldPlan } from './catalogue.server.ts'
import { cancel, reopen } from './close-order.server.ts'
import { sendConsentLink, answerConsent, viewConsent } from './student-consent.server.ts'
import * as calls from './contract.ts'
import { createDraft, saveDraft } from './draft.server.ts'
import { createLinkedOrder } from './order-from-partner-link.server.ts'
import { orderList } from './order-list.server.ts'
import { answersOf, openOrder, textFor, textForTier } from './load-open-order.server.ts'
import { familyOf, insuredDraft, withFamily } from './check-person-fields.ts'
import { sendOrderLink } from './draft-link-call.ts'
import { sendDraftLink } from './draft-link.server.ts'
import { orderAgain } from './order-again.server.ts'
import { confirmPage } from './confirm-read-page.server.ts'
import { ALGORITHM } from './sales-log-hash-chain.server.ts'
import { readRecord } from './write-sales-log.server.ts'
import { salesRecordPdf } from './sales-record-pdf-facts.server.ts'
import { withdrawSensitive } from './sensitive-consent.server.ts'
import { submit } from './submit-order.server.ts'
import { buyerOrderView } from './order-view.server.ts'

export const orderRoutes: readonly Route[] = [
  handle(calls.createOrder, async ({ trip, birthDate, family, key }, ctx) => {
    const people = {
      policyholder: await ownContacts(ctx),
      insured: { birthDate: birthDate ?? '' },
      pricedBirthDate: birthDate ?? '',
    }
    const answers = calls.answersSchema.parse({ trip, people })
    return buyerOrderView(
      ctx,
      await createDraft(
        ctx,
        {
          ...answers,
          people: withFamily(answers.people, soldPlan(trip.plan, dayOf(ctx.deps.clock())).family ? (family ?? []) : []),
        },
        key,
      ),
    )
  }),

  handle(calls.createLinkedOrder, async (input, ctx) =>
    buyerOrderView(ctx, await createLinkedOrder(ctx, input, await ownContacts(ctx))),
  ),

  handle(sendOrderLink, async ({ id, to }, ctx) => ({ to: await sendDraftLink(ctx, id, to) })),

  handle(calls.orderAgain, async ({ id, key }, ctx) => buyerOrderView(ctx, await orderAgain(ctx, id, key))),

  handle(calls.getOrder, async ({ id }, ctx) => buyerOrderView(ctx, await orderForCaller(ctx, id))),

  handle(calls.saveOrder, async ({ id, version, ...groups }, ctx) => {
    await orderForCaller(ctx, id)
    return buyerOrderView(ctx, await saveDraft(ctx, id, version, onlyGiven(groups)))
  }),

  handle(calls.quoteOrder, async ({ id, trip, birthDate }, ctx) => {
    const answers = answersOf(ctx.deps, await orderForCaller(ctx, id))
    const wanted = trip ?? answers.trip
    const today = dayOf(ctx.deps.clock())
    soldPlan(wanted.plan, today)
    return priceOf(wanted, birthDate ?? insuredDraft(answers.people).birthDate, today, familyOf(answers.people))
  }),

  handle(calls.orderText, async ({ id, page, tier }, ctx) => {
    const opened = await openOrder(ctx.deps, ctx.deps.db, await orderForCaller(ctx, id))
    return tier === undefined
      ? textFor(ctx.deps, opened, page, ctx.lang)
      : textForTier(ctx.deps, opened, page, ctx.lang, tier)
  }),

  handle(calls.readPage, async (input, ctx) => buyerOrderView(ctx, await confirmPage(ctx, input))),
  handle(calls.withdrawSensitive, async (input, ctx) => buyerOrderView(ctx, await withdrawSensitive(ctx, input))),
  handle(calls.sendConsent, async (input, ctx) => buyerOrderView(ctx, await sendConsentLink(ctx, input))),
  handle(calls.viewConsent, ({ code }, ctx) => viewConsent(ctx, code)),
  handle(calls.agreeConsent, (input, ctx) => answerConsent(ctx, input)),
  handle(calls.submitOrder, async (input, ctx) => buyerOrderView(ctx, await submit(ctx, input))),
  handle(calls.reopenOrder, async (input, ctx) => buyerOrderView(ctx, await reopen(ctx, input))),
  handle(calls.cancelOrder, async (input, ctx) => buyerOrderView(ctx, await cancel(ctx, input))),
  handle(calls.listOrders, (input, ctx) => orderList(ctx, input)),

  handle(calls.salesLog, async ({ id }, ctx) => {
    await orderForCaller(ctx, id)
    const { entries, verdict } = await readRecord(ctx.deps, id)
    return {
      order: id,
      algorithm: ALGORITHM,
      intact: verdict.intact,
      entries: entries.map(({ order: _, ...entry }) => entry),
    }
  }),

  handleFile(calls.salesRecordFile, async ({ id, language }, ctx) =>
    salesRecordPdf(ctx, await orderForCaller(ctx, id), language),
  ),
]

/** The contacts that the signed-in caller has proven: they are filled in for the buyer, who may still name others. */
async function ownContacts({ deps, caller }: Context): Promise<{ email?: string; mobile?: string }> {
  if (caller.kind !== 'user') return {}
  const { email, mobile } = await verifiedContacts(deps, deps.db, caller.userId)
  return { ...(email ? { email } : {}), ...(mobile ? { mobile } : {}) }
}
