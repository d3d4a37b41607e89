/** Rows up to the limits of what one account may have stored, behind the calls of the ownership table's owner. */
import { STORAGE_LIMITS } from '../../../src/lib/storage-limits.ts'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { saveClaim, type ClaimView } from '../../../src/features/claims/contract.ts'
import { MOST_VISITS } from '../../../src/features/claims/rules/claim-fields.ts'
import type { HealthAnswers, OrderView } from '../../../src/features/orders/contract.ts'
import { recordAct } from '../../../src/features/orders/server/sales-record/write-sales-log.ts'
import { newId } from '../../../src/server/new-id.ts'
import type { World } from '../../api/ownership/world.ts'
import { ANSWERS, TODAY } from '../../api/claims-fixtures.ts'
import { Buyer, ok, SELF } from '../../api/orders-fixtures.ts'

export interface Sizes {
  /** Entries of the sales record. */
  entries: number
  /** Applications that were not bought. */
  applications: number
  claimDrafts: number
  /** Documents of one claim. */
  documents: number
  payments: number
}

/** Room for what the calls' own preparation begins. */
const ROOM = 6

/** As much as the limits allow. */
export const MOST: Sizes = {
  entries: STORAGE_LIMITS.salesRecordEntries,
  applications: STORAGE_LIMITS.accountUnfinished - ROOM,
  claimDrafts: STORAGE_LIMITS.claimDrafts - ROOM,
  documents: LIMITS.maxDocuments,
  payments: STORAGE_LIMITS.paymentsDay,
}
export const FEW: Sizes = { entries: 5, applications: 3, claimDrafts: 3, documents: 3, payments: 2 }

const DAY = 86_400_000

/** Texts of an application whose body is as long as `order/save` accepts. */
export const LARGEST_HEALTH: HealthAnswers = {
  answers: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`q${i}`, 'yes'])),
  details: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`q${i}`, '病'.repeat(900)])),
}

/** Texts of a claim: every visit, every text at its longest. */
export const LARGEST_CLAIM = {
  ...ANSWERS.outpatient,
  description: '伤'.repeat(4000),
  visits: Array.from({ length: MOST_VISITS }, (_, i) => ({
    id: `v${String(i).padStart(3, '0')}`,
    day: TODAY,
    amount: 8_540,
    currency: 'GBP' as const,
    invoice: 'I'.repeat(60),
    elsewhere: null,
  })),
}

export interface Filled {
  /** A draft with answers of the largest size. */
  draft: OrderView
  /** All that was there when the account was full. */
  orders: string[]
  claims: string[]
}

/** Fills the owner's account. Copies rows of what the owner has made by calls. */
export async function fillToLimits(world: World, sizes: Sizes): Promise<Filled> {
  const buyer = new Buyer(world.server, world.client)
  buyer.order = await world.newOrder()
  await buyer.readFirst()
  await buyer.save({ people: SELF })
  await buyer.save({ health: LARGEST_HEALTH })
  await fillClaim(world)
  await copyOrders(world, buyer.view, sizes.applications)
  await fillRecord(world, sizes.entries)
  await copyClaims(world, sizes)
  await copyPayments(world, sizes.payments)
  const { db } = world.server.deps
  const idsOf = async (table: 'orders' | 'claims'): Promise<string[]> =>
    (await db.selectFrom(table).select('id').where('user_id', '=', world.ownerId).execute()).map(({ id }) => id)
  return { draft: buyer.view, orders: await idsOf('orders'), claims: await idsOf('claims') }
}

