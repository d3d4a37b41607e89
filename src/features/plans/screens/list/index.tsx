import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { dayOf, formatDay } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { optionalLazy } from '../../../../ui/optional-lazy.ts'
import { Empty } from '../../../../ui/Empty.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { blocker } from '../../price-or-missing.ts'
import type { ClientPlan } from '../../plan-types.ts'
import { EMPTY_SEARCH, needsOf } from '../../plan-search.ts'
import { chosen, type Chosen } from './compare-columns.ts'
import { Filters } from './filters.tsx'
import { Finder } from './finder.tsx'
import { ChooseDestination } from './choose-destination.tsx'
import { firstYear, results, whyNothing, type Result } from './results.ts'
import { PlanRows } from './plan-rows.tsx'
import { $search, change, followAddress, useCompareOpen } from './search-store.ts'

interface Props extends IslandProps {
  plans: readonly ClientPlan[]
  /** `/plan` asks first and shows only what fits; `/plan/list` has filters and the comparison. */
  mode: 'finder' | 'list'
}

export default function PlanList({ plans, mode, ...island }: Props) {
  return (
    <Island {...island}>
      <List plans={plans} mode={mode} />
    </Island>
  )
}

function List({ plans, mode }: Pick<Props, 'plans' | 'mode'>) {
  const search = useStore($search)
  // The page was built without knowing the day, so no price is shown before it runs in the browser.
  const [today, setToday] = useState('')
  useEffect(() => {
    setToday(dayOf(Date.now()))
    return followAddress()
  }, [])
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
          {comparing.open
            ? <Suspense fallback={null}><Compare columns={columns} today={today} pressed={comparing.pressed} close={comparing.close} /></Suspense>
            : <Found plans={plans} today={today} columns={columns} compare={comparing.show} />}
        </div>
      )}
    </div>
  )
}

const ComparisonBar = optionalLazy(() => import('./comparison-bar.tsx'))

/** Loaded when it is opened. If the connection was lost, an error is shown there, and a reload of the page loads it again. */
const Compare = lazy(() => import('./comparison.tsx').then((it) => ({ default: it.Compare }), () => ({ default: CompareFailed })))

function CompareFailed() {
  const t = useT()
  return <Empty title={t('app:load.title')} action={<Button onClick={() => location.reload()}>{t('app:load.again')}</Button>}>{t('app:load.text')}</Empty>
}

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
  const said = today && blocker(search, today)
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-6">
      <div className="grid gap-1 border-b border-line pb-3">
        <p className="min-h-7" aria-live="polite">{fitting.length < plans.length && <strong className="font-semibold">{t('plans:list.found', { count: fitting.length })} </strong>}<span className="text-ink-2">{t('plans:list.of', { count: plans.length })}</span></p>
        {said && fitting.length > 0 && <p className="text-small text-ink-2">{t(said.kind === 'missing' ? `plans:price.missing.${said.what}` : `plans:plan.reason.${said.reason}`)}</p>}
      </div>
      {fitting.length > 0 ? <PlanRows list={fitting} today={today} /> : <Nothing plans={plans} today={today} />}
      {search.to && others.length > 0 && <Others list={others} />}
      {columns.length > 0 && <Suspense fallback={null}><ComparisonBar columns={columns} open={compare} /></Suspense>}
    </div>
  )
}

function Nothing({ plans, today }: { plans: readonly ClientPlan[]; today: string }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const year = firstYear(plans, search, today || '0000-01-01', lang)
  if (year) {
    return (
      <Empty title={t('plans:list.longStay')} action={<Button look="primary" onClick={() => change({ end: year })}>{t('plans:price.until', { day: formatDay(year, lang) })}</Button>}>
        {t('plans:list.longStayText')}
      </Empty>
    )
  }
  const cause = whyNothing(plans, search, today || '0000-01-01', lang)
  const { age } = needsOf(search, today)
  const title = cause === 'filter' || (cause === 'several' && age === undefined) ? t('plans:list.nothing') : t(`plans:list.none.${cause}`, { age })
  return (
    <Empty title={title} action={<Button onClick={() => change({ ...EMPTY_SEARCH })}>{t('plans:list.clearAll')}</Button>}>
      {t(`plans:list.nothingText.${cause}`)}
    </Empty>
  )
}

/** Plans that do not fit, each with the reason, so that nobody has to guess why one is missing. */
function Others({ list }: { list: readonly Result[] }) {
  const t = useT()
  const gap = useLang() === 'cn' ? '' : ' '
  return (
    <details className="accordion border-t border-line">
      <summary><span>{t('plans:list.others', { count: list.length })}</span><Icon name="chevron-down" /></summary>
      <ul className="grid gap-3 pb-5">
        {list.map(({ plan, reasons }) => (
          <li key={plan.id} className="flex flex-wrap justify-between gap-x-6"><span>{plan.name}</span><span className="text-small text-ink-2">{reasons.map((reason) => t(`plans:plan.reason.${reason}`)).join(gap)}</span></li>
        ))}
      </ul>
    </details>
  )
}
