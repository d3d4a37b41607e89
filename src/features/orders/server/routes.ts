/** The calls of ordering. */
import { handle, handleFile, type Context, type Route } from '../../../server/http/call-handlers.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { onlyGiven } from '../../../lib/object-keys.ts'
import { verifiedContacts } from '../../session/server/door.ts'
import { orderForCaller } from './access/order-access.ts'
import { priceOf, soldPlan } from './draft/catalogue.ts'
import { cancel, reopen } from './close-order.ts'
import { sendConsentLink, answerConsent, viewConsent } from './consent/student-consent.ts'
import * as calls from '../contract.ts'
import { createDraft, saveDraft } from './draft/draft.ts'
import { createLinkedOrder } from './draft/order-from-partner-link.ts'
import { orderList } from './order-list.ts'
import { answersOf, openOrder, textFor, textForTier } from './draft/load-open-order.ts'
import { familyOf, insuredDraft, withFamily } from '../rules/check-person-fields.ts'
import { sendOrderLink } from '../draft-link-call.ts'
import { sendDraftLink } from './draft/draft-link.ts'
import { buyerOfEarlier, nameOfBuyerInTab, orderAgain } from './draft/order-again.ts'
import { confirmPage } from './draft/confirm-read-page.ts'
import { ALGORITHM } from './sales-record/sales-log-hash-chain.ts'
import { readRecord } from './sales-record/write-sales-log.ts'
import { salesRecordPdf } from './sales-record/sales-record-pdf-facts.ts'
import { withdrawSensitive } from './consent/sensitive-consent.ts'
import { submit } from './submit-order.ts'
import { buyerOrderView } from './order-view.ts'

export const orderRoutes: readonly Route[] = [
  handle(calls.createOrder, async ({ trip, birthDate, family, begunHere, key }, ctx) => {
    const earlier = await buyerOfEarlier(ctx)
    const buyer = earlier?.policyholder ?? (await nameOfBuyerInTab(ctx, begunHere))
    const people = {
      policyholder: { ...buyer, ...(await ownContacts(ctx)) },
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
        earlier ? { buyerOf: earlier.row.id } : {},
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
