/** On the desktop: the code for the phone's camera. What the phone sends appears automatically while this is open. */
import { useCallback, useState } from 'react'
import { lazyPart } from '../../../../../../app/load/lazy.tsx'
import { useT } from '../../../../../../app/words/words.tsx'
import { Button } from '../../../../../../ui/Button.tsx'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { refresh } from '../../store/wizard-store.ts'

interface Props {
  claim: string
  /** This device was handed the claim by a code, and may hand out none. */
  handed: boolean
}

const PhoneCode = lazyPart(() => import('../../../qrcode/phone-code.tsx').then((it) => ({ default: it.PhoneCode })))

export function OtherDeviceWeb({ claim, handed }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const look = useCallback(() => void refresh(), [])
  if (handed) return null
  return (
    <section className="panel p-5" aria-labelledby="phone">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-start gap-3">
          <Icon name="smartphone" size={24} className="mt-0.5 text-teal" />
          <div>
            <h2 className="type-h3" id="phone">
              {t('claimform:phone.title')}
            </h2>
            <p className="text-small text-ink-2">{t('claimform:phone.lead')}</p>
          </div>
        </div>
        {open ? (
          <TextLink onClick={() => setOpen(false)}>{t('claimform:phone.hide')}</TextLink>
        ) : (
          <Button size="sm" icon="qr-code" onClick={() => setOpen(true)}>
            {t('claimform:phone.show')}
          </Button>
        )}
      </div>
      {open && (
        <div className="mt-5 border-t border-line pt-5">
          <PhoneCode claim={claim} step="documents" look={look} />
        </div>
      )}
    </section>
  )
}

/** On the phone: documents on a computer are sent from there; this page shows them when it is opened again. */
export function OtherDeviceMobile() {
  const t = useT()
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-teal">
        <Icon name="monitor" />
        {t('claimform:phone.computer')}
        <Icon name="chevron-down" size={16} className="ml-auto group-open:rotate-180" />
      </summary>
      <p className="text-ink-2">{t('claimform:phone.computerText')}</p>
    </details>
  )
}
