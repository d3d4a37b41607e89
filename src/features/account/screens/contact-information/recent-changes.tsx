/** Changes of contact information that can still be undone, each with its button. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../../app/requests/use-button-request.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { undoContactChange, type ContactInformation } from '../../contact-calls.ts'
import { changeWords } from '../contact-change-words.ts'

type Change = ContactInformation['changes'][number]

export function RecentChanges({
  changes,
  onUndone,
}: {
  changes: readonly Change[]
  onUndone: (information: ContactInformation) => void
}) {
  const t = useT()
  const lang = useLang()
  if (changes.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('contact:recent.title')}</h3>
      <ul className="ruled">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">{changeWords(t, change)}</p>
              <p className="num text-small text-ink-2">
                {t('contact:recent.until', {
                  at: formatInstant(change.at, lang),
                  until: change.until,
                })}
              </p>
            </div>
            <Undo change={change} t={t} onUndone={onUndone} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Undo({
  change,
  t,
  onUndone,
}: {
  change: Change
  t: Translate
  onUndone: (information: ContactInformation) => void
}) {
  const [asking, setAsking] = useState(false)
  const { working, notice, run } = useButtonRequest()
  const undo = () =>
    run(async () => {
      const reply = await request(undoContactChange, { id: change.id })
      if (!reply.ok) return reply.message
      setAsking(false)
      onUndone(reply.data)
      return undefined
    })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('contact:recent.undo')}
        <span className="sr-only"> {changeWords(t, change)}</span>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('contact:recent.ask')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('contact:recent.keep')}</Button>
            <Button look="primary" working={working && t('contact:recent.working')} onClick={() => void undo()}>
              {t('contact:recent.confirm')}
            </Button>
          </>
        }
      >
        <FailedNotice>{notice}</FailedNotice>
        <p>{t('contact:recent.text')}</p>
      </Dialog>
    </>
  )
}
