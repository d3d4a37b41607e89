/** Which earlier claim is told at a visit or document, and until when. */
import type { ClaimAnswers, Visit } from '../claim-fields.ts'
import type { ClaimedBefore, DraftView } from '../draft-view-schema.ts'
import { visitTexts, type MatchText } from '../settlement/match-texts.ts'

/** One for each part: what has the same number before what has the same day and amount, then the latest. */
export function latestOfEach(found: readonly ClaimedBefore[]): ClaimedBefore[] {
  const byPart = new Map<string, ClaimedBefore>()
  for (const it of found) {
    const other = byPart.get(it.part)
    if (!other || isBefore(it, other)) byPart.set(it.part, it)
  }
  return [...byPart.values()]
}

const isBefore = (a: ClaimedBefore, b: ClaimedBefore): boolean =>
  a.kind === b.kind ? a.submittedAt > b.submittedAt : a.kind === 'invoice'

type Told = Pick<ClaimAnswers, 'visits' | 'hospital'>

/**
 * The earlier claim that contains this visit. `undefined` once what was the same is typed otherwise: the server
 * compares again with the next save.
 */
export function claimWithVisit(
  { claimedBefore, answers }: Pick<DraftView, 'claimedBefore' | 'answers'>,
  typed: Told,
  { id }: Visit,
): ClaimedBefore | undefined {
  const found = claimedBefore.find(({ part }) => part === id)
  if (!found) return undefined
  const text = textOf(typed, found)
  return text !== undefined && text === textOf(answers, found) ? found : undefined
}

const textOf = ({ visits, hospital }: Told, { kind, part }: ClaimedBefore): MatchText['text'] | undefined =>
  visitTexts({ visits: visits.filter(({ id }) => id === part), hospital }).find((it) => it.kind === kind)?.text
