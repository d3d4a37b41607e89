/** `claims register|review|complex|close`: a handler takes a case, takes more time, and closes it. */
import { z } from 'zod'
import type { CommandContext } from '../../../../server/operator/command.ts'
import { operatorCalled, rolesOf, sandboxOperator } from '../../../../server/operator/operators.ts'
import { operatorName } from '../../../../server/operator/operator-name.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { closeClaim, registerClaim, takeIntoReview, takeMoreTime } from '../case/handler-actions.ts'
import { claimCommand, acting, claim, simple } from './act-on-claim.ts'

const review = claimCommand({
  verb: 'review',
  args: ['claim'],
  about: 'Takes a case into review; it is then yours, or --handler’s. Registers it first where that is open',
  input: z.object({ claim, handler: z.string().optional() }),
  run: ({ claim: text, handler }, act) =>
    acting(act, text, async (on) =>
      takeIntoReview(act.deps, { ...on, ...(handler ? { handler: await otherHandler(act, handler) } : {}) }),
    ),
})

/** A case can be given only to someone who may work on it. In the sandbox any name is accepted. */
async function otherHandler({ deps }: CommandContext, name: string): Promise<string> {
  const found =
    deps.config.mode === 'sandbox' && operatorName(name)
      ? await sandboxOperator(deps, name)
      : await operatorCalled(deps.db, name)
  if (!found || found.status !== 'active' || !rolesOf(found).includes('claims'))
    throw new Refusal('invalid', { fields: { handler: 'not_found' } })
  return found.id
}

export const reviewCommands = [
  simple('register', 'Opens the file: the claimant is told', registerClaim),
  review,
  simple('complex', 'The decision may take 30 days instead of 5; the claimant is told', takeMoreTime),
  simple('close', 'Takes a paid, refused or withdrawn case off the list', closeClaim),
]
