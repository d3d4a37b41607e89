/** Before signing out: photos that no server has yet would be deleted from this device, so the person is asked first. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Translate } from '../words/translate.ts'
import { unsentCount } from './unsent-files.ts'

/** True when nothing is unsent, or the person agrees to lose it. */
export async function confirmDroppingUnsent(t: Translate): Promise<boolean> {
  const count = await unsentCount()
  if (count === 0) return true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const answer = await new Promise<boolean>((done) => root.render(<Ask t={t} count={count} answer={done} />))
  root.unmount()
  place.remove()
  return answer
}

function Ask({ t, count, answer }: { t: Translate; count: number; answer: (leave: boolean) => void }) {
  const [open, setOpen] = useState(true)
  // Closed first, so that the focus returns to where it was.
  const close = (leave: boolean): void => {
    setOpen(false)
    setTimeout(() => answer(leave))
  }
  const actions = (
    <>
      <Button look="bad" onClick={() => close(true)}>
        {t('app:unsent.leave')}
      </Button>
      <Button onClick={() => close(false)}>{t('app:unsent.stay')}</Button>
    </>
  )
  return (
    <Dialog open={open} title={t('app:unsent.title')} onClose={() => close(false)} actions={actions}>
      {t('app:unsent.text', { count })}
    </Dialog>
  )
}
