/** Seals and unseals what was requested. */
import { z } from 'zod'
import type { Deps } from '../../../server/dependencies.ts'

import type { PolicyChangeTable } from '../tables.ts'

/** The requested change, as sealed; `value` in its normal form. */
const changeFacts = z.object({ value: z.string(), before: z.string() })
export type ChangeFacts = z.output<typeof changeFacts>

const FACTS = 'changes.facts'

export const sealFacts = (deps: Pick<Deps, 'seal'>, facts: ChangeFacts): string => deps.seal.seal(FACTS, facts)
/** `undefined` once it was deleted. */
export const openFacts = (deps: Pick<Deps, 'seal'>, row: Pick<PolicyChangeTable, 'facts'>): ChangeFacts | undefined =>
  row.facts === null ? undefined : deps.seal.open(FACTS, changeFacts, row.facts)
