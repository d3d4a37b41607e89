/** The state graph of registrations. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { RegistrationStatus } from '../contract.ts'

/** design §5 "Registration"; a wrong approval is revoked. */
const graph: Graph<RegistrationStatus> = {
  submitted: ['approved', 'rejected'],
  approved: ['revoked'],
  rejected: [],
  revoked: [],
}
export const registrationMachine = machine({ entity: 'registration', table: 'registrations', graph })
