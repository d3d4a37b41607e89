/** Seals and unseals what was requested. */
import type { Deps } from '../../server/dependencies.ts'
import { changeFacts, type ChangeFacts } from './change-states.server.ts'
import type { PolicyChangeTable } from './tables.server.ts'

const FACTS = 'changes.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: ChangeFacts): string => deps.seal.seal(FACTS, facts)
/** `undefined` once it was deleted. */
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<PolicyChangeTable, 'facts'>): ChangeFacts | undefined =>
  row.facts === null ? undefined : deps.seal.open(FACTS, changeFacts, row.facts)
