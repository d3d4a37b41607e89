/** What fit and price depend on, in one bar: destination, days, birth date, and the visa where plans differ by it. */
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { LocalizedDateInput } from '../../../../app/parts/localized-date-input.tsx'
import { useT, useLang } from '../../../../app/words/words.tsx'
import { isDay, type Day, formatDay } from '../../../../lib/days/dates.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { visasFor } from '../../rules/rank-plans.ts'
import { DESTINATIONS, type Destination } from '../../rules/destinations/destinations.ts'
import type { ClientPlan, Visa } from '../../rules/plan-types.ts'
import { readSearch, type PlanSearch } from '../../rules/plan-search.ts'
import { $search, change } from './search-store.ts'
import { earliestStart } from '../../rules/cover-start.ts'
import { optionalPart } from '../../../../app/load/lazy.tsx'
import { joined } from '../../../../lib/locale.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'

interface Props {
  plans: readonly ClientPlan[]
  today: Day
  /** A destination must be chosen; otherwise "anywhere" is allowed too. */
  placeFirst: boolean
  /** The comparison is open below. */
  comparing: boolean
}

/** Of two whole days; a day that is still being typed is not wrong yet. */
const after = (day: Day, other: Day): boolean => isDay(day) && isDay(other) && day > other

export function Finder({ plans, today, placeFirst, comparing }: Props) {
  const t = useT()
  const search = useStore($search)
  const visas = search.to ? visasFor(plans, search.to) : []
  const earliest = today && earliestStart(today)
  const [folded, setFolded] = useState(false)
  // Folded only if the address brought all answers: nothing closes while someone is typing.
  // oxlint-disable-next-line react/set-state-in-effect -- the page was built without its address
  useEffect(() => setFolded(isAnswered(readSearch(location.search))), [])
  // A person who compares has finished answering.
  const [compared, setCompared] = useState(false)
  if (compared !== comparing) {
    setCompared(comparing)
    if (comparing && isAnswered(search)) setFolded(true)
  }
  const open = (): void => {
    setFolded(false)
    requestAnimationFrame(() => document.getElementById('to')?.focus())
  }
  return (
    <>
      {folded && <FoldedFinder open={open} />}
      <div
        className={`finder needs-script ${folded ? 'mobile:hidden' : ''}`}
        role="group"
        data-fields={visas.length > 1 ? 5 : 4}
        aria-label={t('plans:finder.label')}
      >
        <Field id="to" label={t('plans:price.to')}>
          <Select<Destination | 'any'>
            value={search.to || (placeFirst ? '' : 'any')}
            onChange={(to) => change({ to: to === 'any' ? '' : to, visa: '' })}
            {...(placeFirst && { placeholder: t('plans:price.choose') })}
            options={[
              ...(placeFirst ? [] : [{ value: 'any' as const, label: t('plans:list.anywhere') }]),
              ...DESTINATIONS.map((place) => ({ value: place, label: t(`plans:plan.where.${place}`) })),
            ]}
          />
        </Field>
        <Field id="start" label={t('plans:finder.start')} className="finder-day">
          <LocalizedDateInput
            placeholder={t('plans:price.choose')}
            value={search.start}
            onChange={(start) => change({ start })}
            min={earliest}
          />
        </Field>
        <Field
          id="end"
          label={t('plans:finder.end')}
          className="finder-day"
          error={after(search.start, search.end) ? t('plans:price.problem.end_before') : undefined}
        >
          <LocalizedDateInput
            placeholder={t('plans:price.choose')}
            value={search.end}
            onChange={(end) => change({ end })}
            min={search.start || earliest}
          />
        </Field>
        <Field
          id="birth"
          label={t('plans:finder.birth')}
          error={after(search.birth, search.start) ? t('plans:price.problem.birth_after') : undefined}
        >
          <LocalizedDateInput
            placeholder={t('plans:price.choose')}
            value={search.birth}
            onChange={(birth) => change({ birth })}
            max={today}
          />
        </Field>
        {visas.length > 1 && (
          <Field id="visa" label={t('plans:list.visa')}>
            <Select<Visa | 'any'>
              value={search.visa || 'any'}
              onChange={(visa) => change({ visa: visa === 'any' ? '' : visa })}
              options={[
                { value: 'any' as const, label: t('plans:list.anyVisa') },
                ...visas.map((visa) => ({ value: visa, label: t(`plans:plan.visa.${visa}`) })),
              ]}
            />
          </Field>
        )}
      </div>
      {!folded && <FamilyPart today={today} />}
    </>
  )
}

/** Loaded after the rest: most insure only themselves. */
const FamilyBirths = optionalPart(() => import('../family-births.tsx'))

/** Below the finder: the family to be insured, asked only of those who want to insure one. */
function FamilyPart({ today }: { today: Day }) {
  const t = useT()
  const { family } = useStore($search)
  return (
    <details className="needs-script" data-no-print open={family.length > 0 || undefined}>
      <summary className="link-text">{t('plans:family.question')}</summary>
      <div className="grid max-w-md gap-3 pt-3">
        <p className="text-small text-ink-2">{t('plans:family.hint')}</p>
        {today && <FamilyBirths family={family} change={(all) => change({ family: all })} today={today} />}
      </div>
    </details>
  )
}

/** On phones, once everything is answered: the answers in one line, so that prices are in the first view. */
const isAnswered = ({ start, end, birth }: PlanSearch): boolean => [start, end, birth].every(isDay)

function FoldedFinder({ open }: { open: () => void }) {
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
