/**
 * The separate consent to sensitive data (decision 0081): a checkbox that opens the personal fields. Ticking records
 * it, unticking withdraws it.
 */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { optionalPart } from '../../../../../app/load/lazy.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { readPage, withdrawSensitive, type OrderView, type PageText } from '../../../contract.ts'
import { loadOrderText } from '../load-order-text.ts'
import { actUnsaved, adopt } from '../wizard-store.ts'
import type { WithdrawProps } from './withdraw-dialog.tsx'

const WithdrawDialog = optionalPart<WithdrawProps>(() => import('./withdraw-dialog.tsx'))

interface Props {
  order: OrderView
  error: string | undefined
  onGiven: () => void
}

export function SensitiveConsent(props: Props) {
  const t = useT()
  const [text, again] = useLoad(`${props.order.id}:sensitive-data`, () =>
    loadOrderText(props.order.id, 'sensitive-data'),
  )
  if (text.state === 'loading')
    return (
      <div className="skeleton h-44" role="status">
        <span className="sr-only">{t('app:load.loading')}</span>
      </div>
    )
  if (text.state === 'ready') return <Box key={text.data.sha256} {...props} text={text.data} again={again} />
  return (
    <Notice kind="bad" live="alert" title={t('confirm:trouble.title')}>
      <Button size="sm" onClick={again}>
        {t('confirm:trouble.again')}
      </Button>
    </Notice>
  )
}

function Box({ order, text, error, onGiven, again }: Props & { text: PageText; again: () => void }) {
  const t = useT()
  const lang = useLang()
  const openedAt = useNow(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const given = order.sensitiveConsent === 'given'

  async function send(agree: boolean): Promise<void> {
    if (busy) return
    setAsking(false)
    setBusy(true)
    try {
      const reply = await actUnsaved(({ id, version }) =>
        agree
          ? request(readPage, { id, version, page: 'sensitive-data', sha256: text.sha256, openedAt })
          : request(withdrawSensitive, { id, version }),
      )
      if (reply.ok) {
        adopt(reply.data)
        if (agree) onGiven()
      } else if (reply.code === 'text_changed') again()
      else toast(reply.message, 'bad')
    } catch (failure) {
      toast(callFailureWords(t, failure), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel grid gap-3 p-5" aria-labelledby="sensitive-title">
      <div className="grid gap-1">
        <h2 className="font-semibold" id="sensitive-title">
          {text.title}
        </h2>
        <p className="text-small text-ink-2">{text.lead}</p>
      </div>
      {order.sensitiveConsent === 'renew' && <Notice>{t('confirm:sensitive.renew')}</Notice>}
      {text.declarations.map(({ id, text: said, more }) => (
        <Checkbox
          key={id}
          id={id}
          checked={given !== busy}
          onChange={(yes) => (yes ? void send(true) : setAsking(true))}
          error={error}
        >
          {said}
          {more && <span className="text-small block text-ink-2">{more}</span>}
        </Checkbox>
      ))}
      <p className="flex flex-wrap items-center gap-x-4 ps-9">
        <a
          className="link-text text-small"
          href={localPath(lang, '/information/content/personal-information-consent')}
          target="_blank"
          rel="noopener"
        >
          {t('confirm:check.document.personal-information-consent')}
        </a>
        <span role="status" className="text-small text-ink-2">
          {busy && t('confirm:saving')}
        </span>
      </p>
      {asking && <WithdrawDialog onYes={() => void send(false)} onNo={() => setAsking(false)} />}
    </section>
  )
}
