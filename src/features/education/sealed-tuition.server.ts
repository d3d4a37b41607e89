/** Seals and unseals a tuition payment's data about people. */
import type { Deps } from '../../server/dependencies.ts'
import type { EducationOrderTable } from './tables.server.ts'
import { tuitionFacts, type TuitionFacts } from './tuition-states.server.ts'

const FACTS = 'education_orders.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: TuitionFacts): string => deps.seal.seal(FACTS, facts)
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<EducationOrderTable, 'facts'>): TuitionFacts => deps.seal.open(FACTS, tuitionFacts, row.facts)
