/** Acts on the claim that an operator's command names. */
import { z } from 'zod'
import type { Deps } from '../../../../server/dependencies.ts'
import { command, type CommandContext } from '../../../../server/operator/command.ts'
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

/** A command that needs nothing but the claim. */
export const simple = (verb: string, about: string, run: (deps: Deps, act: Actor & { id: string }) => Promise<void>) =>
  command({
    noun: 'claims',
    verb,
    role: 'claims',
    args: ['claim'],
    about,
    input: only,
    run: (input, act) => acting(act, input.claim, (on) => run(act.deps, on)),
  })
