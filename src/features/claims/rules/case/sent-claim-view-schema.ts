/** Schema of a claim that was sent, as its person sees it: requests, activity, decisions, payments and reviews. */
import { z } from 'zod/mini'
import { currencySchema, moneySchema } from '../../../../lib/money/money-schema.ts'
import { answersSchema } from '../claim-fields.ts'
import { clockSchema } from '../promise-clock-schema.ts'
import { HEIR_RELATIONS } from '../heirs.ts'
import { CATEGORIES, DOCUMENT_KIND_IDS } from '../document-kinds.ts'
import { claimRow } from '../listed-claim.ts'
import { bothLanguages, clause, day, instant, partId, version } from '../claim-value-schemas.ts'
import { sheetSchema } from '../settlement-sheet.ts'
import { ITEM_STATUSES, OUTCOMES } from '../status-values.ts'
import { claimablePolicy, documentView, signatureView } from '../draft-view-schema.ts'

const requestItem = z.object({
  id: partId,
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  title: bothLanguages,
  reason: bothLanguages,
  must: bothLanguages,
  /** The document it replaces. */
  replaces: z.nullable(partId),
  status: z.enum(ITEM_STATUSES),
  /** Documents that answer the item. */
  documents: z.array(documentView),
  /** "I cannot get this document": the person's reason. */
  unavailable: z.nullable(z.string()),
})
export type RequestItem = z.output<typeof requestItem>

const requestView = z.object({
  id: partId,
  at: instant,
  dueOn: day,
  overdue: z.boolean(),
  status: z.enum(['open', 'sent', 'closed']),
  sentAt: z.nullable(instant),
  items: z.array(requestItem),
})
export type RequestView = z.output<typeof requestView>

/** Newest first. `kind` is a word of `claims:activity.<kind>`; `values` are its placeholders. */
const activityView = z.object({
  id: z.string(),
  at: instant,
  by: z.enum(['you', 'us', 'bank', 'system']),
  kind: z.string(),
  values: z.record(z.string(), z.string()),
})
export type ActivityView = z.output<typeof activityView>

const decisionView = z.object({
  id: partId,
  at: instant,
  outcome: z.enum(OUTCOMES),
  /** Why a part, or all of it, is not payable. */
  reason: z.nullable(bothLanguages),
  clauses: z.array(clause),
  sheet: sheetSchema,
  /** Last day on which a review may be requested, Shanghai; `null` when none may. */
  appealUntil: z.nullable(day),
})
export type DecisionView = z.output<typeof decisionView>

const paymentView = z.object({
  id: partId,
  status: z.enum(['paying', 'paid', 'failed']),
  amount: moneySchema,
  startedAt: instant,
  settledAt: z.nullable(instant),
  /** "Bank of China, ending 4417". */
  bank: z.string(),
  accountTail: z.string(),
  accountName: z.string(),
  reference: z.nullable(z.string()),
  reason: z.nullable(bothLanguages),
  /** Paid before a decision (terms 8.4). */
  onAccount: z.boolean(),
  /** The bank returned it, and it was not paid again. */
  returned: z.boolean(),
  /** The payee, where there are several (`payees`). */
  payee: z.nullable(z.string()),
})

/** One of several payees. */
const payeeView = z.object({
  id: z.string(),
  name: z.string(),
  relation: z.nullable(z.enum(HEIR_RELATIONS)),
  guardian: z.nullable(z.string()),
  /** "1/3", "33.34%". */
  share: z.string(),
  bank: z.string(),
  accountTail: z.string(),
  accountName: z.string(),
  /** Part of the total that was decided; `null` before a decision. The parts add up to the total. */
  due: z.nullable(moneySchema),
})

const appealView = z.object({
  id: partId,
  at: instant,
  decision: partId,
  text: z.string(),
  lines: z.array(z.string()),
  clock: z.nullable(clockSchema),
  status: z.enum(['open', 'answered']),
})

/** A claim that was sent. */
export const claimView = z.extend(claimRow, {
  version,
  policy: claimablePolicy,
  answers: answersSchema,
  signature: z.nullable(signatureView),
  /** Numbered steps of the case: sent, registered, checked, decided, paid; reviews after it. */
  steps: z.array(
    z.object({
      id: z.enum(['sent', 'registered', 'checking', 'decision', 'payment', 'review', 'withdrawn']),
      state: z.enum(['done', 'now', 'late', 'next']),
      at: z.nullable(instant),
      /** The promised day, Shanghai. */
      dueOn: z.nullable(day),
    }),
  ),
  /** Every promise so far, oldest first; `clock` is the last of them. */
  clocks: z.array(clockSchema),
  /** Who must act now. */
  turn: z.enum(['you', 'us', 'bank', 'nobody']),
  /** The handler of the case; empty where only the team is to be named. */
  handler: z.nullable(z.string()),
  requests: z.array(requestView),
  documents: z.array(documentView),
  /** Of these, what its sender may take back: it came unasked, and nobody has used it. */
  takeBack: z.array(partId),
  activity: z.array(activityView),
  decisions: z.array(decisionView),
  payments: z.array(paymentView),
  /** The account that is paid, as it was last given; `null` where there are several payees or none was named. */
  account: z.nullable(z.object({ bank: z.string(), tail: z.string(), name: z.string(), country: z.string() })),
  /**
   * That account returned a payment of another claim. `change`: another can be given now; `wait`: the bank has been
   * told to pay.
   */
  accountReturned: z.nullable(
    z.object({
      on: day,
      bank: z.string(),
      tail: z.string(),
      reason: z.nullable(bothLanguages),
      may: z.enum(['change', 'wait']),
    }),
  ),
  /** Heirs, in order; empty where the claim has one account. */
  payees: z.array(payeeView),
  /** Money on account: its clock while it is due, what it is for, and how much is on its way or has arrived. */
  onAccount: z.object({
    clock: z.nullable(clockSchema),
    note: z.nullable(bothLanguages),
    paid: z.nullable(moneySchema),
  }),
  appeals: z.array(appealView),
  /** The decision waits because no exchange rate is published for this day yet. */
  rateAwaited: z.nullable(z.object({ currency: currencySchema, day })),
  may: z.object({
    withdraw: z.boolean(),
    appeal: z.boolean(),
    supplement: z.boolean(),
    addDocument: z.boolean(),
    correctAccount: z.boolean(),
  }),
})
export type ClaimView = z.output<typeof claimView>
