/** Asks before an order is given up, and gives it up in its present version. */
import { useState } from 'react'
import { request } from '../../../../app/browser-requester.ts'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { noteOpenOrder } from '../../../../app/open-orders.ts'
import { toast } from '../../../../app/toast-store.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { cancelOrder, getOrder } from '../../../orders/contract.ts'
import type { OrderRow } from '../../../orders/rows.ts'
import { orderTitle, type PlanNames } from './order-words.ts'

interface Props {
  order: OrderRow
  names: PlanNames
  close: () => void
  done: () => void
}

export default function CancelDialog({ order, names, close, done }: Props) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState(false)
  const kind = order.status === 'created' ? 'discard' : 'cancel'

  async function giveUp({ id }: OrderRow): Promise<void> {
    setBusy(true)
    try {
      // The list has no versions, so the order is read again, which also reveals changes made elsewhere.
      const now = await request(getOrder, { id })
      const reply = now.ok ? await request(cancelOrder, { id, version: now.data.version }) : now
      toast(reply.ok ? t(`account:order.${kind === 'discard' ? 'discarded' : 'cancelled'}`) : reply.message, reply.ok ? 'plain' : 'bad')
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
      title={t(`account:order.ask.${kind}.title`)}
      actions={
        <>
          <Button onClick={close}>{t(`account:order.ask.${kind}.no`)}</Button>
          <Button look="bad" working={busy && t('account:order.working')} onClick={() => void giveUp(order)}>{t(`account:order.ask.${kind}.yes`)}</Button>
        </>
      }
    >
      {t(`account:order.ask.${kind}.text`, { plan: orderTitle(names, order, lang) })}
    </Dialog>
  )
}
