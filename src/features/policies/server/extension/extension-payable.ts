/** An extension as a payable: once it is paid the next term is issued, a policy of its own. */
import { formatDay, startOfCover } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { PayableKind, PayableRef, PayableState, PayableView } from '../../../cashier/server/door.ts'
import { transition } from '../../../../server/transition.ts'
import { hasNextTermBought } from '../linked-terms.ts'
import { PAY_MARGIN_MS, payableOfPolicy, policyOfView } from '../policy-payable.ts'
import { isSurrendering } from '../surrender/surrender-request.ts'
import type { PolicyTable } from '../../tables.ts'
import { boughtWith, issueNextTerm } from './issue-next-term.ts'
import { extensionMachine } from './extension-states.ts'
import type { ExtensionTable } from './extension-tables.ts'
import { changesOf } from '../hooks.ts'
import type { WaitingPart } from '../../../../server/personal-data/waiting-tasks.ts'

/** The payable kind of an extension. */
const EXTENSION = 'extension'
export const extensionRef = (id: string): PayableRef => ({ kind: EXTENSION, id })

/** The page where a policy is extended, without language: messages link here. */
export const extendPath = (id: string): string => `/insurance-policy/extend?id=${id}`

export const payUntilOf = ({ expires_at: at }: Pick<ExtensionTable, 'expires_at'>): number => at - PAY_MARGIN_MS

type Db = Trx | Deps['db']
interface Found {
  extension: ExtensionTable
  policy: PolicyTable
}

async function load(db: Db, id: string): Promise<Found | undefined> {
  const extension = await db.selectFrom('policy_extensions').selectAll().where('id', '=', id).executeTakeFirst()
  const policy =
    extension && (await db.selectFrom('policies').selectAll().where('id', '=', extension.policy_id).executeTakeFirst())
  return policy && { extension, policy }
}

const ofPolicy = payableOfPolicy(load)

/** The policy is no longer the one that the price was computed for, or is about to change. */
const isOutdated = async (deps: Deps, db: Db, { extension, policy }: Found, now: number): Promise<boolean> =>
  policy.status !== 'issued' ||
  policy.current_version !== extension.base_version ||
  (await hasNextTermBought(db, policy.id)) ||
  (await isSurrendering(db, policy.id)) ||
  (await changesOf(deps).unpaid(db, policy.id, now))

async function find(deps: Deps, db: Db, id: string, now: number): Promise<PayableState | undefined> {
  const found = await load(db, id)
  if (!found) return undefined
  const { extension, policy } = found
  const state = {
    number: policy.number,
    amount: money(extension.premium_minor, extension.currency),
    payUntil: payUntilOf(extension),
  }
  const standing = async (): Promise<PayableState['standing']> => {
    if (extension.status !== 'awaiting_payment') return extension.status === 'extended' ? 'paid' : extension.status
    if (now >= state.payUntil) return 'expired'
    return (await isOutdated(deps, db, found, now)) ? 'cancelled' : 'payable'
  }
  return { ...state, standing: await standing() }
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const found = await load(deps.db, id)
  if (!found) throw new Refusal('not_found')
  const { extension, policy } = found
  const day = formatDay(extension.ends, lang)
  const done = extension.status === 'extended'
  const bought = done ? await boughtWith(deps.db, id) : undefined
  return {
    status: extension.status,
    settled: done,
    about: deps.words(lang, 'extension:about', { number: policy.number }),
    ...policyOfView(deps, policy, lang),
    start: extension.first_day,
    end: extension.ends,
    back: `/insurance-policy/details?id=${bought ?? policy.id}`,
    after: { title: deps.words(lang, 'extension:paid.title', { day }), text: deps.words(lang, 'extension:paid.text') },
  }
}

/** A payment for an extension that has expired, or whose policy changed in the meantime, is not accepted. */
const paid: PayableKind['paid'] = async (deps, trx, { id, paymentId, at, boughtAt }) => {
  await ofPolicy.lock(trx, id)
  const found = await load(trx, id)
  if (!found) return 'dead'
  const { extension, policy } = found
  if (extension.status === 'extended') return 'already'
  if (
    extension.status !== 'awaiting_payment' ||
    boughtAt >= startOfCover(extension.first_day) ||
    (await isOutdated(deps, trx, found, at))
  )
    return 'dead'
  const by = `payment:${paymentId}`
  await transition(trx, { machine: extensionMachine, id, to: 'extended', version: extension.version, by, at })
  await issueNextTerm(deps, trx, { policy, extension, payable: extensionRef(id), by })
  return 'paid'
}

export const extensionPayable: PayableKind = {
  kind: EXTENSION,
  named: 'extension:about',
  ...ofPolicy,
  find,
  describe,
  paid,
}

/** Lists an extension that was requested and is not paid yet among the things that wait for its buyer. */
export const waitingTerms: WaitingPart = async (deps, userId) => {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('policy_extensions')
    .innerJoin('policies', 'policies.id', 'policy_extensions.policy_id')
    .selectAll('policy_extensions')
    .select(['policies.number'])
    .where('policy_extensions.user_id', '=', userId)
    .where('policy_extensions.status', '=', 'awaiting_payment')
    .where('policy_extensions.expires_at', '>', now)
    .execute()
  const tasks = await Promise.all(
    rows.map(async (row) => {
      if ((await extensionPayable.find(deps, deps.db, row.id, now))?.standing !== 'payable') return []
      return [
        {
          kind: 'extension' as const,
          id: row.id,
          number: row.number,
          amount: money(row.premium_minor, row.currency),
          until: payUntilOf(row),
          path: extendPath(row.policy_id),
        },
      ]
    }),
  )
  return tasks.flat()
}
