/** On the phone: documents on a computer are sent from there; this page shows them when it is opened again. */
import { useT } from '../../../../../../app/words/words.tsx'
import { Icon } from '../../../../../../ui/Icon.tsx'

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
