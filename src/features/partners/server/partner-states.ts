/** State graphs of partners and of their keys. */
import { machine, type Graph } from '../../../server/transition.ts'

const untilEnded: Graph<'active' | 'ended'> = { active: ['ended'], ended: [] }
export const partnerMachine = machine({ entity: 'partner', table: 'partners', graph: untilEnded })
export const partnerKeyMachine = machine({ entity: 'partner_key', table: 'partner_keys', graph: untilEnded })
