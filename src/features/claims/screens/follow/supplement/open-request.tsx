/** What one request asks for: each item with its reason and its current state; sent together when none is missing. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import type { RequestItem } from '../../../contract.ts'
import { ItemBadge } from '../item-badge.tsx'
import { openItems, openRequest } from '../claim-selectors.ts'
import { PartHead } from '../part-head.tsx'
import { withoutLineBreaks } from '../text-format.ts'
import { itemPath } from '../../../rules/claim-paths.ts'
import { useCount } from '../progress/needed-from-you.tsx'
import type { ClaimProps } from '../load-claim.tsx'
import { SendRequest } from './send-request.tsx'

export default function RequestedItems({ claim, put }: ClaimProps) {
  const t = useT()
  const number = useCount()
  const request = openRequest(claim)
  if (!request) return null
  const { items, dueOn, overdue } = request
  // The same number as on the page of the claim: what is added is no longer needed.
  const open = openItems(request).length
  return (
    <div className="max-w-3xl">
      <PartHead
        claim={claim}
        title={
          open === 0
            ? t('claimprogress:need.readyTitle')
            : t(open < items.length ? 'claimprogress:asked.more' : 'claimprogress:asked.title', {
                count: open,
                number: number(open),
              })
        }
      >
        <p className="measure mt-2 text-ink-2">
          {t(overdue ? 'claimprogress:asked.overdue' : 'claimprogress:asked.lead', { day: dueOn })}
        </p>
      </PartHead>
      <ol className="ruled">
        {items.map((item, i) => (
          <Item key={item.id} claim={claim.id} item={item} number={i + 1} />
        ))}
      </ol>
      <div className="mt-8">
        <SendRequest claim={claim} put={put} request={request} />
      </div>
    </div>
  )
}

function Item({ claim, item, number }: { claim: string; item: RequestItem; number: number }) {
  const t = useT()
  const lang = useLang()
  const { id, title, reason, status, documents, unavailable } = item
  const open = status === 'open'
  return (
    <li id={`item-${id}`} tabIndex={-1} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-y-1 py-5 scroll-mt-20">
      <span className="num pt-px text-title font-semibold text-primary">{number}</span>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="text-title font-semibold">{title[lang]}</h2>
          <ItemBadge status={status} />
        </div>
        <p className="measure mt-1 text-ink-2">{withoutLineBreaks(reason[lang])}</p>
        {documents.length > 0 && (
          <p className="mt-1 text-small text-ink-2">{t('claimprogress:asked.files', { count: documents.length })}</p>
        )}
        {unavailable && (
          <p className="mt-1 text-small text-ink-2">{t('claimprogress:history.cannot', { why: unavailable })}</p>
        )}
        <div className="mt-3">
          <Button
            size="sm"
            look={open ? 'primary' : 'line'}
            {...(open ? { icon: 'camera' as const } : {})}
            href={localPath(lang, itemPath(claim, id))}
          >
            {t(open ? 'claimprogress:asked.add' : 'claimprogress:asked.change')}
            <span className="sr-only"> {title[lang]}</span>
          </Button>
        </div>
      </div>
    </li>
  )
}
