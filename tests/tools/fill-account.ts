/**
 * An account with the requested number of policies, orders and claims: copies of the demo account's under new numbers.
 * For pictures of long lists and for measuring them; nothing here is bought, so money and files remain the demo
 * account's.
 */
import type { Database } from '../../src/server/db/database-rows.ts'
import type { Trx } from '../../src/server/db/database.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { readConfig } from '../../src/server/config.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { newId } from '../../src/server/new-id.ts'
import { DEMO_EMAIL } from '../../src/features/session/contract.ts'
import { destinationMac } from '../../src/server/keys/destination-mac.ts'
import { personOf } from '../../src/features/session/server/contacts/contacts.ts'

type Row = Record<string, unknown>
type Table = keyof Database

const add = async (trx: Trx, table: Table, row: Row): Promise<void> =>
  void (await trx.insertInto(table).values(row).execute())
const all = (trx: Trx, table: Table, column: string, value: unknown): Promise<Row[]> =>
  trx
    .selectFrom(table)
    .selectAll()
    .where(column as never, '=', value as never)
    .execute()

/** The same in a data folder whose server does not run. */
export async function fillData(dataDir: string, email: string, items: number): Promise<void> {
  const { deps, close } = await openServer({
    config: readConfig({ DATA_DIR: dataDir, OUT_DIR: 'dist', LOG_LEVEL: 'error' }),
  })
  await fillAccount(deps, email, { policies: items, claims: items })
  await close()
}

/** Tables that depend on a claim, each after those it refers to. */
const PARTS = [
  { table: 'claim_decisions' },
  { table: 'claim_payments', names: { decision_id: 'claim_decisions' } },
  { table: 'claim_appeals', names: { decision_id: 'claim_decisions' } },
  { table: 'claim_requests' },
  { table: 'claim_request_items', names: { request_id: 'claim_requests' } },
] as const satisfies readonly { table: Table; names?: Row }[]

/** Spreads things over the years, newest first, so that no two have the same instant. */
const HOUR = 3_600_000
const newOrderId = (): string => `YFO-260101-${newId().slice(-6).toUpperCase()}`

/** `plan`: policies of this plan only, and so all on one tab. */
export async function fillAccount(
  deps: Deps,
  email: string,
  count: { policies: number; claims: number; plan?: string },
): Promise<void> {
  await deps.write(async (trx) => {
    const demo = (await personOf(deps, trx, DEMO_EMAIL)).user
    const { user } = await personOf(deps, trx, email)
    await trx.updateTable('users').set({ name: demo.name }).where('id', '=', user.id).execute()
    const policies = await addPolicies(trx, { demo: demo.id, user: user.id, mac: destinationMac(deps, email) }, count)
    await addClaims(trx, { demo: demo.id, user: user.id }, count.claims, policies)
  })
}

/** Returns the new ids for each of the demo account's policies. */
async function addPolicies(
  trx: Trx,
  who: { demo: string; user: string; mac: string },
  { policies: count, plan }: { policies: number; plan?: string },
): Promise<Map<string, string[]>> {
  const orders = await all(trx, 'orders', 'user_id', who.demo)
  const bought = (await all(trx, 'policies', 'user_id', who.demo)).filter(
    (it) => it['status'] === 'issued' && (plan === undefined || it['plan'] === plan),
  )
  const ids = new Map<string, string[]>()
  for (let i = 0; i < count; i++) {
    const policy = bought[i % bought.length] ?? {}
    const order = orders.find((it) => it['id'] === policy['order_id']) ?? {}
    const [id, orderId] = [newId(), newOrderId()]
    await add(trx, 'orders', {
      ...order,
      id: orderId,
      user_id: who.user,
      holder: null,
      policy_id: id,
      create_key: orderId,
      created_at: Number(order['created_at']) - i * HOUR,
    })
    await add(trx, 'policies', {
      ...policy,
      id,
      number: `YF26-${String(i).padStart(6, '0')}-${who.user.slice(-6)}`,
      order_id: orderId,
      order_person: orderId,
      user_id: who.user,
      holder: null,
      buyer_email_mac: who.mac,
      buyer_mobile_mac: null,
      insured_email_mac: who.mac,
      insured_mobile_mac: null,
    })
    for (const version of await all(trx, 'policy_versions', 'policy_id', policy['id']))
      await add(trx, 'policy_versions', { ...version, policy_id: id, payable_id: null, payable_kind: null })
    const key = String(policy['id'])
    ids.set(key, [...(ids.get(key) ?? []), id])
  }
  // Those that wait, failed or are unfinished: a list of orders contains them, too.
  const others = orders.filter((it) => it['policy_id'] === null)
  for (const order of others.slice(0, count)) {
    const id = newOrderId()
    await add(trx, 'orders', { ...order, id, user_id: who.user, holder: null, create_key: id, link_mac: null })
  }
  return ids
}

async function addClaims(
  trx: Trx,
  who: { demo: string; user: string },
  count: number,
  policies: ReadonlyMap<string, string[]>,
): Promise<void> {
  const claims = (await all(trx, 'claims', 'user_id', who.demo)).filter((it) => it['status'] !== 'discarded')
  const held = [...policies.values()].flat()
  const newest = Math.max(...claims.map((it) => Number(it['updated_at'])))
  for (let i = 0; i < count; i++) {
    const claim = claims[i % claims.length] ?? {}
    const id = newId()
    const of = policies.get(String(claim['policy_id'])) ?? held
    await add(trx, 'claims', {
      ...claim,
      id,
      user_id: who.user,
      policy_id: of[i % of.length],
      start_key: id,
      updated_at: newest - i * HOUR,
      case_number: claim['case_number'] === null ? null : `C26-${String(i).padStart(6, '0')}-${who.user.slice(-6)}`,
    })
    const renamed = new Map<unknown, string>()
    for (const part of PARTS)
      for (const row of await all(trx, part.table, 'claim_id', claim['id'])) {
        const fresh = newId()
        renamed.set(row['id'], fresh)
        const names = Object.fromEntries(
          Object.keys('names' in part ? part.names : {}).map((column) => [column, renamed.get(row[column])]),
        )
        await add(trx, part.table, { ...row, ...names, id: fresh, claim_id: id })
      }
    for (const event of (await all(trx, 'events', 'entity_id', claim['id'])).filter((it) => it['entity'] === 'claim'))
      await add(trx, 'events', { ...event, id: newId(), entity_id: id })
  }
}
