/**
 * Whether the insurer reviews an application when it is sent: with a yes among its health answers, and whatever they
 * are if it was changed after the insurer had accepted it. What was accepted exactly as it is needs no other review.
 */
import { canonicalJson } from '../../../../lib/text/canonical-json.ts'
import { normaliseIdNumber } from '../../../../lib/people/id-number-text.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { familyOf, insuredDraft, type PersonDraft } from '../../rules/check-person-fields.ts'
import type { Opened } from '../draft/load-open-order.ts'
import { fullReview } from '../order-columns.ts'
import type { OrderTable } from '../../tables.ts'

const REVIEW = 'order.review'

/** What a review covers: other answers, another person or another plan must be reviewed again. */
function reviewedText({ answers }: Opened): string {
  const of = ({ idType, idNumber, birthDate, gender }: PersonDraft): string[] => [
    idType,
    normaliseIdNumber(idNumber),
    birthDate,
    gender,
  ]
  const family = familyOf(answers.people).map(({ key, person }) => [key, ...of(person)])
  return canonicalJson({
    health: answers.health,
    plan: answers.trip.plan,
    insured: of(insuredDraft(answers.people)),
    ...(family.length > 0 ? { family } : {}),
  })
}

export const macOfReviewed = (deps: Pick<Deps, 'seal'>, opened: Opened): string =>
  deps.seal.mac(REVIEW, reviewedText(opened))

/** When the insurer accepted what the draft was before. */
export function acceptedBefore(row: Pick<OrderTable, 'review'>): number | undefined {
  const review = fullReview(row)
  return review?.status === 'passed' ? review.at : undefined
}

export function needsReview(deps: Pick<Deps, 'seal'>, opened: Opened): boolean {
  // Only a draft is still to be sent; a plan that asks nothing about health has nothing to review.
  if (opened.status !== 'created' || opened.questions.length === 0) return false
  const review = fullReview(opened.row)
  if (review?.status === 'passed') return !deps.seal.verify(REVIEW, reviewedText(opened), review.mac)
  return opened.questions.some((id) => opened.answers.health.answers[id] === 'yes')
}
