/** State of an invoice as a badge and a sentence: for its buyer, and for a payer who gave its title. */
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatMoney } from '../../../lib/money/money.ts'
import { Badge, type BadgeKind } from '../../../ui/Badge.tsx'
import type { IconName } from '../../../ui/icons.ts'
import type { InvoiceStatus, InvoiceView } from '../contract.ts'

const BADGE: Record<InvoiceStatus, { kind: BadgeKind; icon: IconName }> = {
  not_requested: { kind: 'plain', icon: 'receipt-text' },
  requested: { kind: 'info', icon: 'clock' },
  issuing: { kind: 'info', icon: 'clock' },
  issued: { kind: 'ok', icon: 'check' },
  failed: { kind: 'bad', icon: 'circle-alert' },
  reversed: { kind: 'plain', icon: 'undo-2' },
  part_reversed: { kind: 'ok', icon: 'undo-2' },
  reissued: { kind: 'ok', icon: 'check' },
}
/** Polling interval of a page that waits for a document, ms. */
export const POLL_MS = 3_000
export const isWaiting = ({ state }: Pick<InvoiceView, 'state'>): boolean =>
  state === 'requested' || state === 'issuing'

/** `note`: replaces the sentence for whoever gave the title. */
export function InvoiceState({ view, note }: { view: InvoiceView; note?: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
      <Badge {...BADGE[view.state]}>{t(`invoices:state.${view.state}`)}</Badge>
      <span className="text-small text-ink-2">{note ?? noteOf(t, lang, view)}</span>
    </p>
  )
}

function noteOf(
  t: ReturnType<typeof useT>,
  lang: ReturnType<typeof useLang>,
  { state, failure, email, invoiced }: InvoiceView,
): string {
  if (state === 'not_requested') return ''
  if (state === 'failed') return t(`invoices:note.failed.${failure ?? 'channel'}`, { email })
  return t(`invoices:note.${state}`, { email, amount: invoiced ? formatMoney(invoiced, lang) : '' })
}
