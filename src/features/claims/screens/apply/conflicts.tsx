/** Answers of a claim that were changed here and on another device. */
import { useStore } from '@nanostores/react'
import { ConflictPanel } from '../../../../app/parts/conflict-panel.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { answerWords, otherWords } from './answer-words.ts'
import { $answers, $conflicts, settle } from './store/wizard-store.ts'

export function Conflicts() {
  const t = useT()
  const lang = useLang()
  const conflicts = useStore($conflicts)
  const answers = useStore($answers)
  if (!answers) return null
  const rows = conflicts.map(({ key, theirs, at, moved }) => ({
    key,
    label: t(`claimform:field.${key}`),
    mine: answerWords(t, lang, key, answers),
    theirs: otherWords(t, lang, key, theirs, answers),
    there: t('claimform:conflict.there', { time: formatInstant(at, lang) }),
    note: moved ? t('claimform:conflict.moved') : undefined,
  }))
  return <ConflictPanel rows={rows} onTake={settle} />
}
