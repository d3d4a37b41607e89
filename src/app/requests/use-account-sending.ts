/**
 * Sending a bank account that the server may refuse field by field, once the person has confirmed it. For claims, and
 * for refunds that no provider carries out.
 */
import { useState } from 'react'
import type { FieldErrors } from '../../lib/errors.ts'
import { callFailureWords } from './call-failure-words.ts'
import { toast } from '../parts/toast-store.ts'
import { useT } from '../words/words.tsx'

interface Sending<T> {
  /** What is wrong before it is sent. */
  found: FieldErrors
  request: () => Promise<{ ok: true; data: T } | { ok: false; fields: FieldErrors; message: string }>
  done: (data: T) => void
}

export function useAccountSending<T>({ found, request, done }: Sending<T>) {
  const t = useT()
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

  /** Nothing wrong that this page can tell: asks. */
  function check(): void {
    setAttempt(attempt + 1)
    setRefused({})
    if (!busy && Object.keys(found).length === 0) setAsking(true)
  }

  async function send(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const reply = await request()
      if (reply.ok) {
        setAsking(false)
        done(reply.data)
        return
      }
      setRefused(reply.fields)
      if (Object.keys(reply.fields).length === 0) toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setAsking(false)
    setBusy(false)
  }

  const errors: FieldErrors = attempt > 0 ? { ...refused, ...found } : {}
  /**
   * `check`: the form was submitted. `asking`: the account is shown to be confirmed, with `send` or `back`. `restart`:
   * the fields count as not tried yet. `forgetRefusals`: what the server refused was changed.
   */
  return {
    attempt,
    errors,
    busy,
    check,
    asking,
    send,
    back: () => setAsking(false),
    restart: () => setAttempt(0),
    forgetRefusals: () => setRefused({}),
  }
}