/** Makes room for the next call: what the ones before it have begun is deleted, and counts no more for the day. */
export async function makeRoom({ server: { deps }, ownerId }: World, { orders, claims }: Filled): Promise<void> {
  // Longer than a day before the one as of which a policy is bought.
  const earlier = deps.clock() - 3 * DAY
  await deps.write(async (trx) => {
    await trx.updateTable('orders').set({ created_at: earlier }).where('created_at', '>', earlier).execute()
    await trx
      .updateTable('orders')
      .set({ status: 'discarded' })
      .where('user_id', '=', ownerId)
      .where('status', 'in', ['created', 'awaiting_payment', 'cancelled', 'expired'])
      .where('id', 'not in', orders)
      .execute()
    await trx.updateTable('claims').set({ created_at: earlier }).where('created_at', '>', earlier).execute()
    await trx
      .updateTable('claims')
      .set({ status: 'discarded' })
      .where('user_id', '=', ownerId)
      .where('status', '=', 'draft')
      .where('id', 'not in', claims)
      .execute()
    for (const table of ['education_orders', 'overseas_applications', 'policy_changes'] as const)
      await trx.updateTable(table).set({ submitted_at: earlier }).where('submitted_at', '>', earlier).execute()
    await trx.deleteFrom('draft_origins').execute()
  })
}

const fillClaim = async (world: World): Promise<ClaimView | object> =>
  ok(
    await world.client.request(saveClaim, {
      id: world.claim,
      base: await world.versionOf(world.claim),
      patch: LARGEST_CLAIM,
    }),
  )

async function copyOrders({ server: { deps } }: World, { id }: OrderView, count: number): Promise<void> {
  const row = await deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const states = ['created', 'expired', 'cancelled', 'declined'] as const
  await deps.write(async (trx) => {
    for (let i = 1; i < count; i++)
      await trx
        .insertInto('orders')
        .values({
          ...row,
          id: `YFO-250101-${String(i).padStart(6, '0')}`,
          create_key: `${row.create_key}-${i}`,
          status: states[i % states.length] ?? 'created',
          created_at: row.created_at - i * DAY,
        })
        .execute()
  })
}

async function fillRecord({ server: { deps }, order }: World, entries: number): Promise<void> {
  await deps.write(async (trx) => {
    for (let i = 0; i < entries; i++)
      await recordAct(deps, trx, order, {
        kind: 'read',
        data: {
          page: 'health',
          lang: 'en',
          textVersion: '1.4',
          sha256: 'a'.repeat(64),
          openedAt: 0,
          confirmedAt: 1,
          tier: 'standard',
          plan: 'global-study',
          shown: 'whole',
          device: 'mobile',
          answers: LARGEST_HEALTH.answers,
          clauseVersion: '1.0',
        },
      })
  })
}

async function copyClaims({ server: { deps }, claim, ownerId }: World, sizes: Sizes): Promise<void> {
  const row = await deps.db.selectFrom('claims').selectAll().where('id', '=', claim).executeTakeFirstOrThrow()
  const drafts = await deps.db
    .selectFrom('claims')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('status', '=', 'draft')
    .execute()
  const documents = await deps.db.selectFrom('claim_documents').selectAll().where('claim_id', '=', claim).execute()
  await deps.write(async (trx) => {
    for (let i = drafts.length; i < sizes.claimDrafts; i++)
      await trx
        .insertInto('claims')
        .values({ ...row, id: newId(), start_key: `${row.start_key}-${i}` })
        .execute()
    for (let i = documents.length; i < sizes.documents; i++) {
      const document = documents[i % documents.length]
      if (document)
        await trx
          .insertInto('claim_documents')
          .values({ ...document, id: newId() })
          .execute()
    }
  })
}

async function copyPayments({ server: { deps }, order }: World, count: number): Promise<void> {
  const [paid] = await deps.db.selectFrom('payments').selectAll().where('payable_id', '=', order).execute()
  if (!paid) return
  await deps.write(async (trx) => {
    for (let i = 1; i < count; i++)
      await trx
        .insertInto('payments')
        .values({
          ...paid,
          id: newId(),
          status: 'failed',
          gateway_ref: null,
          credited_at: null,
          created_at: paid.created_at - i,
        })
        .execute()
  })
}
