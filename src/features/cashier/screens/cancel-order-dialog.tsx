/** Asks before an unpaid order is given up, and gives it up in its present version; the server closes an open payment with it. */
import { useState } from 'react'
import { request } from '../../../app/browser-requester.ts'
import { callFailureWords } from '../../../app/call-failure-words.ts'
import { noteOpenOrder } from '../../../app/open-orders.ts'
import { toast } from '../../../app/toast-store.ts'
import { useLang, useT } from '../../../app/words.tsx'
import { joined } from '../../../lib/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { cancelOrder, getOrder } from '../../orders/contract.ts'
import type { PayOrder } from '../contract.ts'

interface Props {
  id: string
  order: Pick<PayOrder, 'plan' | 'tier'>
  close: () => void
  done: () => void
}

export default function CancelOrderDialog({ id, order, close, done }: Props) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState(false)

  async function giveUp(): Promise<void> {
    setBusy(true)
    try {
      const now = await request(getOrder, { id })
      const reply = now.ok ? await request(cancelOrder, { id, version: now.data.version }) : now
      toast(reply.ok ? t('payer:cancel.done') : reply.message, reply.ok ? 'plain' : 'bad')
      if (reply.ok) void noteOpenOrder(id, false)
      close()
      done()
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('payer:cancel.title')}
      actions={
        <>
          <Button onClick={close}>{t('payer:cancel.no')}</Button>
          <Button look="bad" working={busy && t('payer:cancel.working')} onClick={() => void giveUp()}>{t('payer:cancel.yes')}</Button>
        </>
      }
    >
      {t('payer:cancel.text', { plan: joined(lang, order.plan, order.tier) })}
    </Dialog>
  )
}
