/** State and actions of the login page; the arrangement is in `login-form.tsx`. */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { callFailureWords, waitWords } from '../../../../app/requests/call-failure-words.ts'
import { safeBackUrl } from '../../../../app/address/redirect-by-route.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { clearTabState, useTabState } from '../../../../app/storage/use-tab-state.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { LAST_DESTINATION } from '../../../../app/storage/storage-keys.ts'
import { startSession } from '../../../../app/session/session.ts'
import { requireStorage } from '../../../../app/storage/require-storage.ts'
import { visitStore } from '../../../../app/storage/storage.ts'
import { now } from '../../../../lib/days/clock.ts'
import type { Day } from '../../../../lib/days/dates.ts'
import { destinationSchema } from '../../../../lib/people/contact.ts'
import { fieldErrors, type Output } from '../../../../lib/contract.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { useSecondsLeft } from '../../../../ui/seconds-left.ts'
import { login, sendCode } from '../../contract.ts'
import { useAccountQuestion } from './use-account-question.ts'
import { endReasonOf } from './signed-out-notice.tsx'

const KEPT = 'login'
const draftSchema = z.object({ destination: z.string(), sentTo: z.string(), resendAt: z.number(), agreed: z.boolean() })
const BLANK = { destination: '', sentTo: '', resendAt: 0, agreed: false }

type Busy = 'sending' | 'submitting' | undefined

/** What is typed, kept through a reload. */
function useLoginDraft() {
  // After a login ended by itself in this tab the same destination is filled in: only the code is new.
  const [last] = useState(() =>
    endReasonOf(new URLSearchParams(pageSearch())) ? (visitStore().getItem(LAST_DESTINATION) ?? '') : '',
  )
  const [draft, setDraft] = useTabState(KEPT, { ...BLANK, destination: last }, (raw) => {
    const kept = draftSchema.parse(raw)
    return { ...kept, destination: kept.destination || last }
  })
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }))
  return { draft, change, last }
}

/** `pageDay`: the day that the page was built for, whose agreements it leads to. */
export function useLogin(t: Translate, lang: Lang, pageDay: Day) {
  const { draft, change, last } = useLoginDraft()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<FieldErrors>({})
  const [words, setWords] = useState<FieldErrors>({})
  const [notice, setNotice] = useState(() => (import.meta.env.SSR ? '' : storageWords(t)))
  const [sending, setSending] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const signedIn = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const codeField = useRef<HTMLInputElement>(null)
  const wait = useSecondsLeft(draft.resendAt)
  const enter = (reply: Output<typeof login>): void => {
    signedIn.current = true
    startSession(reply)
    clearTabState(KEPT)
    visitStore().setItem(LAST_DESTINATION, draft.destination)
    location.replace(destinationAfter(lang))
  }
  const account = useAccountQuestion(t, pageDay, { onAccepted: enter, onOver: setNotice })

  const refuse = (fields: FieldErrors, said: FieldErrors = {}): void => {
    setCodes(fields)
    setWords(said)
    setAttempt((n) => n + 1)
  }
  const clear = (): void => {
    setCodes({})
    setWords({})
    setNotice('')
  }

  async function send(): Promise<void> {
    if (sending || submitting) return
    clear()
    const parsed = destinationSchema.safeParse(draft.destination)
    if (!parsed.success) return refuse({ destination: firstCode(parsed.error) })
    if (wait > 0 && parsed.data === draft.sentTo) {
      return setWords({ code: t('session:refused.too_soon', { time: waitWords(t, wait) }) })
    }
    setSending(true)
    const before = code
    try {
      const reply = await requestStored(sendCode, { destination: draft.destination })
      if (signedIn.current) return
      if (reply.ok) {
        change({ sentTo: parsed.data, resendAt: now() + reply.data.resendAfter * 1000 })
        // On a bad connection the code may arrive before this reply: what was typed meanwhile stays, and so does the
        // focus.
        if (codeField.current?.value === before) {
          setCode('')
          codeField.current.focus()
        }
      } else {
        const retryAfter = reply.extra.retryAfter ?? LIMITS.resendSeconds
        if (reply.code === 'too_soon') change({ sentTo: parsed.data, resendAt: now() + retryAfter * 1000 })
        if (reply.code === 'invalid') refuse(reply.fields)
        else setNotice(refusedWords(t, reply.code, reply.extra) ?? reply.message)
      }
    } catch (error) {
      setNotice(callFailureWords(t, error))
    } finally {
      setSending(false)
    }
  }

  /** Does not wait for the reply to `send`: whoever has the code may sign in. */
  async function submit(): Promise<void> {
    if (submitting) return
    clear()
    const input = { destination: draft.destination, code, agreed: draft.agreed, pageDay }
    const parsed = login.input.safeParse(input)
    if (!parsed.success) return refuse(fieldErrors(parsed.error))
    setSubmitting(true)
    try {
      const reply = await requestStored(login, input)
      if (reply.ok) return enter(reply.data)
      const said = refusedWords(t, reply.code, reply.extra)
      if (reply.code === 'accept_account') {
        account.ask(reply.extra)
        setCode('')
        change({ sentTo: '', agreed: false })
      } else if (reply.code === 'invalid') refuse(reply.fields)
      else if (said && reply.code !== 'too_many') refuse({ code: reply.code }, { code: said })
      else setNotice(said ?? reply.message)
    } catch (error) {
      setNotice(callFailureWords(t, error))
    }
    setSubmitting(false)
  }

  const busy: Busy = submitting ? 'submitting' : sending ? 'sending' : undefined
  const agreedBefore = last !== '' && draft.destination === last
  return {
    account,
    agreedBefore,
    draft,
    change,
    code,
    setCode,
    codes,
    words,
    notice,
    busy,
    attempt,
    wait,
    codeField,
    send,
    submit,
  }
}

export type LoginState = ReturnType<typeof useLogin>

/** A call whose login would be lost with the page is not made. */
const requestStored: typeof request = async (call, input) => {
  requireStorage()
  return request(call, input)
}

/** Said before a code is asked for: where nothing lasts, the login page would follow every login. */
function storageWords(t: Translate): string {
  try {
    requireStorage()
    return ''
  } catch (error) {
    return callFailureWords(t, error)
  }
}

const firstCode = (error: z.core.$ZodError): string => fieldErrors(error)[''] ?? 'invalid'

function refusedWords(
  t: Translate,
  code: string,
  extra: { retryAfter?: number; triesLeft?: unknown },
): string | undefined {
  const time = waitWords(t, extra.retryAfter ?? LIMITS.resendSeconds)
  if (code === 'code_wrong') return t('session:refused.code_wrong', { count: Number(extra.triesLeft) })
  if (['too_soon', 'backoff', 'too_many', 'code_expired'].includes(code)) return t(`session:refused.${code}`, { time })
  return undefined
}

/** Back to the page that the person came from, else to the personal centre. */
function destinationAfter(lang: Lang): string {
  const back = safeBackUrl(new URLSearchParams(pageSearch()).get('backUrl'))
  return back ?? localPath(lang, '/personal')
}
