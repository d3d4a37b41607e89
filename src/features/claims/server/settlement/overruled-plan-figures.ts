/** Figures of the plan that a handler sets aside: each needs a reason, which is recorded and printed on the sheet. */
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { Group, Overruled } from '../../rules/settlement/assessment.ts'

export interface TypedFigures {
  groups: Readonly<Record<string, { note?: BothLanguages | undefined; shareReason?: BothLanguages | undefined }>>
  illness?: { reason: BothLanguages } | undefined
  limit?: string | undefined
  limitReason?: BothLanguages | undefined
  shareCap?: string | undefined
  shareCapReason?: BothLanguages | undefined
}

/**
 * The figures that differ from the plan's own groups and limits, each with its reason. Refuses `invalid` with the
 * places that lack one.
 */
export function overruledFigures(
  typed: TypedFigures,
  { groups, planGroups }: { groups: readonly Group[]; planGroups: readonly Group[] },
): Overruled[] {
  const missing: Record<string, string> = {}
  const found: Overruled[] = []
  const note = (what: string, step: Overruled['step'], reason: BothLanguages | undefined, place: string): void => {
    if (reason) found.push({ what, step, reason })
    else missing[place] = 'reason_required'
  }
  groups.forEach((group, i) => {
    const { deductible, share } = planGroups[i] ?? group
    const given = typed.groups[group.id]
    if (group.deductible !== deductible)
      note(`groups.${group.id}.deductible`, 'deductible', given?.note, `groups.${group.id}.note`)
    if (group.share !== share)
      note(`groups.${group.id}.share`, 'share', given?.shareReason, `groups.${group.id}.shareReason`)
  })
  if (typed.limit !== undefined) note('limit', 'above_limit', typed.limitReason, 'limitReason')
  if (typed.illness) note('illness', 'above_limit', typed.illness.reason, 'illness.reason')
  if (typed.shareCap !== undefined) note('shareCap', 'share', typed.shareCapReason, 'shareCapReason')
  if (Object.keys(missing).length > 0) throw new Refusal('invalid', { fields: missing })
  return found
}
