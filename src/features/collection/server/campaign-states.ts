/** The state graph of campaigns. */
import { machine, type Graph } from '../../../server/transition.ts'

const GRAPH: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const campaignMachine = machine({ entity: 'campaign', table: 'campaigns', graph: GRAPH })
