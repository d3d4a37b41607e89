/** On the phone: scans on a computer are sent from there; what arrives is seen here when the page is looked at again. */
import { useT } from '../../../../../app/words.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'

export default function OtherDeviceMobile() {
  const t = useT()
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-teal">
        <Icon name="monitor" />
        {t('apply:phone.computer')}
        <Icon name="chevron-down" size={16} className="ml-auto group-open:rotate-180" />
      </summary>
      <p className="text-ink-2">{t('apply:phone.computerText')}</p>
    </details>
  )
}
