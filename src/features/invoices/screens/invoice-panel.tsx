/** The invoice of an order: its state, its documents to download, and buttons to request one or change the title. */
import { useEffect, useState } from 'react'
import { blob, request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../app/requests/call-failure-words.ts'
import { LoadFailed } from '../../../app/load/load-failed.tsx'
import { lazyPart } from '../../../app/load/lazy.tsx'
import { toast } from '../../../app/parts/toast-store.ts'
import { useLoad } from '../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatMoney } from '../../../lib/money/money.ts'
import { SITE } from '../../../lib/site.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import {
  endInvoiceLink,
  getInvoice,
  invoiceFile,
  requestInvoice,
  retitleInvoice,
  TITLE_CHANGES,
  type InvoiceView,
} from '../contract.ts'
import { InvoiceDocuments } from './invoice-documents.tsx'
import type { TypedInvoiceTitle } from './invoice-form.tsx'
import { InvoiceState, isWaiting, POLL_MS } from './invoice-state.tsx'

const InvoiceForm = lazyPart(() => import('./invoice-form.tsx'), null)
const PrepaidLink = lazyPart(() => import('./prepaid-link.tsx'), null)

/** `alone`: it is the whole page, not a part of an order's. */
export function InvoicePanel({ kind, id, alone = false }: { kind: string; id: string; alone?: boolean }) {
  const t = useT()
  const [newer, setNewer] = useState<InvoiceView>()
  const [loaded, again] = useLoad(`invoice ${kind} ${id}`, async () => {
    const reply = await request(getInvoice, { kind, id })
    return dataOf(reply)
  })
  const view = newer ?? (loaded.state === 'ready' ? loaded.data : undefined)
  const waiting = view !== undefined && isWaiting(view)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => {
      // Without a reply the last data stays; the next poll may succeed.
      request(getInvoice, { kind, id }).then(
        (reply) => reply.ok && setNewer(reply.data),
        () => undefined,
      )
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [waiting, kind, id])
  return (
    <section id="invoice">
      {alone ? <h1 className="type-h1">{t('invoices:title')}</h1> : <h2 className="type-h3">{t('invoices:title')}</h2>}
      {alone && view && <p className="mt-1 text-ink-2">{view.about}</p>}
      {!view && loaded.state === 'loading' && <Skeleton label={t('invoices:loading')} rows={2} />}
      {!view && loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
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
  const [open, setOpen] = useState(false)
  const { may } = view
  const asked = view.state !== 'not_requested'
  async function send({ unused, ...typed }: TypedInvoiceTitle) {
    const reply = await (may === 'request'
      ? request(requestInvoice, { ...payable, ...typed })
      : request(retitleInvoice, { ...payable, ...typed, version: view.version, unused }))
    if (reply.ok) changed(reply.data)
    return reply
  }
  return (
    <div className="mt-2 grid gap-4">
      {asked && <InvoiceState view={view} />}
      <Lead view={view} />
      {view.documents.some(({ status }) => status === 'issued') && (
        <InvoiceDocuments
          view={view}
          file={(document, format) => blob(invoiceFile, { ...payable, document, format })}
        />
      )}
      {view.sample && asked && <Notice>{t('invoices:sandbox.notice')}</Notice>}
      {may !== 'nothing' && !open && (
        <p>
          <Button size="sm" look={may === 'correct' ? 'primary' : 'line'} onClick={() => setOpen(true)}>
            {t(`invoices:open.${may}`)}
          </Button>
        </p>
      )}
      {may !== 'nothing' && open && <InvoiceForm view={view} may={may} send={send} close={() => setOpen(false)} />}
      {may === 'request' && <SomebodyElse payable={payable} />}
      {view.why === 'payer' && <EndLink payable={payable} changed={changed} />}
    </div>
  )
}

/** For a school or company that paid and requests the invoice itself. The link is created only on demand. */
function SomebodyElse({ payable }: Pick<Props, 'payable'>) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <p className="measure text-small text-ink-2">{t('invoices:link.lead')}</p>
      {open ? (
        <PrepaidLink payable={payable} />
      ) : (
        <p>
          <TextLink icon="share" onClick={() => setOpen(true)}>
            {t('invoices:link.make')}
          </TextLink>
        </p>
      )}
    </div>
  )
}

/** After that, the buyer can change the title. */
function EndLink({ payable, changed }: Pick<Props, 'payable' | 'changed'>) {
  const t = useT()
  const [ending, setEnding] = useState(false)
  async function end(): Promise<void> {
    if (ending) return
    setEnding(true)
    try {
      const ended = await request(endInvoiceLink, payable)
      if (!ended.ok) toast(ended.message, 'bad')
      const reply = await request(getInvoice, payable)
      if (reply.ok) changed(reply.data)
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setEnding(false)
  }
  return (
    <p>
      <TextLink onClick={() => void end()}>{ending ? t('invoices:link.ending') : t('invoices:link.end')}</TextLink>
    </p>
  )
}

/** What can be requested, or why nothing can. */
function Lead({ view: { may, why, kept, state } }: { view: InvoiceView }) {
  const t = useT()
  const lang = useLang()
  if (may === 'request' && kept)
    return <p className="measure text-ink-2">{t('invoices:lead.request', { amount: formatMoney(kept, lang) })}</p>
  if (why === null || (why === 'returned' && state === 'reversed')) return null
  return (
    <p className="measure text-ink-2">{t(`invoices:lead.${why}`, { most: TITLE_CHANGES, email: SITE[lang].email })}</p>
  )
}
