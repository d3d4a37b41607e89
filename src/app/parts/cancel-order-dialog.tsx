/**
 * Asks before an order is given up, and gives it up in its present version. The calls are those of orders, which this
 * part may not know.
 */
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { callFailureWords } from '../requests/call-failure-words.ts'
import { noteOrder } from '../storage/open-orders.ts'
import { toast } from './toast-store.ts'
import { useT } from '../words/words.tsx'

type Answer<T> = { ok: true; data: T } | { ok: false; message: string }

interface Props {
  id: string
  /** `done` is missing where the page itself then says so. */
  words: Record<'title' | 'text' | 'yes' | 'no' | 'working', string> & { done?: string }
  /** Lists have no versions, so the order is read again, which also reveals changes made elsewhere. */
  read: () => Promise<Answer<{ version: number }>>
  cancel: (at: { id: string; version: number }) => Promise<Answer<unknown>>
  close: () => void
  done: () => void
}

export function CancelOrderDialog({ id, words, read, cancel, close, done }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)

  async function giveUp(): Promise<void> {
    setBusy(true)
    try {
      const now = await read()
      const reply = now.ok ? await cancel({ id, version: now.data.version }) : now
      if (!reply.ok) toast(reply.message, 'bad')
      else if (words.done) toast(words.done)
      if (reply.ok) void noteOrder(id, 'cancelled')
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
      title={words.title}
      actions={
        <>
          <Button onClick={close}>{words.no}</Button>
          <Button look="bad" working={busy && words.working} onClick={() => void giveUp()}>
            {words.yes}
          </Button>
        </>
      }
    >
      {words.text}
    </Dialog>
  )
}
