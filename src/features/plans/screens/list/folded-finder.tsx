/** On phones, once everything is answered: the answers in one line, so that prices are in the first view. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { PlanSearch } from '../../rules/plan-search.ts'
import { $search } from './search-store.ts'

export const isAnswered = ({ start, end, birth }: PlanSearch): boolean => [start, end, birth].every(isDay)

export function FoldedFinder({ open }: { open: () => void }) {
  const t = useT()
  const lang = useLang()
  const { to, start, end, birth, family } = useStore($search)
  const days = t('plans:finder.days', { start: formatDay(start, lang), end: formatDay(end, lang) })
  return (
    <div className="flex items-start justify-between gap-4 border-y border-line py-3 web:hidden">
      <p className="min-w-0 text-small">
        <span className="block font-semibold">
          {joined(lang, to ? t(`plans:plan.where.${to}`) : t('plans:list.anywhere'), days)}
        </span>
        <span className="block text-ink-2">
          {joined(
            lang,
            t('plans:finder.born', { day: formatDay(birth, lang) }),
            family.length > 0 ? t('plans:family.along', { count: family.length }) : '',
          )}
        </span>
      </p>
      <span className="nobr shrink-0">
        <TextLink onClick={open}>
          {t('plans:finder.change')}
          <span className="sr-only"> {t('plans:finder.label')}</span>
        </TextLink>
      </span>
    </div>
  )
}
