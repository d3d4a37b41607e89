/**
 * Servers on which a student has a policy already: it is bought and its documents are drawn once for all files of a
 * worker.
 */
import { insuredPolicy, paidPolicy } from './insured-policy.ts'
import { preparedServers } from './prepared-servers.ts'

/** The server of one test, with a policy that was paid at the gateway; `given` is its id. */
export const paidPolicyServer = preparedServers((fresh) => paidPolicy(fresh))

/** The same without a payment. */
export const insuredPolicyServer = preparedServers((fresh) => insuredPolicy(fresh))
