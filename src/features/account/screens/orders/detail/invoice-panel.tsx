/** The invoice of an order: its state, its documents to download, and the way to one or to another title. */
import { useEffect, useState } from 'react'
import { request } from '../../../../../app/browser-requester.ts'
import { LoadFailed } from '../../../../../app/load-failed.tsx'
import { lazyPart } from '../../../../../app/lazy.tsx'
import { useLoad } from '../../../../../app/use-load.ts'
import { useLang, useT } from '../../../../../app/words.tsx'
import { formatMoney } from '../../../../../lib/money.ts'
import { SITE } from '../../../../../lib/site.ts'
import { Badge, type BadgeKind } from '../../../../../ui/Badge.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import type { IconName } from '../../../../../ui/icons.ts'
import { Notice } from '../../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { getInvoice, TITLE_CHANGES, type InvoiceStatus, type InvoiceView } from '../../../../invoices/contract.ts'
import { InvoiceDocuments } from './invoice-documents.tsx'

const InvoiceForm = lazyPart(() => import('./invoice-form.tsx'), null)

const BADGE: Record<InvoiceStatus, { kind: BadgeKind; icon: IconName }> = {
  not_requested: { kind: 'plain', icon: 'receipt-text' }, requested: { kind: 'info', icon: 'clock' }, issuing: { kind: 'info', icon: 'clock' },
  issued: { kind: 'ok', icon: 'check' }, failed: { kind: 'bad', icon: 'circle-alert' }, reversed: { kind: 'plain', icon: 'undo-2' },
  part_reversed: { kind: 'ok', icon: 'undo-2' }, reissued: { kind: 'ok', icon: 'check' },
}
/** How often a page that waits for a document looks again, ms. */
const LOOK_AGAIN = 3_000
const isWaiting = (view: InvoiceView): boolean => view.state === 'requested' || view.state === 'issuing'

/** `alone`: it is the page, and no part of an order. */
export function InvoicePanel({ kind, id, alone = false }: { kind: string; id: string; alone?: boolean }) {
  const t = useT()
  const [newer, setNewer] = useState<InvoiceView>()
  const [loaded, again] = useLoad(`invoice ${kind} ${id}`, async () => {
    const reply = await request(getInvoice, { kind, id })
    return reply.ok ? reply.data : undefined
  })
  const view = newer ?? (loaded.state === 'ready' ? loaded.data : undefined)
  const waiting = view !== undefined && isWaiting(view)
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      // Without an answer the last one stays; the next look may have one.
      request(getInvoice, { kind, id }).then((reply) => reply.ok && setNewer(reply.data), () => undefined)
    }, LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [waiting, kind, id])
  return (
    <section id="invoice">
      {alone ? <h1 className="type-h1">{t('invoices:title')}</h1> : <h2 className="type-h3">{t('invoices:title')}</h2>}
      {alone && view && <p className="mt-1 text-ink-2">{view.about}</p>}
      {!view && loaded.state === 'loading' && <Skeleton label={t('invoices:loading')} rows={2} />}
      {!view && loaded.state === 'failed' && <LoadFailed again={again} />}
      {view && <Shown view={view} payable={{ kind, id }} changed={setNewer} />}
    </section>
  )
}

interface Props {
  view: InvoiceView
  payable: { kind: string; id: string }
  changed: (view: InvoiceView) => void
}

function Shown({ view, payable, changed }: Props) {
  const t = useT()
  const lang = useLang()
  const [open, setOpen] = useState(false)
  const { may } = view
  const asked = view.state !== 'not_requested'
  return (
    <div className="mt-2 grid gap-4">
      {asked && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
          <Badge {...BADGE[view.state]}>{t(`invoices:state.${view.state}`)}</Badge>
          <span className="text-small text-ink-2">{noteOf(t, lang, view)}</span>
        </p>
      )}
      <Lead view={view} />
      {view.documents.some(({ status }) => status === 'issued') && <InvoiceDocuments view={view} payable={payable} />}
      {view.sample && asked && <Notice>{t('invoices:sandbox.notice')}</Notice>}
      {may !== 'nothing' && !open && <p><Button size="sm" look={may === 'correct' ? 'primary' : 'line'} onClick={() => setOpen(true)}>{t(`invoices:open.${may}`)}</Button></p>}
      {may !== 'nothing' && open && <InvoiceForm view={view} payable={payable} may={may} close={() => setOpen(false)} done={(next) => { changed(next); setOpen(false) }} />}
    </div>
  )
}

/** What can be asked for, or why nothing can. */
function Lead({ view: { may, why, kept, state } }: { view: InvoiceView }) {
  const t = useT()
  const lang = useLang()
  if (may === 'request' && kept) return <p className="measure text-ink-2">{t('invoices:lead.request', { amount: formatMoney(kept, lang) })}</p>
  if (why === null || (why === 'returned' && state === 'reversed')) return null
  return <p className="measure text-ink-2">{t(`invoices:lead.${why}`, { most: TITLE_CHANGES, email: SITE[lang].email })}</p>
}

function noteOf(t: ReturnType<typeof useT>, lang: ReturnType<typeof useLang>, { state, failure, email, invoiced }: InvoiceView): string {
  if (state === 'not_requested') return ''
  if (state === 'failed') return t(`invoices:note.failed.${failure ?? 'channel'}`, { email })
  return t(`invoices:note.${state}`, { email, amount: invoiced ? formatMoney(invoiced, lang) : '' })
}
