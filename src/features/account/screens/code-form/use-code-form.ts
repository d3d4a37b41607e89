/** A form that sends a code and accepts it: countdown, wrong and expired codes, no connection. */
import { useRef, useState } from 'react'
import { callFailureWords, waitWords } from '../../../../app/requests/call-failure-words.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import type { Reply } from '../../../../app/requests/read-reply.ts'
import { useTabState } from '../../../../app/storage/use-tab-state.ts'
import { useT } from '../../../../app/words/words.tsx'
import { z } from 'zod/mini'
import { now } from '../../../../lib/days/clock.ts'
import type { Call } from '../../../../lib/contract.ts'
import { codeSchema } from '../../../../lib/people/contact.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { useSecondsLeft } from '../../../../ui/seconds-left.ts'
import type { sendContactCode } from '../../contact-calls.ts'

const sentSchema = z.object({ to: z.string(), resendAt: z.number() })
const NOT_SENT = { to: '', resendAt: 0 }

export interface CodeFormOptions<T> {
  /** Storage key, within this tab, of what was sent; the code itself is not stored. */
  kept: string
  /** Id of the code's field. */
  codeId: string
  /** Where to send the code, from what was typed; `undefined` with an error at its field. */
  destination: () => { to: string } | { field: string; error: string }
  send: () => Promise<Reply<Call & Pick<typeof sendContactCode, 'output'>>>
  submit: (code: string) => Promise<Reply<Call & { output: z.ZodMiniType<T> }>>
  onDone: (data: T) => void
  /** True for a refusal that is not about the code and was handled: the form then shows nothing. */
  handles?: (code: string) => boolean
  /** Other errors when the code is submitted, by field. */
  checks?: () => FieldErrors
  /** Words of a refusal that is not about codes. */
  words?: (code: string) => string | undefined
}

export function useCodeForm<T>(options: CodeFormOptions<T>) {
  const t = useT()
  const [sent, setSent] = useTabState(options.kept, NOT_SENT, (raw) => sentSchema.parse(raw))
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState('')
  const [sending, setSending] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const codeField = useRef<HTMLInputElement>(null)
  const wait = useSecondsLeft(sent.resendAt)

  const fail = (fields: FieldErrors): void => {
    setErrors(fields)
    setAttempt((n) => n + 1)
  }

  /** Runs an action and shows why it failed. */
  async function run(setBusy: (busy: boolean) => void, act: () => Promise<void>): Promise<void> {
    setErrors({})
    setNotice('')
    const given = options.destination()
    if ('error' in given) return fail({ [given.field]: given.error })
    setBusy(true)
    try {
      await act()
    } catch (error) {
      setNotice(callFailureWords(t, error))
    } finally {
      setBusy(false)
    }
  }

  function refused(reply: Extract<Reply<Call>, { ok: false }>): void {
    if (options.handles?.(reply.code)) return
    const words = (name: string): string | undefined => refusedWords(t, name, reply.extra) ?? options.words?.(name)
    const fields = Object.fromEntries(
      Object.entries(reply.fields).map(([field, name]) => [
        field === 'code' ? options.codeId : field,
        words(name) ?? t(`errors:field.${name}`),
      ]),
    )
    if (Object.keys(fields).length > 0) fail(fields)
    else setNotice(words(reply.code) ?? reply.message)
  }

  const send = async (): Promise<void> => {
    if (sending || submitting) return
    const given = options.destination()
    if (wait > 0 && 'to' in given && given.to === sent.to) {
      setErrors({})
      setNotice(t('verificationcode:refused.too_soon', { time: waitWords(t, wait) }))
      return
    }
    const before = code
    await run(setSending, async () => {
      const reply = await options.send()
      if (!reply.ok && reply.code !== 'too_soon') return refused(reply)
      const seconds = reply.ok ? reply.data.resendAfter : (reply.extra.retryAfter ?? LIMITS.resendSeconds)
      setSent({ to: 'to' in given ? given.to : '', resendAt: now() + seconds * 1000 })
      if (!reply.ok) return refused(reply)
      // On a bad connection the code may arrive before this reply: what was typed meanwhile stays, and so does the
      // focus.
      if (codeField.current?.value !== before) return
      setCode('')
      codeField.current.focus()
    })
  }

  /** Does not wait for the reply to `send`: whoever has the code may continue. */
  const submit = async (): Promise<void> => {
    if (submitting) return
    const parsed = codeSchema.safeParse(code)
    const others = options.checks?.() ?? {}
    if (!parsed.success || Object.keys(others).length > 0) {
      const given = options.destination()
      setNotice('')
      fail({
        ...('error' in given ? { [given.field]: given.error } : {}),
        ...(parsed.success
          ? {}
          : { [options.codeId]: t(`errors:field.${parsed.error.issues[0]?.message ?? 'code_format'}`) }),
        ...others,
      })
      return
    }
    await run(setSubmitting, async () => {
      const reply = await options.submit(parsed.data)
      if (reply.ok) options.onDone(reply.data)
      else refused(reply)
    })
  }

  const busy = submitting ? ('submitting' as const) : sending ? ('sending' as const) : undefined
  return { code, setCode, codeField, errors, notice, busy, attempt, wait, sentTo: sent.to, send, submit }
}
export type CodeForm = ReturnType<typeof useCodeForm>

const TIMED = ['too_soon', 'too_many', 'backoff', 'code_expired']

function refusedWords(
  t: Translate,
  code: string,
  extra: { retryAfter?: number; triesLeft?: unknown },
): string | undefined {
  if (code === 'code_wrong') return t('verificationcode:refused.code_wrong', { count: Number(extra.triesLeft) })
  return TIMED.includes(code)
    ? t(`verificationcode:refused.${code}`, { time: waitWords(t, extra.retryAfter ?? LIMITS.resendSeconds) })
    : undefined
}
