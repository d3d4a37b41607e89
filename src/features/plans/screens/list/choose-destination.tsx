/** `/plan` before anything is chosen: the destinations, each with the number of plans that fit a stay there. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { DESTINATIONS } from '../../rules/destinations/destinations.ts'
import { type ClientPlan } from '../../rules/plan-types.ts'
import { rankOf } from '../../rules/destinations/destination-rank.ts'
import { change } from './search-store.ts'

export function ChooseDestination({ plans }: { plans: readonly ClientPlan[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-5" aria-labelledby="places">
      <h2 className="type-h3" id="places">
        {t('plans:finder.where')}
      </h2>
      <ul className="places">
        {DESTINATIONS.map((place) => (
          <li key={place}>
            <a
              className="group flex min-h-14 items-center gap-3 py-2 hover:text-teal"
              href={`${localPath(lang, '/plan/list')}?to=${place}`}
              onClick={(event) => {
                event.preventDefault()
                change({ to: place, visa: '' })
                document.getElementById('start')?.focus()
              }}
            >
              <span className="min-w-0 flex-1 font-semibold">{t(`plans:plan.where.${place}`)}</span>
              <span className="num text-small text-ink-2">
                {t('plans:finder.plans', { count: plans.filter((plan) => rankOf(plan, place) !== undefined).length })}
              </span>
              <Icon name="arrow-right" className="text-teal" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
