/**
 * Two tabs or devices changed the same answers: shows both versions and lets the person choose. Until then neither is
 * lost.
 */
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatInstant } from '../../lib/days/dates.ts'
import { useLang, useT } from '../words/words.tsx'

interface ConflictRow {
  path: string
  /** Label of the field. */
  label: string
  /** Both values in words; empty where there is none. */
  mine: string
  theirs: string
  /** When the other value was saved. */
  at: number
  /** The other side changed it again while the person was choosing. */
  moved: boolean
}

interface ConflictPanelProps {
  rows: readonly ConflictRow[]
  onTake: (path: string, take: 'mine' | 'theirs') => void
}

export function ConflictPanel({ rows, onTake }: ConflictPanelProps) {
  const t = useT()
  const box = useRef<HTMLElement>(null)
  const count = rows.length
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return null
  return (
    <section className="need-panel mb-8" ref={box} role="alert" aria-labelledby="conflicts">
      <header>
        <span id="conflicts">{t('app:conflict.title', { count })}</span>
      </header>
      <div className="grid gap-5">
        <p className="text-small text-ink-2">{t('app:conflict.text')}</p>
        {rows.map((row) => (
          <Row key={row.path} row={row} onTake={(take) => onTake(row.path, take)} />
        ))}
      </div>
    </section>
  )
}

function Row({
  row: { label, at, moved, ...values },
  onTake,
}: {
  row: ConflictRow
  onTake: (take: 'mine' | 'theirs') => void
}) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="grid gap-3">
      <h2 className="text-title font-semibold">{label}</h2>
      {moved && (
        <Notice kind="warn" live="alert">
          {t('app:conflict.moved')}
        </Notice>
      )}
      <div className="grid gap-4 web:sm:grid-cols-2 web:gap-6">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="grid content-start gap-2 border-t border-line pt-3">
            <p className="text-small text-ink-2">
              {side === 'mine' ? t('app:conflict.here') : t('app:conflict.there', { time: formatInstant(at, lang) })}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{values[side] || t('app:conflict.empty')}</p>
            <p>
              <Button size="sm" onClick={() => onTake(side)}>
                {t(`app:conflict.${side}`)}
                <span className="sr-only"> {label}</span>
              </Button>
            </p>
          </div>
        ))}
      </div>
    </div>
  )
}
