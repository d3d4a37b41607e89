/** The operator's commands on orders: review of waiting applications, and the check of the sales records' integrity. */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { command, type Command } from '../../../server/operator/command.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { orderId } from '../contract.ts'
import { acceptedEarlier, declineReview, openReview, passReview, waitingReviews } from './review/health-review.ts'
import { readRecord, recordedOrders } from './sales-record/write-sales-log.ts'

const review = command({
  noun: 'orders',
  verb: 'review',
  role: 'review',
  about: 'Health answers with a yes: list those that wait, show what one says, pass it or decline it',
  input: z.object({ act: z.enum(['list', 'show', 'pass', 'decline']), id: z.optional(orderId) }),
  args: ['act', 'id'],
  // Listing unseals nothing and needs neither name nor reason; the other acts demand both below.
  reads: true,
  run: async ({ act, id }, { deps, by, why, print }) => {
    if (act === 'list') {
      for (const found of await waitingReviews(deps)) {
        print(
          `${found.id}  ${found.plan} ${found.tier}  since ${formatInstant(found.since, 'en')}${found.changed ? ', changed after it was accepted' : ''}`,
        )
      }
      return
    }
    const missing = {
      ...(id ? {} : { id: 'required' }),
      ...(by === 'operator:' ? { by: 'required' } : {}),
      ...(why ? {} : { why: 'required' }),
    }
    if (!id || Object.keys(missing).length > 0) throw new Refusal('invalid', { fields: missing })
    if (act === 'show') {
      for (const [question, detail] of Object.entries(await openReview(deps, { id, by, why })))
        print(`${question}: ${detail}`)
      const earlier = await acceptedEarlier(deps, id)
      if (earlier)
        print(
          `changed after it was accepted on ${formatInstant(earlier.at, 'en')}; answered yes then: ${earlier.yes.join(', ') || 'none'}`,
        )
      return
    }
    const { order, told } = await (act === 'pass' ? passReview : declineReview)(deps, { id, by, why })
    print(
      `${order} ${act === 'pass' ? 'passed: the buyer can pay' : 'declined'}. ${told ? 'A message says why' : 'No message was sent: tell the buyer by phone'}`,
    )
  },
})

const verify = command({
  noun: 'sales-log',
  verb: 'verify',
  role: 'security',
  about: 'Checks the hash chain of the sales record, of one order or of all',
  input: z.object({ order: z.optional(orderId) }),
  reads: true,
  run: async ({ order }, { deps, print }) => {
    let broken = 0
    let count = 0
    for await (const id of order ? [order] : recordedOrders(deps)) {
      count += 1
      const { entries, verdict } = await readRecord(deps, id)
      if (verdict.intact) {
        if (order) print(`${id} intact, ${entries.length} entries`)
        continue
      }
      broken += 1
      print(`${id} BROKEN at entry ${verdict.at}: ${WHY[verdict.why]}`)
    }
    if (broken > 0) throw new Refusal('record_broken')
    print(`${count} ${count === 1 ? 'record' : 'records'} intact`)
  },
})

const WHY = {
  hash: 'its content was changed',
  chain: 'it does not follow the entry before it',
  head: 'entries were cut off or added after the last genuine one',
} as const

export const orderCommands: readonly Command[] = [review, verify]
