/** Creates an application that begins with a partner's data about the student (decision 0074). */
import type { Parsed } from '../../lib/contract.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { linkedVisitsOf } from '../../server/linked-visits.ts'
import type { createLinkedOrder as linkedCall } from './contract.ts'
import { createDraft } from './draft.server.ts'
import { prefilledAnswers } from './partner-prefill.ts'
import type { OrderTable } from './tables.server.ts'

/** `contacts`: what the signed-in visitor has proven; it takes precedence over the partner's data. */
export async function createLinkedOrder(
  ctx: Context,
  { trip, birthDate, link, key }: Parsed<typeof linkedCall>,
  contacts: { email?: string; mobile?: string },
): Promise<OrderTable> {
  const linked = await linkedVisitsOf(ctx.deps)?.prefillOf(ctx.deps, ctx.caller, link)
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
