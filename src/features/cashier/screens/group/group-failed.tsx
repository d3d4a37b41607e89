/**
 * The list, or another page of it, could not be loaded. The same before and after the payment, so it says nothing about
 * money.
 */
import { useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'

export function GroupFailed({ again }: { again: () => void }) {
  const t = useT()
  return (
    <Notice kind="warn" live="alert" title={t('grouppay:failed.title')}>
      <p>{t('grouppay:failed.text')}</p>
      <p className="mt-3">
        <Button size="sm" onClick={again}>
          {t('ui:tryAgain')}
        </Button>
      </p>
    </Notice>
  )
}
