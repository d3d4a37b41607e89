/** What features above do when a policy was issued, or has a new version. */
import type { Trx } from '../../server/db/database.ts'
import { defineHook } from '../../server/define-hook.ts'
import type { Deps } from '../../server/dependencies.ts'

/** A policy was issued, extended, changed or ended, in the same transaction. */
export type OnPolicyVersion = (
  deps: Deps,
  trx: Trx,
  version: { policyId: string; reason: 'issue' | 'extension' | 'endorsement' | 'surrender' },
) => Promise<void>

export const policyVersion = defineHook<OnPolicyVersion>('policy version')
