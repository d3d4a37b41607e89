/** What all share that is paid for on a policy which exists: its next term, the difference of a change. The buyer of the policy pays, and is told. */
import { namesOnAccounts } from '../../lib/account-name.ts'
import type { Lang } from '../../lib/locale.ts'
import { Refusal } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { PayableKind, PayableView } from '../../server/payable.ts'
import { policyForCaller } from './access.server.ts'
import { planNames } from './document-facts.server.ts'
import { documentResources } from './document-resources.server.ts'
import { openPeople } from './people.server.ts'
import type { PolicyTable } from './tables.server.ts'

type Db = Trx | Deps['db']

/** The gateway stops taking money this long before it closes, so that what it took is booked in time, ms. */
export const PAY_MARGIN_MS = 60_000

/** `load` finds the thing with its policy, `undefined` where there is none of this id. */
export function payableOfPolicy(load: (db: Db, id: string) => Promise<{ policy: PolicyTable } | undefined>): Pick<PayableKind, 'lock' | 'requirePayer' | 'payerNames' | 'contact'> {
  return {
    lock: async (trx, id) => {
      const found = await load(trx, id)
      if (found) await lockFor(trx, `policy:${found.policy.id}`)
    },
    requirePayer: async (ctx, id) => {
      const found = await load(ctx.deps.db, id)
      if (!found || (await policyForCaller(ctx, { id: found.policy.id })).role !== 'buyer') throw new Refusal('not_found')
    },
    payerNames: async (deps, db, id) => {
      const found = await load(db, id)
      return found ? namesOnAccounts(openPeople(deps.seal, found.policy.people).policyholder) : []
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

/** What its payer reads of the policy. */
export function policyOfView(deps: Deps, policy: PolicyTable, lang: Lang): Pick<PayableView, 'plan' | 'tier' | 'insurer' | 'insured' | 'buyer' | 'application'> {
  const { plans } = documentResources(deps)
  const { planName, tierName } = planNames(plans, policy, lang)
  const { insured, policyholder } = openPeople(deps.seal, policy.people)
  return { plan: planName, tier: tierName, insurer: plans.insurerWords(lang, policy.insurer).name, insured: insured.idName, buyer: policyholder.idName, application: null }
}
