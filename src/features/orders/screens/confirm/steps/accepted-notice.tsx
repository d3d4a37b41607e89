/** Above the check of a draft that came back from review: the insurer accepted it, and what it noted. */
import { useT } from '../../../../../app/words.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import type { OrderView } from '../../../contract.ts'

export function AcceptedNotice({ review }: Pick<OrderView, 'review'>) {
  const t = useT()
  if (review?.status !== 'passed') return null
  return (
    <Notice kind="ok" title={t('confirm:check.accepted.title')}>
      {review.why && <p className="measure wrap-anywhere">{t('confirm:check.accepted.note', { why: review.why })}</p>}
    </Notice>
  )
}
