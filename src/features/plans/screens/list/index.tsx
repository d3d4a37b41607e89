import { useStore } from '@nanostores/react'
import { useEffect, useSyncExternalStore } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart, optionalPart } from '../../../../app/load/lazy.tsx'
import { Gap, useBuildData, useLang, useT } from '../../../../app/words/words.tsx'
import { now } from '../../../../lib/days/clock.ts'
import { dayOf } from '../../../../lib/days/dates.ts'
import { blocker } from '../../rules/price-or-missing.ts'
import { PLAN_DATA, plansFrom } from '../../content/plan-data.ts'
import type { ClientPlan } from '../../rules/plan-types.ts'
import { chosen, type Chosen } from './compare-columns.ts'
import { Filters } from './filters.tsx'
import { Finder } from './finder.tsx'
import { isRetired } from '../../rules/pricing.ts'
import { results } from './listed-plans.ts'
import { PlanRows } from './fitting-plan-rows.tsx'
import { $search, followAddress, useCompareOpen, change } from './search-store.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { DESTINATIONS } from '../../rules/destinations/destinations.ts'
import { rankOf } from '../../rules/destinations/destination-rank.ts'

interface Props extends IslandProps {
  /** `/plan` asks first and shows only what fits; `/plan/list` has filters and the comparison. */
  mode: 'finder' | 'list'
}

export default function PlanList({ mode, ...island }: Props) {
  return (
    <Island {...island}>
      <List mode={mode} />
    </Island>
  )
}

/** The day changes by itself: it is read whenever something else is drawn. */
const neverTells = () => () => undefined

function List({ mode }: Pick<Props, 'mode'>) {
  const all = plansFrom(useBuildData(PLAN_DATA))
  const search = useStore($search)
  // The page was built without knowing the day, so no price is shown before it runs in the browser.
  const today = useSyncExternalStore(
    neverTells,
    () => dayOf(now()),
    () => '',
  )
  const plans = all.filter((plan) => !isRetired(plan, today))
  useEffect(followAddress, [])
  // Its place is below the list: who ticks a tier must not have to look for an error there.
  useEffect(() => void ComparisonBar.load(), [])
  const asking = mode === 'finder' && !search.to
  const columns = chosen(plans, search.compare)
  const comparing = useCompareOpen(columns.length)
  return (
    <div className="grid grid-cols-1 gap-8">
      <Finder plans={plans} today={today} placeFirst={mode === 'finder'} comparing={!asking && comparing.open} />
      {asking ? (
        <ChooseDestination plans={plans} />
      ) : (
        <div className={mode === 'list' ? 'grid-filter' : 'grid grid-cols-1 gap-8'}>
          {mode === 'list' && <Filters plans={plans} today={today} />}
          {comparing.open ? (
            <Compare columns={columns} today={today} pressed={comparing.pressed} close={comparing.close} />
          ) : (
            <Found plans={plans} today={today} columns={columns} compare={comparing.show} />
          )}
        </div>
      )}
    </div>
  )
}

/** Both loaded after the plans that fit. */
const Others = optionalPart(() => import('./plans-that-do-not-fit.tsx'))
const Nothing = optionalPart(() => import('./no-plan-fits.tsx'))

const ComparisonBar = optionalPart(() => import('./comparison-bar.tsx'))

/**
 * Loaded when it is opened. If the connection was lost, an error is shown there, and a reload of the page loads it
 * again.
 */
const Compare = lazyPart(() => import('./comparison.tsx'), null)

interface FoundProps {
  plans: readonly ClientPlan[]
  today: string
  /** Tiers chosen for the comparison, and the function that opens it. */
  columns: readonly Chosen[]
  compare: () => void
}

function Found({ plans, today, columns, compare }: FoundProps) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const { fitting, others } = results(plans, search, today || '0000-01-01', lang)
  const said = blocker(search, today)
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <div className="grid gap-1 border-b border-line pb-3">
        <p className="min-h-7" aria-live="polite">
          {fitting.length < plans.length && (
            <strong className="font-semibold">
              {t('plans:list.found', { count: fitting.length })}
              <Gap />
            </strong>
          )}
          <span className="text-ink-2">{t('plans:list.of', { count: plans.length })}</span>
        </p>
        {said && fitting.length > 0 && (
          <p className="text-small text-ink-2">
            {t(said.kind === 'missing' ? `plans:price.missing.${said.what}` : `plans:plan.reason.${said.reason}`)}
          </p>
        )}
      </div>
      {fitting.length > 0 ? <PlanRows list={fitting} today={today} /> : <Nothing plans={plans} today={today} />}
      {search.to && others.length > 0 && <Others list={others} />}
      {columns.length > 0 && <ComparisonBar columns={columns} open={compare} />}
    </div>
  )
}

/** `/plan` before anything is chosen: the destinations, each with the number of plans that fit a stay there. */
function ChooseDestination({ plans }: { plans: readonly ClientPlan[] }) {
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
