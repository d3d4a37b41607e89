/** Messages about an order, to its buyer: by mail, or by text message where there is no address. */
import { z } from 'zod'
import { formatDay } from '../../lib/dates.ts'
import { localPath } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/deps.ts'
import type { Templates } from '../../server/messages/templates.ts'
import { planNames } from './catalogue.server.ts'
import { orderPath, type Answers } from './contract.ts'
import { insuredDraft, nameInWords } from './people.ts'
import type { OrderTable } from './tables.server.ts'
import { langOf } from './rows.server.ts'

const text = z.string()
/** What every message about an order can say. */
const base = { order: text, plan: text, insured: text, start: text, end: text, url: text }

export const orderTemplates = {
  /** To the student: the link to the consent page. */
  order_consent: z.object({ policyholder: text, insured: text, plan: text, url: text, days: text }),
  order_consent_agreed: z.object(base),
  order_consent_refused: z.object(base),
  order_submitted: z.object({ ...base, premium: text, until: text }),
  order_under_review: z.object({ ...base, days: text }),
  order_review_passed: z.object({ ...base, why: text }),
  order_review_declined: z.object({ ...base, why: text }),
  order_expired: z.object(base),
  order_cancelled: z.object(base),
  order_issue_failed: z.object(base),
} satisfies Templates
export type OrderTemplate = Exclude<keyof typeof orderTemplates, 'order_consent'>

/** Queues a message to the buyer in the order's language; a draft without any contact yet gets none. */
export async function notifyBuyer(
  deps: Deps, trx: Trx, row: OrderTable, answers: Answers, template: OrderTemplate, more: Record<string, string> = {},
): Promise<void> {
  const { policyholder } = answers.people
  const to = policyholder.email.trim() || policyholder.mobile.trim()
  if (!to) return
  const lang = langOf(row)
  const { trip } = answers
  await deps.messages.send(trx, {
    template, to, lang, key: `${template}:${row.id}:${row.version}`,
    vars: {
      order: row.id, plan: planNames(answers, lang).plan, insured: nameInWords(insuredDraft(answers.people), lang),
      start: trip.start && formatDay(trip.start, lang), end: trip.end && formatDay(trip.end, lang),
      url: deps.config.siteUrl + localPath(lang, orderPath(row.id)), ...more,
    },
  })
}
