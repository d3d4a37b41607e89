/** Two devices wrote into the same place: both values, and the person's choice. Nothing of either side is lost before that. */
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { answerWords, otherWords } from './describe.ts'
import { $answers, $conflicts, settle, type Conflict } from './store/store.ts'

export function Conflicts() {
  const t = useT()
  const conflicts = useStore($conflicts)
  const box = useRef<HTMLElement>(null)
  const count = conflicts.length
  useEffect(() => {
    if (count > 0) box.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  if (count === 0) return null
  return (
    <section className="need-panel mb-8" ref={box} role="alert" aria-labelledby="conflicts">
      <header><span id="conflicts">{t('apply:conflict.title', { count })}</span></header>
      <div className="grid gap-5">
        <p className="text-small text-ink-2">{t('apply:conflict.text')}</p>
        {conflicts.map((conflict) => <One key={conflict.key} conflict={conflict} />)}
      </div>
    </section>
  )
}

function One({ conflict: { key, theirs, at } }: { conflict: Conflict }) {
  const t = useT()
  const lang = useLang()
  const answers = useStore($answers)
  if (!answers) return null
  const side = (take: 'mine' | 'theirs', title: string, value: string) => (
    <div className="grid content-start gap-2 border-t border-line pt-3">
      <p className="text-small text-ink-2">{title}</p>
      <p className="wrap-anywhere whitespace-pre-line">{value || t('apply:conflict.empty')}</p>
      <p><Button size="sm" onClick={() => settle(key, take)}>{t(`apply:conflict.${take}`)}<span className="sr-only">: {t(`apply:field.${key}`)}</span></Button></p>
    </div>
  )
  return (
    <div className="grid gap-3">
      <h2 className="text-title font-semibold">{t(`apply:field.${key}`)}</h2>
      <div className="grid gap-4 web:sm:grid-cols-2 web:gap-6">
        {side('mine', t('apply:conflict.here'), answerWords(t, lang, key, answers))}
        {side('theirs', t('apply:conflict.there', { time: formatInstant(at, lang) }), otherWords(t, lang, key, theirs, answers))}
      </div>
    </div>
  )
}
