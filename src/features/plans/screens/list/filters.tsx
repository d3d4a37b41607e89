/** Filters at the left on the desktop, folded above the list on phones; each shows how many plans it leaves. */
import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { Checkbox, RadioGroup } from '../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../ui/Field.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { ClientPlan } from '../../rules/plan-types.ts'
import { ALL_NEEDS, SORTS, type PlanSearch } from '../../rules/plan-search.ts'
import { results } from './listed-plans.ts'
import { $search, change } from './search-store.ts'

interface Props {
  plans: readonly ClientPlan[]
  today: Day
}

/** One set of controls for every width: two sets would share the names of their radios, and only one could be checked. */
export function Filters({ plans, today }: Props) {
  const t = useT()
  const search = useStore($search)
  const [open, setOpen] = useState(false)
  const active = search.needs.length + search.insurers.length
  return (
    <div className="needs-script" data-no-print>
      <button
        type="button"
        className="flex min-h-13 w-full cursor-pointer items-center gap-3 border-y border-line text-start font-semibold web:lg:hidden"
        aria-expanded={open}
        aria-controls="filters"
        onClick={() => setOpen(!open)}
      >
        <Icon name="list-filter" className="text-ink-2" />
        <span className="flex-1">
          {active > 0 ? t('plans:list.filtersOn', { count: active }) : t('plans:list.filtersAndOrder')}
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} className="text-ink-2" />
      </button>
      <div id="filters" className={open ? 'pt-5 web:lg:pt-0' : 'hidden web:lg:block'}>
        <div className="mb-5 flex min-h-11 items-center justify-between border-b border-base-content">
          <h2 className="font-semibold">{t('plans:list.filters')}</h2>
          {active > 0 && (
            <button type="button" className="link-text text-small" onClick={() => change({ needs: [], insurers: [] })}>
              {t('plans:list.clear', { count: active })}
            </button>
          )}
        </div>
        <Groups plans={plans} today={today} />
      </div>
    </div>
  )
}

function Groups({ plans, today }: Props) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const count = (part: Partial<PlanSearch>): number =>
    results(plans, { ...search, ...part }, today, lang).fitting.length
  const insurers = [...new Map(plans.map(({ insurer, insurerName }) => [insurer, insurerName]))]
  return (
    <div className="filter-groups">
      <FieldGroup id="need" label={t('plans:list.needs')}>
        <div>
          {ALL_NEEDS.map((need) => (
            <Count key={need} of={count({ needs: toggled(search.needs, need, true) })}>
              <Checkbox
                checked={search.needs.includes(need)}
                onChange={(on) => change({ needs: toggled(search.needs, need, on) })}
              >
                {t(`plans:list.need.${need}`)}
              </Checkbox>
            </Count>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup id="insurer" label={t('plans:list.insurer')}>
        <div>
          {insurers.map(([id, name]) => (
            <Count key={id} of={count({ insurers: [id] })}>
              <Checkbox
                checked={search.insurers.includes(id)}
                onChange={(on) => change({ insurers: toggled(search.insurers, id, on) })}
              >
                {name}
              </Checkbox>
            </Count>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup id="sort" label={t('plans:list.sort')}>
        <RadioGroup
          name="sort"
          value={search.sort}
          onChange={(sort) => change({ sort })}
          options={SORTS.map((value) => ({ value, label: t(`plans:list.sorted.${value}`) }))}
        />
      </FieldGroup>
    </div>
  )
}

function toggled<T extends string>(list: readonly T[], item: T, on: boolean): T[] {
  return on ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item)
}

function Count({ of, children }: { of: number; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      {children}
      <span className="num ml-auto py-2.5 text-small text-ink-3">{of}</span>
    </div>
  )
}
