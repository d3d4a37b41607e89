/** Seals and unseals a tuition payment's data about people. */
import { z } from 'zod'
import type { Deps } from '../../../server/dependencies.ts'
import type { EducationOrderTable } from '../tables.ts'

/** The sealed data of an order. */
const tuitionFacts = z.object({
  student: z.string(),
  studentNumber: z.string(),
  payer: z.string(),
  reference: z.string(),
  contact: z.string(),
})
export type TuitionFacts = z.output<typeof tuitionFacts>

const FACTS = 'education_orders.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: TuitionFacts): string => deps.seal.seal(FACTS, facts)
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<EducationOrderTable, 'facts'>): TuitionFacts =>
  deps.seal.open(FACTS, tuitionFacts, row.facts)
