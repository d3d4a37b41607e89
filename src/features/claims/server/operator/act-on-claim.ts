/** Acts on the claim that an operator's command names. */
import { z } from 'zod'
import type { Deps } from '../../../../server/dependencies.ts'
import { commandsOf, type CommandContext } from '../../../../server/operator/command.ts'
import type { Actor } from '../case/case-transaction.ts'
import { caseLine, findCase, findClaim } from './case-lines.ts'

export const claim = z.string().min(1, 'required')
const only = z.object({ claim })

/** Runs one act on one claim, then prints the case. */
export async function acting(
  act: CommandContext,
  text: string,
  run: (on: { id: string; by: string; why: string }) => Promise<unknown>,
): Promise<void> {
  const id = await findClaim(act.deps, text)
  await run({ id, by: act.by, why: act.why })
  act.print(caseLine(act.deps, await findCase(act.deps, id)))
}

/** What those who handle claims may do. */
export const claimCommand = commandsOf({ noun: 'claims', role: 'claims' })

/** A command that needs nothing but the claim. */
export const simple = (verb: string, about: string, run: (deps: Deps, act: Actor & { id: string }) => Promise<void>) =>
  claimCommand({
    verb,
    args: ['claim'],
    about,
    input: only,
    run: (input, act) => acting(act, input.claim, (on) => run(act.deps, on)),
  })
