/** What a person said of their ID, as it lies in the store. */
import type { Deps } from '../../server/dependencies.ts'
import { identity, type Identity } from './rules.server.ts'

const FACTS = 'registrations.facts'

export const sealIdentity = (deps: Pick<Deps, 'seal'>, facts: Identity): string => deps.seal.seal(FACTS, facts)
export const openIdentity = (deps: Pick<Deps, 'seal'>, sealed: string): Identity => deps.seal.open(FACTS, identity, sealed)
