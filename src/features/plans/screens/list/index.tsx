import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { dayOf } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { ClientPlan } from '../../types.ts'
import { BLANK } from '../../wish.ts'
import { Compare, chosen } from './compare.tsx'
import { Filters } from './filters.tsx'
import { Finder } from './finder.tsx'
import { results, type Result } from './results.ts'
import { Rows } from './rows.tsx'
import { $search, change, followAddress } from './store.ts'

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
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  // The page was built without knowing the day; until it runs in the browser no price is shown.
  const [today, setToday] = useState('')
  useEffect(() => {
    setToday(dayOf(Date.now()))
    return followAddress()
  }, [])
  const { fitting, others } = results(plans, search, today || '0000-01-01', lang)
  const columns = chosen(plans, search.compare)
  const comparing = useCompareOpen(columns.length)
  const content = comparing.open ? (
    <Compare columns={columns} today={today} />
  ) : fitting.length > 0 ? (
    <Rows list={fitting} today={today} />
  ) : (
    <Nothing />
  )
  return (
    <div className="grid gap-8">
      <Finder plans={plans} today={today} />
      <div className={mode === 'list' ? 'grid-filter' : 'grid gap-8'}>
        {mode === 'list' && (
          <>
            <div className="hidden web:lg:block"><Filters plans={plans} today={today} /></div>
            <details className="accordion border-y border-line web:lg:hidden">
              <summary><span>{t('plans:list.filters')}</span><Icon name="list-filter" /></summary>
              <div className="pb-5"><Filters plans={plans} today={today} /></div>
            </details>
          </>
        )}
        <div className="grid min-w-0 content-start gap-6">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3">
            <p aria-live="polite"><strong className="font-semibold">{t('plans:list.found', { count: fitting.length })}</strong> <span className="text-ink-2">{t('plans:list.of', { count: plans.length })}</span></p>
            {columns.length > 0 && (
              <Button size="sm" look={columns.length > 1 && !comparing.open ? 'primary' : 'line'} onClick={comparing.toggle}>
                {comparing.open ? t('plans:list.backToList') : t('plans:list.compareNow', { count: columns.length })}
              </Button>
            )}
          </div>
          {content}
          {!comparing.open && search.to && others.length > 0 && <Others list={others} />}
        </div>
      </div>
    </div>
  )
}

/** The comparison opens by a press; an address that names two or more opens with it. */
function useCompareOpen(count: number) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (new URLSearchParams(location.search).get('compare')?.includes(',')) setAsked(true)
  }, [])
  return { open: asked && count > 1, toggle: () => setAsked((now) => !now) }
}

function Nothing() {
  const t = useT()
  return (
    <Empty title={t('plans:list.nothing')} action={<Button onClick={() => change({ ...BLANK })}>{t('plans:list.clearAll')}</Button>}>
      {t('plans:list.nothingText')}
    </Empty>
  )
}

/** Plans that do not fit, each with the reason: nobody has to guess why one is missing. */
function Others({ list }: { list: readonly Result[] }) {
  const t = useT()
  return (
    <details className="accordion border-t border-line">
      <summary><span>{t('plans:list.others', { count: list.length })}</span><Icon name="chevron-down" /></summary>
      <ul className="grid gap-2 pb-5">
        {list.map(({ plan, reasons }) => (
          <li key={plan.id} className="flex flex-wrap justify-between gap-x-6"><span>{plan.name}</span><span className="text-small text-ink-2">{reasons.map((reason) => t(`plans:plan.reason.${reason}`)).join(' ')}</span></li>
        ))}
      </ul>
    </details>
  )
}
