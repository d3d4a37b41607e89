/** Seals and unseals the data of an application. */
import { z } from 'zod'
import type { Deps } from '../../../server/dependencies.ts'

import type { OverseasApplicationTable } from '../tables.ts'

/** The sealed data of an application. */
const applicationFacts = z.object({
  name: z.string(),
  birthDate: z.string(),
  nationality: z.string(),
  institution: z.string(),
  country: z.string(),
  start: z.string(),
  end: z.string(),
  contact: z.string(),
  message: z.string(),
})
export type ApplicationFacts = z.output<typeof applicationFacts>

const FACTS = 'overseas_applications.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: ApplicationFacts): string => deps.seal.seal(FACTS, facts)
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<OverseasApplicationTable, 'facts'>): ApplicationFacts =>
  deps.seal.open(FACTS, applicationFacts, row.facts)
