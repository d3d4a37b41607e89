/** Drafts to continue: the step of each, when it was saved, when it will be deleted; or to start again. */
import { useEffect, useState } from 'react'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../../app/requests/call-failure-words.ts'
import { unsentCounts } from '../../../../../../app/photos/unsent-files.ts'
import { toast } from '../../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { dayOf, formatDay, formatNear, lastWholeDay } from '../../../../../../lib/days/dates.ts'
import { joined, localPath } from '../../../../../../lib/locale.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../../ui/Dialog.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import { discardClaim } from '../../../../contract.ts'
import { CLAIM_STEPS, type ClaimRow } from '../../../../list-contract.ts'
import { pagePath } from '../../../../steps.ts'
import { stepKey, typeKey } from '../../../../rules/word-keys.ts'
import { keptOnDeviceWords } from '../../../photos-waiting.tsx'
import { storedSubmissions } from '../../store/stored-submissions.ts'
import { typing } from '../../store/unsent-answers.ts'

export function SavedDrafts({
  drafts,
  discarded,
}: {
  drafts: readonly ClaimRow[]
  discarded: (row: ClaimRow) => void
}) {
  const t = useT()
  const [asked, ask] = useState<ClaimRow>()
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<readonly string[]>([])
  const [photos, setPhotos] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    void storedSubmissions().then(setUnsent)
    void unsentCounts().then(setPhotos)
  }, [])

  async function discard(row: ClaimRow): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(discardClaim, { id: row.id })
      if (reply.ok || reply.code === 'not_found') {
        await typing.forget(row.id)
        discarded(row)
        toast(t('claimform:drafts.discarded'))
      } else toast(reply.message, 'bad')
      ask(undefined)
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <section className="grid gap-2" aria-labelledby="drafts">
      <h2 className="type-h2" id="drafts">
        {t('claimform:drafts.title', { count: drafts.length })}
      </h2>
      <ul className="ruled">
        {drafts.map((row, i) => (
          <Row
            key={row.id}
            row={row}
            first={i === 0}
            unsent={unsent.includes(row.id)}
            photos={photos.get(row.id) ?? 0}
            startOver={() => ask(row)}
          />
        ))}
      </ul>
      <Dialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={t('claimform:drafts.askTitle')}
        actions={
          <>
            <Button
              look="bad"
              working={busy && t('claimform:drafts.deleting')}
              onClick={() => asked && void discard(asked)}
            >
              {t('claimform:drafts.delete')}
            </Button>
            <Button onClick={() => ask(undefined)}>{t('claimform:drafts.keep')}</Button>
          </>
        }
      >
        {t('claimform:drafts.askText')}
      </Dialog>
    </section>
  )
}

function Row({
  row,
  first,
  unsent,
  photos,
  startOver,
}: {
  row: ClaimRow
  first: boolean
  unsent: boolean
  photos: number
  startOver: () => void
}) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const step = row.step ?? 'sign'
  const title = row.title || (row.type ? t(typeKey(row.type)) : t('claimform:drafts.untitled'))
  return (
    <li className="grid gap-x-8 gap-y-3 py-5 web:sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1">
        <h3 className="type-h3 wrap-anywhere">{title}</h3>
        <p className="text-ink-2">
          {joined(lang, row.insured, row.planName)}
          {row.incidentDay && (
            <>
              {' '}
              · <span className="nobr">{formatDay(row.incidentDay, lang)}</span>
            </>
          )}
        </p>
        <p className="text-small text-ink-2">
          {t('claimform:drafts.at', {
            now: CLAIM_STEPS.indexOf(step) + 1,
            all: CLAIM_STEPS.length,
            step: t(stepKey(step)),
          })}
        </p>
        {unsent && <p className="text-small font-semibold text-warn">{t('claimform:send.kept')}</p>}
        {photos > 0 && (
          <p className="flex flex-wrap gap-x-4 text-small font-semibold text-warn">
            {keptOnDeviceWords(t, photos)}
            <TextLink look="inline" href={localPath(lang, pagePath('documents', row.id))}>
              {t('claims:photos.go')}
              <span className="sr-only"> {title}</span>
            </TextLink>
          </p>
        )}
        <p className="text-small num text-ink-2">
          <span className="nobr">
            {t('claimform:drafts.saved', { time: formatNear(dayOf(row.updatedAt), lang, today) })}
          </span>
          {row.lapsesAt !== null && (
            <>
              {' '}
              · <span className="nobr">{t('claimform:drafts.lapses', { day: lastWholeDay(row.lapsesAt) })}</span>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 web:sm:flex-col web:sm:items-end">
        <Button look={first ? 'accent' : 'primary'} href={localPath(lang, pagePath(step, row.id))}>
          {t('claimform:drafts.go')}
          <span className="sr-only"> {title}</span>
        </Button>
        <TextLink onClick={startOver}>
          {t('claimform:drafts.over')}
          <span className="sr-only"> {title}</span>
        </TextLink>
      </div>
    </li>
  )
}
