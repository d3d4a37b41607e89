/** Up to three tiers side by side: equal rows are one cell, differences are marked, the most cover is bold. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { Switch } from '../../../../ui/Choice.tsx'
import { CompareTable } from '../../../../ui/CompareTable.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Lang } from '../../../../lib/locale.ts'
import { cellWords, type CellWords, type T } from '../../rules/benefits.ts'
import { forWhom } from '../../rules/for-whom.ts'
import { countRows, difference } from '../../rules/plan-differences.ts'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'
import { CompareFoot, CompareHead, CompareName } from './compare-head.tsx'
import { CompareNarrow } from './compare-narrow.tsx'
import type { Chosen, CompareGroup } from './compare-columns.ts'

interface Props {
  columns: readonly Chosen[]
  today: Day
  /** It was opened by its button; otherwise the person came back to it, or followed a link. */
  pressed: boolean
  close: () => void
}

export default function Compare({ columns, today, pressed, close }: Props) {
  const t = useT()
  const lang = useLang()
  // Kept with the history entry, for the way back from a plan's details.
  const [only, keepOnly] = useState(() => history.state?.only === true)
  const setOnly = (on: boolean): void => {
    history.replaceState({ ...history.state, only: on }, '')
    keepOnly(on)
  }
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!pressed) return
    top.current?.focus({ preventScroll: true })
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView()
  }, [pressed])
  const all = comparedRows(columns, t, lang)
  const { rows, different } = countRows(all)
  const groups: CompareGroup[] = all
    .map((group) => ({ ...group, rows: group.rows.filter((row) => !only || !row.same) }))
    .filter((group) => group.rows.length > 0)
    .map(({ title, rows: shown }) => ({ title, rows: shown.map(drawn) }))
  const label = t('plans:list.comparison')
  return (
    <div
      ref={top}
      tabIndex={-1}
      role="group"
      className="grid min-w-0 scroll-mt-16 grid-cols-1 content-start gap-4"
      aria-label={label}
    >
      <p>
        <TextLink onClick={close}>{t('plans:list.backToList')}</TextLink>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <p>
          {t('plans:list.differ', { different, rows })}
          <span className="hidden web:roomy:min-[66rem]:inline"> {t('plans:list.dot')}</span>
        </p>
        <Switch checked={only} onChange={setOnly}>
          {t('plans:list.onlyDifferent')}
        </Switch>
      </div>
      {/* As wide as the table needs beside the filters. */}
      <div className="hidden web:roomy:min-[66rem]:block">
        <CompareTable
          label={label}
          corner={t('plans:list.corner')}
          columns={columns.map((column) => ({
            id: column.id,
            name: <CompareName column={column} />,
            head: <CompareHead column={column} today={today} />,
            foot: <CompareFoot column={column} today={today} />,
          }))}
          groups={groups}
        />
      </div>
      <div className="web:roomy:min-[66rem]:hidden">
        <CompareNarrow label={label} columns={columns} groups={groups} today={today} />
      </div>
      <p className="measure text-small text-ink-2">{t('plans:list.bold')}</p>
    </div>
  )
}

interface Row {
  id: string
  name: string
  same: boolean
  best: readonly number[]
  cells: readonly CellWords[]
}

/** Whom it is for comes first, with the ages, which stand no second time among the conditions of buying. */
function comparedRows(columns: readonly Chosen[], t: T, lang: Lang): { title: string; rows: Row[] }[] {
  const whom = forWhom(columns, t, lang)
  const ids = whom.map(({ id }): string => id)
  return [
    {
      title: t('plans:benefit.group.whom'),
      rows: whom.map((row) => ({ ...row, name: t(`plans:benefit.row.${row.id}`), best: [] })),
    },
    ...difference(columns).map((group) => ({
      title: t(`plans:benefit.group.${group.id}`),
      rows: group.rows
        .filter(({ id }) => !ids.includes(id))
        .map((row) => ({
          ...row,
          name: t(`plans:benefit.row.${row.id}`),
          cells: columns.map(({ plan, tier }) => cellWords(row.id, plan, tier, t, lang)),
        })),
    })),
  ]
}

function drawn({ id, name, same, best, cells }: Row): CompareGroup['rows'][number] {
  const first = cells[0]
  if (same && first)
    return {
      id,
      name,
      same: (
        <>
          <FiguresWithUnits>{first.value}</FiguresWithUnits>
          {lines(first.notes)}
        </>
      ),
    }
  return {
    id,
    name,
    cells: cells.map(({ value, notes, none }, i) => ({
      value: <FiguresWithUnits>{value}</FiguresWithUnits>,
      note: lines(notes),
      none,
      best: best.includes(i),
    })),
  }
}

/** Conditions of a value, a line each. */
function lines(notes: readonly string[]): ReactNode {
  return notes.length === 0
    ? undefined
    : notes.map((note) => (
        <span key={note} className="block text-small font-normal text-ink-2">
          <FiguresWithUnits>{note}</FiguresWithUnits>
        </span>
      ))
}
