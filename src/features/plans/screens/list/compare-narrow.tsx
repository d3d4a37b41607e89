/** The comparison on phones: names stay visible, and each row's name is on a line above its values. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { priceOf } from '../../rules/price-or-missing.ts'
import { BuyFrom, ComparePrice } from './compare-head.tsx'
import type { Chosen, CompareGroup } from './compare-columns.ts'
import { detailsPath } from './fitting-plan-rows.tsx'
import { $search } from './search-store.ts'

interface Props {
  label: string
  columns: readonly Chosen[]
  groups: readonly CompareGroup[]
  today: Day
}

const missingOf = (price: ReturnType<typeof priceOf>) => ('missing' in price ? price.missing : undefined)

/** What each value is of, where values stand below each other (`compare-narrow.css`). */
function namesOf(columns: readonly Chosen[], lang: Lang): string[] {
  const isOnePlan = columns.every(({ plan }) => plan.id === columns[0]?.plan.id)
  return columns.map(({ plan, tier }) => {
    if (plan.tiers.length === 1) return plan.name
    const tierName = plan.tierNames[tier.id] ?? ''
    return isOnePlan ? tierName : joined(lang, plan.name, tierName)
  })
}

interface PricesProps extends Pick<Props, 'columns' | 'today'> {
  names: readonly string[]
}

/** At the head and again at the end: price, and the link to buying. */
function Prices({ columns, names, today }: PricesProps) {
  const t = useT()
  const search = useStore($search)
  const full = columns.length
  const missing = columns.map(({ plan, tier }) => missingOf(priceOf({ plan, tier: tier.id, ...search, today })))
  const allMissing = missing.every(Boolean) ? missing[0] : undefined
  return (
    <>
      <tr className="name">
        <th colSpan={full} scope="colgroup">
          {t('plans:list.corner')}
        </th>
      </tr>
      <tr className="values">
        {allMissing ? (
          <td colSpan={full} className="text-small text-ink-2">
            {t(`plans:price.missing.${allMissing}`)}
          </td>
        ) : (
          columns.map((column, i) => (
            <td key={column.id} data-of={names[i]}>
              <ComparePrice column={column} today={today} className="num font-semibold" />
            </td>
          ))
        )}
      </tr>
      <tr className="values" data-no-print>
        {columns.map((column, i) => (
          <td key={column.id} data-of={names[i]}>
            <div className="pt-3">
              <BuyFrom column={column} today={today} />
            </div>
          </td>
        ))}
      </tr>
    </>
  )
}

export function CompareNarrow({ label, columns, groups, today }: Props) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const full = columns.length
  const names = namesOf(columns, lang)
  const prices = <Prices columns={columns} names={names} today={today} />
  return (
    <table className="compare-narrow">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ id, plan, tier }) => (
            <th key={id} scope="col">
              {plan.name}
              {plan.tiers.length > 1 && <span className="block font-normal text-ink-2">{plan.tierNames[tier.id]}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prices}
        <tr className="values" data-no-print>
          {columns.map(({ id, plan, tier }, i) => (
            <td key={id} data-of={names[i]}>
              <a className="link-text text-small" href={detailsPath(plan, tier, search, lang)}>
                {t('plans:list.details')}
                <span className="sr-only"> {joined(lang, plan.name, plan.tierNames[tier.id])}</span>
              </a>
            </td>
          ))}
        </tr>
      </tbody>
      {groups.map((group) => (
        <tbody key={group.title}>
          <tr className="group">
            <th colSpan={full} scope="colgroup">
              {group.title}
            </th>
          </tr>
          {group.rows.flatMap((row) => [
            <tr key={`${row.id}-name`} className="name">
              <th colSpan={full} scope="colgroup">
                {row.name}
              </th>
            </tr>,
            <tr key={row.id} className="values">
              {'same' in row ? (
                <td colSpan={full} className="text-ink-2">
                  <div>{row.same}</div>
                </td>
              ) : (
                row.cells.map((cell, i) => (
                  <td
                    key={columns[i]?.id}
                    data-of={names[i]}
                    className={[cell.best && 'best', cell.none && 'none'].filter(Boolean).join(' ') || undefined}
                  >
                    <div>
                      {cell.value}
                      {cell.note}
                    </div>
                  </td>
                ))
              )}
            </tr>,
          ])}
        </tbody>
      ))}
      <tfoot>{prices}</tfoot>
    </table>
  )
}
