/**
 * Above the check of a draft that came back from review and was not changed since: the insurer accepted it, and what it
 * noted.
 */
import { useT } from '../../../../../app/words/words.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import type { OrderView } from '../../../contract.ts'

export function AcceptedNotice({ review, needsReview }: Pick<OrderView, 'review' | 'needsReview'>) {
  const t = useT()
  if (review?.status !== 'passed' || needsReview) return null
  return (
    <Notice kind="ok" title={t('confirm:check.accepted.title')}>
      {review.declared && <p className="measure">{review.declared}</p>}
      {review.why && <p className="measure wrap-anywhere">{t('confirm:check.accepted.note', { why: review.why })}</p>}
    </Notice>
  )
}
