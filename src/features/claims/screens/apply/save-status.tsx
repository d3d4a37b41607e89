/** The state of saving a claim, and answers that were changed here and on another device. */
import { useStore } from '@nanostores/react'
import { ConflictPanel } from '../../../../app/saving/conflict-panel.tsx'
import { SaveNotices } from '../../../../app/saving/save-notices.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { answerKey } from '../../rules/claim-fields.ts'
import { answerWords, otherWords } from './answer-words.ts'
import { $answers, $conflicts, $saving, flush, leave, settle } from './store/wizard-store.ts'

const leaveNow = (href: string): void => void leave(href)

export function SaveStatus() {
  const conflicted = useStore($conflicts).length > 0
  return (
    <>
      <SaveNotices saving={useStore($saving)} conflicted={conflicted} again={flush} leave={leaveNow} />
      <Conflicts />
    </>
  )
}

function Conflicts() {
  const t = useT()
  const lang = useLang()
  const conflicts = useStore($conflicts)
  const answers = useStore($answers)
  if (!answers) return null
  const rows = conflicts.flatMap((one) => {
    const key = answerKey.safeParse(one.path)
    if (!key.success) return []
    return {
      ...one,
      label: t(`claimform:field.${key.data}`),
      mine: answerWords(t, lang, key.data, answers),
      theirs: otherWords(t, lang, key.data, one.theirs, answers),
    }
  })
  return <ConflictPanel rows={rows} onTake={settle} />
}
