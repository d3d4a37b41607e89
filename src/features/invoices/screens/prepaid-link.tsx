/** A private link by which a payer requests the invoice: created by the buyer, copied or shared, ended. */
import { useCallback, useEffect, useState } from 'react'
import { RequestFailed } from '../../../app/requests/api.ts'
import { request } from '../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../app/requests/call-failure-words.ts'
import { Gap, useLang, useT } from '../../../app/words/words.tsx'
import { LinkToShare } from '../../../ui/LinkToShare.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { endInvoiceLink, invoiceLink } from '../contract.ts'

type State =
  | { is: 'making' }
  | { is: 'failed'; message: string }
  | { is: 'ended' }
  | { is: 'open'; url: string; expiresAt: number }

export default function PrepaidLink({ payable: { kind, id } }: { payable: { kind: string; id: string } }) {
  const t = useT()
  const lang = useLang()
  const [state, setState] = useState<State>({ is: 'making' })
  const [ending, setEnding] = useState(false)
  const make = useCallback(
    () =>
      request(invoiceLink, { kind, id }).then(
        (reply) => setState(reply.ok ? { is: 'open', ...reply.data } : { is: 'failed', message: reply.message }),
        (error: unknown) => {
          if (!(error instanceof RequestFailed)) throw error
          setState({ is: 'failed', message: callFailureWords(t, error) })
        },
      ),
    [kind, id, t],
  )
  // In another language the link opens the page in that language.
  useEffect(() => void make(), [make, lang])
  const again = (): void => {
    setState({ is: 'making' })
    void make()
  }

  async function end(): Promise<void> {
    if (ending) return
    setEnding(true)
    try {
      const reply = await request(endInvoiceLink, { kind, id })
      setState(reply.ok ? { is: 'ended' } : { is: 'failed', message: reply.message })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setState({ is: 'failed', message: callFailureWords(t, error) })
    }
    setEnding(false)
  }

  if (state.is === 'making') return <Skeleton label={t('invoices:link.making')} rows={1} />
  if (state.is === 'failed')
    return (
      <Notice kind="warn" live="alert">
        {state.message}
        <Gap />
        <TextLink look="inline" onClick={again}>
          {t('ui:tryAgain')}
        </TextLink>
      </Notice>
    )
  if (state.is === 'ended')
    return (
      <Notice kind="ok" live="status">
        {t('invoices:link.ended')}
      </Notice>
    )
  return (
    <div className="grid gap-3">
      <LinkToShare
        url={state.url}
        words={{
          copy: t('invoices:link.copy'),
          copied: t('invoices:link.copied'),
          notCopied: t('invoices:link.notCopied'),
          share: t('invoices:link.share'),
          title: t('invoices:link.title'),
        }}
      />
      <p className="text-small text-ink-2">{t('invoices:link.until', { at: state.expiresAt })}</p>
      <p>
        <TextLink onClick={() => void end()}>{ending ? t('invoices:link.ending') : t('invoices:link.end')}</TextLink>
      </p>
    </div>
  )
}
