/** The demo account's policy changes: an endorsed policy, a cancelled one, a request under review and a refused one. */
import { addDays, dayOf, endOfMonths, startOfCover } from '../../lib/days/dates.ts'
import type { Input } from '../../lib/contract.ts'
import { approveRequest, latestRequest } from '../../features/cashier/server/refunds/request-and-decide-refund.ts'
import type { submitChange } from '../../features/changes/contract.ts'
import { approve, reject } from '../../features/changes/server/decide-change.ts'
import { factsFor, filesOwner, keepRequest } from '../../features/changes/server/submit-change.ts'
import { orderRoutes } from '../../features/orders/server/routes.ts'
import { documentResources } from '../../features/policies/server/documents/document-resources.ts'
import { quoteSurrender, surrender } from '../../features/policies/server/surrender/surrender.ts'
import type { UserContext } from '../../server/http/call-handlers.ts'
import type { Deps } from '../../server/dependencies.ts'
import { oneChunk } from '../../server/files/store-once.ts'
import { newId } from '../../server/new-id.ts'
import { submitApplication } from './buy-policy.ts'
import { callAs, type Actor } from './call-as.ts'
import { passport } from './draw-sample-documents.ts'
import { DEMO_MOBILE, self, STUDENT } from './demo-people.ts'
import { withoutMessages } from './make-claim.ts'
import { issue, pay } from './pay-order.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const OPERATOR = { by: 'operator:wu', why: 'checked against the passport' }

type DemoChange = Pick<Input<typeof submitChange>, 'key' | 'item' | 'value'>

function asUser({ ctx }: Actor): UserContext {
  const { caller } = ctx
  if (caller.kind !== 'user') throw new Error('nobody asks')
  return { ...ctx, caller }
}

/**
 * Sent with a passport page that is drawn here and therefore needs no file check. Once per key; `undefined` if it
 * existed already.
 */
async function send(actor: Actor, policy: string, change: DemoChange): Promise<string | undefined> {
  const { deps } = actor
  const user = asUser(actor)
  const { caller } = user
  const held = await deps.db
    .selectFrom('policy_changes')
    .select('id')
    .where('submission_key', '=', change.key)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (held) return undefined
  const input = { ...change, policy, who: 'insured' as const, side: 'id' as const, difference: 0, sensitive: true }
  const facts = await factsFor(user, input)
  const id = newId()
  const [surname = '', given = ''] = STUDENT.idName.split(' ')
  const { name, mime, bytes } = await passport(documentResources(deps).fonts, 'passport.jpg', {
    surname,
    given,
    birth: STUDENT.birthDate,
    number: STUDENT.idNumber,
  })
  const staged = await deps.files.stage(oneChunk(bytes), { owner: filesOwner(id), name, mime })
  await deps.write(async (trx) => {
    await staged.keep(trx)
    const receipt = {
      id: newId(),
      name,
      mime: 'image/jpeg' as const,
      size: staged.file.size,
      sha256: staged.file.sha256,
      at: deps.clock(),
    }
    await keepRequest(user, trx, { id, input, facts, receipt })
    await trx.updateTable('policy_change_files').set({ file_id: staged.file.id }).where('id', '=', receipt.id).execute()
  })
  return id
}

/** A policy for two terms of school that was given up after a part of it; the rest of the premium went back. */
async function cancelled(as: (at: number) => Actor, now: number): Promise<void> {
  const start = addDays(dayOf(now), -200)
  const bought = startOfCover(start) - 10 * DAY
  const order = await submitApplication(as(bought), {
    key: 'demo-surrendered',
    trip: { plan: 'asia-plus', tier: 'plus', start, end: endOfMonths(start, 9), destination: 'jp' },
    people: self,
    second: true,
  })
  if (order.status === 'awaiting_payment') {
    await pay(as(bought), order.id)
    await issue(as(bought), order.id)
  }
  const actor = as(startOfCover(start) + 60 * DAY)
  const policy = await actor.deps.db
    .selectFrom('policies')
    .select(['id', 'status'])
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (policy?.status !== 'issued') return
  const user = asUser(actor)
  const { amount } = await quoteSurrender(user, policy.id)
  await surrender(user, { id: policy.id, amount: amount.amount })
  const request = await latestRequest(actor.deps.db, `policy:${policy.id}`)
  if (request)
    await approveRequest(as(startOfCover(start) + 61 * DAY).deps, request.id, { by: OPERATOR.by, why: 'no claim' })
}

/** Parts of the demo account by name. */
export function changeParts(deps: Deps, userId: string, now: number): [string, () => Promise<void>][] {
  // Letters of long ago would all arrive today; documents of new versions are drawn by their own jobs.
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const as = (at: number): Actor => callAs(quiet, orderRoutes, { userId, lang: 'cn', at })
  const policyOf = async (plan: string): Promise<{ id: string; starts: string } | undefined> =>
    deps.db
      .selectFrom('policies')
      .innerJoin('orders', 'orders.id', 'policies.order_id')
      .select(['policies.id', 'policies.starts'])
      .where('orders.user_id', '=', userId)
      .where('policies.plan', '=', plan)
      .where('policies.status', '=', 'issued')
      .executeTakeFirst()
  return [
    [
      'endorsed',
      async () => {
        const policy = await policyOf('global-study')
        if (!policy) return
        const at = startOfCover(policy.starts) + 40 * DAY
        const id = await send(as(at), policy.id, { key: 'demo-change-approved', item: 'mobile', value: DEMO_MOBILE })
        const desk = as(at + 26 * HOUR).deps
        if (id) await desk.write((trx) => approve(desk, trx, id, OPERATOR))
      },
    ],
    [
      'refused',
      async () => {
        const policy = await policyOf('us-campus')
        if (!policy) return
        const id = await send(as(now - 30 * DAY), policy.id, {
          key: 'demo-change-refused',
          item: 'name',
          value: 'LIN YUTONG ANNA',
        })
        const desk = as(now - 29 * DAY).deps
        if (id) await desk.write((trx) => reject(desk, trx, id, 'document_differs', OPERATOR))
      },
    ],
    [
      'waiting',
      async () => {
        const policy = await policyOf('eu-schengen')
        if (policy)
          await send(as(now - 20 * HOUR), policy.id, {
            key: 'demo-change-waiting',
            item: 'id_number',
            value: 'E00000001',
          })
      },
    ],
    ['cancelled', () => cancelled(as, now)],
  ]
}
