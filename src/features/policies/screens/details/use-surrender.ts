/** State and actions of the dialog that cancels a policy: the sum, the letter if the visa was refused, and the request. */
import { useState } from 'react'
import { browserEnvironment, request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { refusalOf } from '../../../../app/photos/upload-words.ts'
import { useChosenFiles } from '../../../../app/photos/use-chosen-files.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { createUpload } from '../../../../app/requests/upload-request.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useT } from '../../../../app/words/words.tsx'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import {
  attachRefusalLetter,
  surrenderAfterVisaRefusal,
  surrenderPolicy,
  surrenderQuote,
  type SurrenderQuote,
} from '../../surrender-calls.ts'

const upload = createUpload(browserEnvironment)
type Loaded = SurrenderQuote | { refused: string }
/** `changed`: the sum is another one now and is shown again · `refused`: the reason in words. */
type Sent = 'requested' | 'cancelled' | { changed: string } | { refused: string } | { file: string }

export type SurrenderState = ReturnType<typeof useSurrender>

export function useSurrender(id: string, finish: () => void) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const [visaRefused, setVisaRefused] = useState(false)
  const [fileCode, setFileCode] = useState<string>()
  const letter = useChosenFiles(setFileCode)
  const [loaded, again] = useLoad<Loaded>(`surrender ${id} ${round}`, async () => {
    const reply = await request(surrenderQuote, { id })
    return reply.ok ? reply.data : { refused: reply.message }
  })
  const quote = loaded.state === 'ready' && !('refused' in loaded.data) ? loaded.data : undefined
  const withLetter = visaRefused ? (quote?.visaRefused ?? undefined) : undefined

  async function ask(amount: number): Promise<Sent> {
    const reply = await request(surrenderPolicy, { id, amount })
    return reply.ok
      ? reply.data.outcome
      : reply.code === 'changed'
        ? { changed: reply.message }
        : { refused: reply.message }
  }

  async function askWithLetter(amount: number): Promise<Sent> {
    const [first, ...more] = letter.ready
    if (!first) return { file: 'attachment_required' }
    const reply = await upload(
      surrenderAfterVisaRefusal,
      { id, amount, notTravelled: true, sha256: first.sha256 },
      { files: { file: first.blob } },
    )
    if (!reply.ok && reply.code === 'changed') return { changed: reply.message }
    // `requested` means that an earlier answer was lost: the request exists, and a file that was sent already is stored
    // once.
    if (!reply.ok && reply.code !== 'requested')
      return reply.fields['file'] ? { file: reply.fields['file'] } : { refused: reply.message }
    for (const next of reply.ok ? more : letter.ready) {
      const added = await upload(attachRefusalLetter, { id, sha256: next.sha256 }, { files: { file: next.blob } })
      if (!added.ok) return added.fields['file'] ? { file: added.fields['file'] } : { refused: added.message }
    }
    return 'requested'
  }

  async function confirm(): Promise<void> {
    if (!quote || busy) return
    if (withLetter && letter.ready.length < Math.max(1, letter.files.length)) {
      setFileCode(letter.files.length === 0 ? 'attachment_required' : 'files_pending')
      return
    }
    setBusy(true)
    try {
      const sent = await (withLetter ? askWithLetter(withLetter.amount.amount) : ask(quote.amount.amount))
      if (typeof sent === 'object' && 'file' in sent) setFileCode(sent.file)
      else {
        toast(
          typeof sent === 'string'
            ? t(`policies:surrender.done.${sent}`)
            : 'changed' in sent
              ? sent.changed
              : sent.refused,
          typeof sent === 'string' ? 'plain' : 'bad',
        )
        if (typeof sent === 'object' && 'changed' in sent) setRound(round + 1)
        else finish()
      }
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  const fileError =
    fileCode &&
    (fileCode.startsWith('file_')
      ? refusalOf(t, fileCode, null)
      : t(`errors:field.${fileCode}`, { photos: LIMITS.maxPhotos }))
  return {
    loaded,
    again,
    quote,
    withLetter,
    busy,
    confirm,
    visaRefused,
    setVisaRefused,
    letter,
    fileError: fileError || undefined,
  }
}
