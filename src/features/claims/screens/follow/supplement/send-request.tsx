/** Sends the answer to a request once nothing is missing; otherwise lists what is. */
import { useUploads } from '../../configure-uploads.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { request as ask } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../../ui/ErrorSummary.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { getClaim, sendSupplement, type ClaimView, type RequestView } from '../../../contract.ts'
import { progressPath, itemPath } from '../../../rules/claim-paths.ts'
import { sendingWords } from '../../photos-waiting.tsx'
import { $checking, sendWhenChecked } from '../../send-when-checked.ts'
import { openItems } from '../claim-selectors.ts'
import type { ClaimProps } from '../load-claim.tsx'
import { buttonVariantFor } from '../button-look-after-death.ts'

type Props = ClaimProps & { request: RequestView }

export function SendRequest({ claim, put, request: { id } }: Props) {
  const t = useT()
  const lang = useLang()
  const uploads = useUploads(claim.id)
  const { pending, standing } = uploads
  const waits =
    standing.going > 0 ? sendingWords(t, uploads, standing.going) : t('claims:photos.decide', { count: pending })
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const checking = useStore($checking)
  // What has come since it was to be sent is no longer missing.
  const left = attempt > 0 ? missing(claim) : []

  /** Links to the item, on this page or on its own. */
  function missing(now: ClaimView): { id: string; message: string }[] {
    return now.requests
      .filter((it) => it.id === id)
      .flatMap(openItems)
      .map((item) => ({
        id: `item-${item.id}`,
        message: t('claimprogress:send.missing', { name: item.title[lang] }),
      }))
  }

  const arrived = (): void => location.assign(localPath(lang, `${progressPath(claim.id)}&sent=1`))

  async function send(): Promise<void> {
    setBusy(true)
    try {
      // Files that arrived a moment ago have changed the claim, so the current state is loaded and sent.
      const now = await ask(getClaim, { id: claim.id })
      // It was sent before, and the answer was lost on the way back.
      if (now.ok && now.data.requests.some((it) => it.id === id && it.status === 'sent')) return arrived()
      if (now.ok) put(now.data)
      setAttempt((n) => n + 1)
      if (now.ok && missing(now.data).length > 0) return setBusy(false)
      const reply = now.ok
        ? await sendWhenChecked(() => ask(sendSupplement, { id: claim.id, version: now.data.version, request: id }))
        : now
      if (reply.ok) return arrived()
      toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  const main =
    pending > 0 ? (
      <Button look={buttonVariantFor(claim)} waiting onWait={() => toast(waits)}>
        {waits}
      </Button>
    ) : (
      <Button
        look={buttonVariantFor(claim)}
        icon="send"
        working={busy && (checking > 0 ? t('uploads:wait', { count: checking }) : t('claimprogress:sending'))}
        onClick={() => void send()}
      >
        {t('claimprogress:need.send')}
      </Button>
    )
  const wake = pending > 0 && standing.going > 0 && uploads.disconnected
  return (
    <div className="grid gap-4">
      {left.length > 0 && (
        <ErrorSummary attempt={attempt} title={t('claimprogress:send.errors', { count: left.length })} errors={left} />
      )}
      <p className="text-small text-ink-2">{t('claimprogress:send.text')}</p>
      <Actions main={main} side={wake && <TextLink onClick={uploads.wake}>{t('claims:photos.now')}</TextLink>} />
    </div>
  )
}

/** The link after the files of one item: to the next item, or to the whole request. */
export function nextItem(request: RequestView, current: string, claim: string): string | undefined {
  const next = openItems(request).find(({ id }) => id !== current)
  return next && itemPath(claim, next.id)
}
