/** Seals and unseals a person's statements about their ID. */
import type { Deps } from '../../../../server/dependencies.ts'
import { identity, type Identity } from './compare-identity.ts'

const FACTS = 'registrations.facts'

export const sealIdentity = (deps: Pick<Deps, 'seal'>, facts: Identity): string => deps.seal.seal(FACTS, facts)
export const openIdentity = (deps: Pick<Deps, 'seal'>, sealed: string): Identity =>
  deps.seal.open(FACTS, identity, sealed)
