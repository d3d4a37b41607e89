/** The claims of the demo account: one in every state that people see. */
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { claimablePolicies, type ClaimablePolicy } from '../../features/claims/contract.ts'
import type { Deps } from '../../server/dependencies.ts'
import { depsAt } from './call-as.ts'
import { claimant, withoutMessages, playClaimStory } from './make-claim.ts'
import { claimDocuments } from './claim-documents.ts'
import { DAY, STORIES, type StoryContext } from './demo-claim-stories.ts'

/**
 * Each claim by its name, so that they can be created separately. A claim whose day is in no policy's cover is not
 * created.
 */
export function claimParts(deps: Deps, userId: string, now: number): [string, () => Promise<void>][] {
  const quiet = withoutMessages(deps)
  const scene: StoryContext = {
    deps: quiet,
    ago: (days) => depsAt(quiet, now - days * DAY),
    person: (days) => claimant(quiet, userId, now - days * DAY),
  }
  let known: Promise<readonly ClaimablePolicy[]> | undefined
  const policies = () =>
    (known ??= scene
      .person(0)
      .call(claimablePolicies, {})
      .then((it) => it.policies))
  return Object.entries(STORIES).map(([key, plot]) => [
    key,
    async () => {
      const { plan, ill, began, sent, answers: answersOn, has, steps } = plot
      const day = addDays(dayOf(now), -ill)
      const policy = (await policies()).find(
        (it) => it.plan === plan && it.start <= day && day <= it.end && it.cancelledOn === null,
      )
      if (!policy) return
      const answers = answersOn(day)
      await playClaimStory(quiet, userId, {
        key: `demo-claim-${key}`,
        policy: policy.id,
        day,
        answers,
        documents: (kinds) => claimDocuments(quiet, answers, kinds),
        began: scene.person(began),
        ...(has ? { has } : {}),
        ...(sent === undefined ? {} : { sent: scene.person(sent) }),
        steps: steps?.(scene, day) ?? [],
      })
    },
  ])
}
