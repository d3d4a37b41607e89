/** In place of the list when no plan fits: why, and what to change. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import type { ClientPlan } from '../../rules/plan-types.ts'
import { EMPTY_SEARCH, needsOf } from '../../rules/plan-search.ts'
import { $search, change } from './search-store.ts'
import { firstYear, whyNothing } from './why-no-plan-fits.ts'

export default function Nothing({ plans, today }: { plans: readonly ClientPlan[]; today: string }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  const year = firstYear(plans, search, today || '0000-01-01', lang)
  if (year) {
    return (
      <Empty
        title={t('plans:list.longStay')}
        action={
          <Button look="primary" onClick={() => change({ end: year })}>
            {t('plans:price.until', { day: formatDay(year, lang) })}
          </Button>
        }
      >
        {t('plans:list.longStayText')}
      </Empty>
    )
  }
  const cause = whyNothing(plans, search, today || '0000-01-01', lang)
  const { age } = needsOf(search, today)
  const title =
    cause === 'filter' || (cause === 'several' && age === undefined)
      ? t('plans:list.nothing')
      : t(`plans:list.none.${cause}`, { age })
  return (
    <Empty
      title={title}
      action={<Button onClick={() => change({ ...EMPTY_SEARCH })}>{t('plans:list.clearAll')}</Button>}
    >
      {t(`plans:list.nothingText.${cause}`)}
    </Empty>
  )
}
