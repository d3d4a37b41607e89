import { useState } from 'react'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../../app/requests/read-reply.ts'
import { useLoad, type LoadState } from '../../../../../../app/requests/use-load.ts'
import type { Output } from '../../../../../../lib/contract.ts'
import { claimablePolicies, type DraftView } from '../../../../contract.ts'
import { coverOn } from '../../../../rules/draft/cover-on-day.ts'

type Claimable = Output<typeof claimablePolicies>

export interface ClaimableList {
  loaded: LoadState<Claimable>
  page: number
  search: string
  show: (page: number, search?: string) => void
  again: () => void
}

const NONE: Claimable = { policies: [], pages: 1, others: [], otherCount: 0 }

/** Policies in force on a day, page by page; none without a day. The draft's own comes first. */
export function useClaimable(day: string, draft: DraftView | null): ClaimableList {
  const [{ of, page, search }, set] = useState({ of: day, page: 1, search: '' })
  // Another day starts at the first page.
  const shown = of === day ? { page, search } : { page: 1, search: '' }
  const [loaded, again] = useLoad(`${day} ${shown.page} ${shown.search}`, async () => {
    if (day === '') return NONE
    if (draft && !draft.movable) return alone(draft.policy, day)
    const reply = await request(claimablePolicies, {
      day,
      page: shown.page,
      ...(shown.search ? { search: shown.search } : {}),
    })
    return withOwn(dataOf(reply), draft, day, shown)
  })
  return { loaded, ...shown, again, show: (next, words = shown.search) => set({ of: day, page: next, search: words }) }
}

/** A phone that was handed one claim can see only that claim's policy. */
const alone = (policy: DraftView['policy'], day: string): Claimable =>
  coverOn(policy, day, '') === 'covered'
    ? { ...NONE, policies: [policy] }
    : { ...NONE, others: [policy], otherCount: 1 }

/** In a long list the draft's policy may be on a later page. */
function withOwn(
  found: Claimable,
  draft: DraftView | null,
  day: string,
  { page, search }: { page: number; search: string },
): Claimable {
  const own = draft?.policy
  if (!own || page > 1 || search || found.pages === 1 || coverOn(own, day, '') !== 'covered') return found
  return { ...found, policies: [own, ...found.policies.filter(({ id }) => id !== own.id)] }
}
