import { useLang, useT } from '../../../../app/words/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'

/**
 * The provider did not close the payment, because its bank is about to decide. `whose`: this payer's, or one that was
 * opened elsewhere.
 */
export default function NotStoppable({ whose }: { whose: 'own' | 'others' }) {
  const t = useT()
  const { phone } = SITE[useLang()]
  return (
    <div className="grid justify-items-start gap-3">
      <Notice kind="warn" live="alert">
        {t(`payer:notStoppable.${whose}`)}
      </Notice>
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
        {t('cashier:fail.call', { phone })}
      </TextLink>
    </div>
  )
}
