/**
 * What all payables of an existing policy share: its extension, or the additional premium of a change. The policy's
 * buyer pays and gets the messages.
 */
import { namesOnAccounts } from '../../../lib/people/compare-account-name.ts'
import type { Lang } from '../../../lib/locale.ts'
import { nameIn } from '../../../lib/people/name-in-language.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableKind, PayableView } from '../../cashier/server/door.ts'
import { orderDetailPath } from '../../orders/contract.ts'
import { policyForCaller } from './people/policy-access.ts'
import { planNames } from './documents/policy-document-facts.ts'
import { documentResources } from './documents/document-resources.ts'
import { openPeople } from '../../orders/server/door.ts'
import type { PolicyTable } from '../tables.ts'

type Db = Trx | Deps['db']

/** The gateway stops accepting payments this long before the payable expires, so that each is booked in time, ms. */
export const PAY_MARGIN_MS = 60_000

/** `load` returns the payable's row with its policy, `undefined` for an unknown id. */
export function payableOfPolicy(
  load: (db: Db, id: string) => Promise<{ policy: PolicyTable } | undefined>,
): Pick<PayableKind, 'lock' | 'requirePayer' | 'payerNames' | 'refundPage' | 'contact'> {
  return {
    lock: async (trx, id) => {
      const found = await load(trx, id)
      if (found) await lockFor(trx, `policy:${found.policy.id}`)
    },
    requirePayer: async (ctx, id) => {
      const found = await load(ctx.deps.db, id)
      if (!found || (await policyForCaller(ctx, { id: found.policy.id })).role !== 'buyer')
        throw new Refusal('not_found')
    },
    payerNames: async (deps, db, id) => {
      const found = await load(db, id)
      return found ? namesOnAccounts(openPeople(deps.seal, found.policy.people).policyholder) : []
    },
    // The page of the order from which the policy came lists what was refunded of everything paid for the policy.
    refundPage: async (db, id) => {
      const found = await load(db, id)
      return found && orderDetailPath(found.policy.order_id)
    },
    contact: async (deps, trx, id) => {
      const found = await load(trx, id)
      if (!found) return undefined
      const { email, mobile } = openPeople(deps.seal, found.policy.people).policyholder
      const to = email ?? mobile
      return to ? { to, lang: found.policy.lang } : undefined
    },
  }
}

/** The part of the policy that its payer sees. */
export function policyOfView(
  deps: Deps,
  policy: PolicyTable,
  lang: Lang,
): Pick<PayableView, 'plan' | 'tier' | 'insurer' | 'insured' | 'buyer' | 'application'> {
  const { plans } = documentResources(deps)
  const { planName, tierName } = planNames(plans, policy, lang)
  const { insured, policyholder } = openPeople(deps.seal, policy.people)
  return {
    plan: planName,
    tier: tierName,
    insurer: plans.insurerWords(lang, policy.insurer).name,
    insured: nameIn(insured, lang),
    buyer: nameIn(policyholder, lang),
    application: null,
  }
}
