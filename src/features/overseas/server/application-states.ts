/** The state graph of applications to overseas insurers. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { ApplicationStatus } from '../contract.ts'

const graph: Graph<ApplicationStatus> = {
  submitted: ['referred', 'declined', 'withdrawn'],
  referred: ['insured', 'declined', 'withdrawn'],
  insured: [],
  declined: [],
  withdrawn: [],
}
export const applicationMachine = machine({ entity: 'overseas_application', table: 'overseas_applications', graph })

/** States in which an application waits for us or for the insurer. */
export const OPEN = ['submitted', 'referred'] as const satisfies readonly ApplicationStatus[]
