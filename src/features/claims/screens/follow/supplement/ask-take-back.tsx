/** Asks before a document that came unasked is taken back: it is deleted then. */
import { useState } from 'react'
import { useT } from '../../../../../app/words/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import type { DocumentView } from '../../../contract.ts'
import type { ClaimProps } from '../load-claim.tsx'
import { useTakeBack } from '../take-back-document.ts'

interface Props extends Pick<ClaimProps, 'claim' | 'put'> {
  document: DocumentView
  close: () => void
}

export function AskTakeBack({ claim, put, document, close }: Props) {
  const t = useT()
  const takeBack = useTakeBack(claim, put)
  const [working, setWorking] = useState(false)
  async function go(): Promise<void> {
    setWorking(true)
    await takeBack(document)
    close()
  }
  const actions = (
    <>
      <Button look="bad" working={working && t('uploads:ask.working')} onClick={() => void go()}>
        {t('uploads:ask.yes')}
      </Button>
      <Button onClick={close}>{t('uploads:ask.no')}</Button>
    </>
  )
  return (
    <Dialog
      open
      title={t('uploads:ask.title', { name: t(`claims:document.${document.kind}.name`) })}
      onClose={close}
      actions={actions}
    >
      {t('uploads:ask.text')}
    </Dialog>
  )
}
