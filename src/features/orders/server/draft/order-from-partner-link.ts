/** Creates an application that begins with a partner's data about the student (decision 0074). */
import type { Parsed } from '../../../../lib/contract.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Caller } from '../../../../server/http/caller.ts'
import { defineHook } from '../../../../server/define-hook.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { createLinkedOrder as linkedCall, Prefill } from '../../contract.ts'
import { createDraft } from './draft.ts'
import { prefilledAnswers } from '../../rules/partner-prefill.ts'
import type { OrderTable } from '../../tables.ts'

/**
 * The partner's data for an application of this caller; `undefined` when the visit is over or somebody else's. Only one
 * feature knows partners.
 */
export type PrefillOfLink = (
  deps: Deps,
  caller: Caller,
  link: string | undefined,
) => Promise<{ link: string; prefill: Prefill } | undefined>

export const linkedPrefill = defineHook<PrefillOfLink>('prefill of a link', () => 'partners')

/** `contacts`: what the signed-in visitor has proven; it takes precedence over the partner's data. */
export async function createLinkedOrder(
  ctx: Context,
  { trip, birthDate, link, key }: Parsed<typeof linkedCall>,
  contacts: { email?: string; mobile?: string },
): Promise<OrderTable> {
  const [prefillOf] = linkedPrefill.all(ctx.deps)
  const linked = await prefillOf?.(ctx.deps, ctx.caller, link)
  if (!linked) throw new Refusal('link_used')
  const answers = prefilledAnswers(linked.prefill, { trip, birthDate })
  if (!answers) throw new Refusal('plan_unknown')
  const { people } = answers
  return createDraft(
    ctx,
    { ...answers, people: { ...people, policyholder: { ...people.policyholder, ...contacts } } },
    key,
    { linked },
  )
}
