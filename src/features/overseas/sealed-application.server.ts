/** Seals and unseals the data of an application. */
import type { Deps } from '../../server/dependencies.ts'
import { applicationFacts, type ApplicationFacts } from './application-states.server.ts'
import type { OverseasApplicationTable } from './tables.server.ts'

const FACTS = 'overseas_applications.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: ApplicationFacts): string => deps.seal.seal(FACTS, facts)
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<OverseasApplicationTable, 'facts'>): ApplicationFacts => deps.seal.open(FACTS, applicationFacts, row.facts)
