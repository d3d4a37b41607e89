/** The tiers chosen for the comparison, visible at the bottom of the list until the comparison is opened. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { joined } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { Chosen } from './compare-columns.ts'
import { toggleCompare } from './search-store.ts'

export default function ComparisonBar({ columns, open }: { columns: readonly Chosen[]; open: () => void }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="compare-tray" aria-label={t('plans:list.comparison')}>
      <ul className="flex min-w-0 flex-auto flex-wrap gap-x-6">
        {columns.map(({ id, plan, tier }) => {
          const name = joined(lang, plan.name, plan.tiers.length > 1 ? plan.tierNames[tier.id] : undefined)
          return (
            <li key={id} className="flex min-w-0 items-center text-small">
              <span className="min-w-0">{name}</span>
              <button
                type="button"
                className="grid size-9 shrink-0 cursor-pointer place-items-center text-ink-2 hover:text-base-content"
                aria-label={t('plans:list.removeOne', { name })}
                onClick={() => void toggleCompare(id)}
              >
                <Icon name="x" size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      {columns.length > 1 ? (
        <Button look="primary" onClick={open}>
          {t('plans:list.compareNow', { count: columns.length })}
        </Button>
      ) : (
        <p className="text-small text-ink-2">{t('plans:list.oneMore')}</p>
      )}
    </section>
  )
}
