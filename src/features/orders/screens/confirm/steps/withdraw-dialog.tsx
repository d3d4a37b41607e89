/** Withdrawing the consent deletes what it allowed, so this asks first. */
import { useT } from '../../../../../app/words/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'

export interface WithdrawProps {
  onYes: () => void
  onNo: () => void
}

export default function WithdrawDialog({ onYes, onNo }: WithdrawProps) {
  const t = useT()
  return (
    <Dialog
      open
      onClose={onNo}
      title={t('confirm:sensitive.withdraw')}
      actions={
        <>
          <Button look="bad" onClick={onYes}>
            {t('confirm:sensitive.yes')}
          </Button>
          <Button onClick={onNo}>{t('confirm:sensitive.no')}</Button>
        </>
      }
    >
      {t('confirm:sensitive.text')}
    </Dialog>
  )
}
