/** Filters at the left on the desktop, folded above the list on phones; each says how many plans it leaves. */
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../app/words.tsx'
import type { Day } from '../../../../lib/dates.ts'
import { Checkbox, RadioGroup } from '../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../ui/Field.tsx'
import type { ClientPlan } from '../../types.ts'
import { ALL_NEEDS, SORTS, type Search } from '../../wish.ts'
import { results } from './results.ts'
import { $search, change } from './store.ts'

export function Filters({ plans, today }: { plans: readonly ClientPlan[]; today: Day }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const count = (part: Partial<Search>): number => results(plans, { ...search, ...part }, today, lang).fitting.length
  const insurers = [...new Map(plans.map(({ insurer, insurerName }) => [insurer, insurerName]))]
  const toggled = <T extends string>(list: readonly T[], item: T, on: boolean): T[] => (on ? [...list, item] : list.filter((one) => one !== item))
  const active = search.needs.length + search.insurers.length
  return (
    <div className="grid gap-6">
      <div className="flex items-baseline justify-between border-b border-base-content pb-2">
        <h2 className="font-semibold">{t('plans:list.filters')}</h2>
        {active > 0 && <button type="button" className="link-text cursor-pointer" onClick={() => change({ needs: [], insurers: [] })}>{t('plans:list.clear', { count: active })}</button>}
      </div>
      <FieldGroup id="need" label={t('plans:list.needs')}>
        <div>
          {ALL_NEEDS.map((need) => (
            <Count key={need} of={count({ needs: toggled(search.needs, need, true) })}>
              <Checkbox checked={search.needs.includes(need)} onChange={(on) => change({ needs: toggled(search.needs, need, on) })}>{t(`plans:list.need.${need}`)}</Checkbox>
            </Count>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup id="insurer" label={t('plans:list.insurer')}>
        <div>
          {insurers.map(([id, name]) => (
            <Count key={id} of={count({ insurers: [id] })}>
              <Checkbox checked={search.insurers.includes(id)} onChange={(on) => change({ insurers: toggled(search.insurers, id, on) })}>{name}</Checkbox>
            </Count>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup id="sort" label={t('plans:list.sort')}>
        <RadioGroup name="sort" value={search.sort} onChange={(sort) => change({ sort })} options={SORTS.map((value) => ({ value, label: t(`plans:list.sorted.${value}`) }))} />
      </FieldGroup>
    </div>
  )
}

function Count({ of, children }: { of: number; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-2">
      {children}
      <span className="num text-small text-ink-3">{of}</span>
    </div>
  )
}
