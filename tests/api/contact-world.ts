/**
 * Mobile numbers and mailboxes that pass from one person to another, and what people buy with them: for tests of whose
 * something is. Acts are the server's own, without what only takes time (codes that are sent, documents of mails).
 */
import { recordsOf } from '../../src/features/account/server/person-records.ts'
import { closeDueAccounts } from '../../src/features/account/server/closure/close-accounts.ts'
import { scheduleClosure } from '../../src/features/account/server/closure/schedule-closure.ts'
import { messagesOf, rowsOf } from '../../src/features/account/server/export/export-rows.ts'
import { startClaim } from '../../src/features/claims/contract.ts'
import { draftRoutes } from '../../src/features/claims/server/draft/draft-routes.ts'
import { COPY_FILES } from '../../src/server/db/define-table.ts'
import type { Trip } from '../../src/features/orders/contract.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { issueHandler } from '../../src/features/policies/server/issue-policy.ts'
import { policyRoutes } from '../../src/features/policies/server/routes.ts'
import {
  changesOf,
  putContact,
  removeContact,
  undoChange,
} from '../../src/features/session/server/contacts/contact-changes.ts'
import { personOf } from '../../src/features/session/server/contacts/contacts.ts'
import { contactEndedHandler } from '../../src/features/session/server/contacts/orders-of-ended-contact.ts'
import type { Channel } from '../../src/lib/people/contact.ts'
import { addDays, dayOf, endOfMonths, type Day } from '../../src/lib/days/dates.ts'
import { callAs, type Actor } from '../../src/programs/demo/call-as.ts'
import { createDraftOrder, submitApplication } from '../../src/programs/demo/buy-policy.ts'
import { idOf, person, SELF } from './orders-fixtures.ts'
import type { TestServer } from './start-server.ts'
import { destinationMac } from '../../src/server/keys/destination-mac.ts'
import { loggedIn } from '../../src/features/session/server/hooks.ts'

export const DAY = 86_400_000
export const DAYS_UNTIL_COVER = 10
const ACT = { by: 'operator:test', lang: 'en' } as const
let made = 0

/** Who buys: by an account, or at a device; and the contacts typed for the policyholder, who is insured. */
export interface Purchase {
  userId?: string
  device?: string
  birth: string
  email?: string
  mobile?: string
}

export class ContactWorld {
  readonly server: TestServer
  constructor(server: TestServer) {
    this.server = server
  }
  get now(): number {
    return this.server.deps.clock()
  }
  mac = (destination: string): string => destinationMac(this.server.deps, destination)

  actor(who: Pick<Purchase, 'userId' | 'device'>): Actor {
    const of = who.userId === undefined ? { holder: who.device ?? '' } : { userId: who.userId }
    return callAs(this.server.deps, [...orderRoutes, ...policyRoutes, ...draftRoutes], {
      ...of,
      lang: 'en',
      at: this.now,
    })
  }

  /** A login by a code that was sent there; it takes over what was made on the device. Returns the account. */
  async logIn(destination: string, device?: string): Promise<string> {
    const { deps } = this.server
    return deps.write(async (trx) => {
      const { user, countsFrom } = await personOf(deps, trx, destination)
      for (const hook of loggedIn.all(deps))
        await hook(deps, trx, { userId: user.id, destination, holder: device, countsFrom })
      return user.id
    })
  }

  add(userId: string, destination: string): Promise<{ ok: boolean }> {
    const { deps } = this.server
    return deps.write((trx) => putContact(deps, trx, userId, destination, ACT))
  }
  remove(userId: string, channel: Channel): Promise<{ ok: boolean }> {
    const { deps } = this.server
    return deps.write((trx) => removeContact(deps, trx, userId, channel, ACT))
  }
  async undoLast(userId: string): Promise<boolean> {
    const { deps } = this.server
    const change = (await changesOf(deps.db, userId)).at(-1)
    return change !== undefined && deps.write((trx) => undoChange(deps, trx, change, ACT))
  }

  /** Begins an application, without its people. Returns the key by which `apply` goes on with it. */
  async begin(who: Pick<Purchase, 'userId' | 'device'>, waitingDays: number): Promise<string> {
    const key = this.newKey()
    await createDraftOrder(this.actor(who), { key, trip: this.trip(DAYS_UNTIL_COVER + waitingDays) })
    return key
  }
  /** Sends an application, which waits to be paid. Returns the order's id. */
  async apply({ birth, email = '', mobile = '', ...who }: Purchase, key = this.newKey()): Promise<string> {
    const people = { ...SELF, policyholder: person(birth, { idNumber: idOf(birth, 'female'), email, mobile }) }
    return (await submitApplication(this.actor(who), { key, trip: this.trip(DAYS_UNTIL_COVER), people, second: true }))
      .id
  }
  /** Begins a claim on a policy, for a day that is over. Returns its id. */
  claim = async (userId: string, policy: string, day: Day): Promise<string> =>
    (await this.actor({ userId }).call(startClaim, { policy, day, key: this.newKey(), sensitive: true })).id
  private newKey = (): string => `contact-world-${String(++made).padStart(6, '0')}`
  private trip(days: number): Trip {
    const start = addDays(dayOf(this.now), days)
    return {
      plan: 'global-study',
      tier: 'standard',
      start,
      end: endOfMonths(start, 12),
      destination: 'uk',
      arrived: false,
    }
  }
  /** Pays an application. Returns the policy's id. */
  async pay(order: string): Promise<string> {
    const { deps } = this.server
    await deps.write((trx) => markPaid(trx, { orderId: order, paymentId: `paid-${order}`, at: this.now }))
    await issueHandler.run(deps, { orderId: order }, { id: order, attempt: 1 })
    const row = await deps.db
      .selectFrom('policies')
      .select('id')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    return row.id
  }
  buy = async (purchase: Purchase): Promise<{ order: string; policy: string }> => {
    const order = await this.apply(purchase)
    return { order, policy: await this.pay(order) }
  }

  /** Time passes; contacts that were given up end. */
  async wait(ms: number): Promise<void> {
    const { deps } = this.server
    this.server.advance(ms)
    const due = await deps.db
      .selectFrom('jobs')
      .select(['id', 'payload'])
      .where('kind', '=', contactEndedHandler.kind)
      .where('run_at', '<=', this.now)
      .execute()
    for (const { id, payload } of due) {
      await contactEndedHandler.run(deps, JSON.parse(payload), { id, attempt: 1 })
      await deps.write((trx) => trx.deleteFrom('jobs').where('id', '=', id).execute())
    }
  }

  askToClose = (userId: string): Promise<boolean> =>
    this.server.deps.write((trx) => scheduleClosure(this.server.deps, trx, userId, ACT))
  closeDue = (): Promise<void> => closeDueAccounts.run(this.server.deps)
  async closureOf(userId: string): Promise<string | undefined> {
    const rows = await this.server.deps.db
      .selectFrom('account_closures')
      .select('status')
      .where('user_id', '=', userId)
      .orderBy('asked_at', 'desc')
      .execute()
    return rows[0]?.status
  }

  /** The copy of somebody's data: rows by file, and messages. */
  async copyOf(userId: string): Promise<{ rows: string; messages: Awaited<ReturnType<typeof messagesOf>> }> {
    const { deps } = this.server
    const records = await recordsOf(deps, userId)
    const files = []
    for (const file of COPY_FILES) files.push(await rowsOf(deps, records, file))
    return { rows: JSON.stringify(files), messages: await messagesOf(deps, records) }
  }
}
