import { useLang, useT } from '../../../../app/words/words.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { Result } from './listed-plans.ts'

/** Plans that do not fit, each with the reason, so that nobody has to guess why one is missing. */
export default function Others({ list }: { list: readonly Result[] }) {
  const t = useT()
  const gap = useLang() === 'cn' ? '' : ' '
  return (
    <details className="accordion border-t border-line">
      <summary>
        <span>{t('plans:list.others', { count: list.length })}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul className="grid gap-3 pb-5">
        {list.map(({ plan, reasons }) => (
          <li key={plan.id} className="flex flex-wrap justify-between gap-x-6">
            <span>{plan.name}</span>
            <span className="text-small text-ink-2">
              {reasons.map((reason) => t(`plans:plan.reason.${reason}`)).join(gap)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
