/** Up to three tiers side by side: rows that are alike are one cell, differences are marked, the most cover is bold. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLang, useT } from '../../../../app/words.tsx'
import type { Day } from '../../../../lib/dates.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Switch } from '../../../../ui/Choice.tsx'
import { CompareTable } from '../../../../ui/CompareTable.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { cellWords } from '../../benefits.ts'
import { countRows, difference, type Column } from '../../fit.ts'
import { priceOf } from '../../price.ts'
import type { ClientPlan } from '../../types.ts'
import { detailsPath } from './rows.tsx'
import { $search, change, toggleCompare } from './store.ts'

type Chosen = Column & { id: string; plan: ClientPlan }

export function chosen(plans: readonly ClientPlan[], ids: readonly string[]): Chosen[] {
  return ids.flatMap((id) => {
    const [planId, tierId] = id.split('.')
    const plan = plans.find((one) => one.id === planId)
    const tier = plan?.tiers.find((one) => one.id === tierId)
    return plan && tier ? [{ id, plan, tier }] : []
  })
}

export function Compare({ columns, today }: { columns: readonly Chosen[]; today: Day }) {
  const t = useT()
  const lang = useLang()
  const [only, setOnly] = useState(false)
  const groups = difference(columns)
  const { rows, different } = countRows(groups)
  const shown = groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => !only || !row.same) }))
    .filter((group) => group.rows.length > 0)
  return (
    <section className="grid gap-4" id="compare" aria-label={t('plans:list.comparison')}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>{t('plans:list.differ', { different, rows })}</p>
        <Switch checked={only} onChange={setOnly}>{t('plans:list.onlyDifferent')}</Switch>
      </div>
      <CompareTable
        label={t('plans:list.comparison')}
        corner={t('plans:list.corner')}
        columns={columns.map((column) => ({ id: column.id, head: <Head column={column} today={today} /> }))}
        groups={shown.map((group) => ({
          title: t(`plans:benefit.group.${group.id}`),
          rows: group.rows.map((row) => {
            const name = t(`plans:benefit.row.${row.id}`)
            const cells = columns.map(({ plan, tier }) => cellWords(row.id, plan, tier, t, lang))
            const first = cells[0]
            if (row.same && first) return { id: row.id, name, same: [first.value, ...first.notes].join(lang === 'cn' ? '，' : ', ') }
            return { id: row.id, name, cells: cells.map(({ value, notes, none }, i) => ({ value, note: notes.join(lang === 'cn' ? '，' : ', '), none, best: row.best.includes(i) })) }
          }),
        }))}
      />
      <p className="text-small text-ink-2">{t('plans:list.bold')}</p>
      <p><TextLink onClick={() => change({ compare: [] })}>{t('plans:list.backToList')}</TextLink></p>
    </section>
  )
}

function Head({ column: { id, plan, tier }, today }: { column: Chosen; today: Day }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const price = priceOf({ plan, tier: tier.id, ...search, today })
  return (
    <div className="grid gap-2">
      <p>
        <strong className="type-h3 block">{plan.name}</strong>
        <span className="text-small text-ink-2">{[plan.tiers.length > 1 ? plan.tierNames[tier.id] : '', plan.insurerName].filter(Boolean).join(' · ')}</span>
      </p>
      <p className="num">{'ok' in price && price.ok ? <span className="type-sum">{formatMoney(price.premium, lang)}</span> : <span className="text-small text-ink-2">{priceWords(price, t)}</span>}</p>
      <Button size="sm" href={detailsPath(plan, tier, search, lang)}>{t('plans:list.details')}</Button>
      <TextLink onClick={() => void toggleCompare(id)}>{t('plans:list.remove')}</TextLink>
    </div>
  )
}

function priceWords(price: ReturnType<typeof priceOf>, t: ReturnType<typeof useT>): string {
  if ('missing' in price) return t(`plans:price.missing.${price.missing}`)
  return price.ok ? '' : t(`plans:plan.reason.${price.reason}`)
}
