import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { sentences } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Lead } from '../payer-screen-parts.tsx'
import type { PayState } from './use-payment.ts'

interface Props extends Pick<PayState, 'busy' | 'giveUp'> {
  takenOver: boolean
  /** Below the button. */
  children: ReactNode
}

/**
 * Somebody else, or this person on another device, has opened the one possible payment. `takenOver`: it ended one that
 * was begun here.
 */
export default function PaymentOpenElsewhere({ busy, giveUp, takenOver, children }: Props) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t('payer:others.title')} live>
        {sentences(lang, takenOver ? t('cashier:last.takenOver') : undefined, t('payer:others.text'))}
      </Lead>
      <div className="grid gap-2">
        <p className="text-ink-2 measure">{t('payer:others.takeOverText')}</p>
        <div>
          <Button onClick={giveUp} working={busy === 'close' && t('cashier:waiting.closing')}>
            {t('payer:others.takeOver')}
          </Button>
        </div>
        {children}
      </div>
    </div>
  )
}
