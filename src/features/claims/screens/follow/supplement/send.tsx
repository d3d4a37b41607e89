/** Sends what a request asked for, once nothing is missing; names what is. */
import '../../sender.ts'
import { useState } from 'react'
import { request as ask } from '../../../../../app/client.ts'
import { failedWords } from '../../../../../app/failed.ts'
import { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { toast } from '../../../../../app/toast.ts'
import { useLang, useT } from '../../../../../app/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../../ui/ErrorSummary.tsx'
import { getClaim, sendSupplement, type ClaimView, type RequestView } from '../../../contract.ts'
import { progressPath } from '../../../shapes.ts'
import { openItems } from '../case.ts'
import { itemPath } from '../paths.ts'
import type { ClaimProps } from '../with-claim.tsx'

type Props = ClaimProps & { request: RequestView }

export function SendRequest({ claim, put, request: { id } }: Props) {
  const t = useT()
  const lang = useLang()
  const { pending } = useUploads(claim.id)
  const [errors, setErrors] = useState<{ id: string; message: string }[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)

  /** Leads to the item: on this page, or its own. */
  function missing(now: ClaimView): { id: string; message: string }[] {
    const request = now.requests.find((it) => it.id === id)
    return request ? openItems(request).map((item) => ({ id: `item-${item.id}`, message: t('follow:send.missing', { name: item.title[lang] }) })) : []
  }

  async function send(): Promise<void> {
    setBusy(true)
    try {
      // Files that arrived a moment ago have changed the claim: what is sent is what stands now.
      const now = await ask(getClaim, { id: claim.id })
      if (now.ok) put(now.data)
      const found = now.ok ? missing(now.data) : []
      setErrors(found)
      setAttempt((n) => n + 1)
      if (now.ok && found.length === 0) {
        const reply = await ask(sendSupplement, { id: claim.id, version: now.data.version, request: id })
        if (reply.ok) {
          location.assign(localPath(lang, `${progressPath(claim.id)}&sent=1`))
          return
        }
        toast(reply.message, 'bad')
      } else if (!now.ok) toast(now.message, 'bad')
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <div className="grid justify-items-start gap-4 mobile:[&>.btn]:w-full">
      {errors.length > 0 && <div className="w-full"><ErrorSummary attempt={attempt} title={t('follow:send.errors', { count: errors.length })} errors={errors} /></div>}
      <p className="text-small text-ink-2">{t('follow:send.text')}</p>
      {pending > 0
        ? <Button look="accent" waiting onWait={() => toast(t('follow:send.wait', { count: pending }))}>{t('follow:send.wait', { count: pending })}</Button>
        : <Button look="accent" icon="send" working={busy && t('follow:sending')} onClick={() => void send()}>{t('follow:need.send')}</Button>}
    </div>
  )
}

/** After the files of one item: what comes next, the following item or the whole. */
export function nextItem(request: RequestView, current: string, claim: string): string | undefined {
  const next = openItems(request).find(({ id }) => id !== current)
  return next && itemPath(claim, next.id)
}
