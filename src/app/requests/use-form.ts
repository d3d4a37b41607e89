/**
 * What every form does that is filled in on one page and sent at once: marks at its fields, a notice above them, one
 * sending at a time, and a key by which the server knows what is sent again after a lost reply.
 */
import { useRef, useState } from 'react'
import type { FieldErrors } from '../../lib/errors.ts'
import { useT } from '../words/words.tsx'
import { callFailureWords } from './call-failure-words.ts'

/** A reply that refuses; `file` among its fields is the file that was sent along. */
interface Refusal {
  code: number | string
  fields: FieldErrors
  message: string
}

/** `fields`: in the order in which the summary lists them. `words`: of a code at a field. */
export function useForm(fields: readonly string[], words: (field: string, code: string) => string) {
  const t = useT()
  const [codes, setCodes] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [notice, setNotice] = useState('')
  const [sending, setSending] = useState(false)
  const key = useRef('')

  function refuse(wrong: FieldErrors): void {
    setCodes(wrong)
    setAttempt((n) => n + 1)
  }
  const errorOf = (field: string): string | undefined => {
    const code = codes[field]
    return code === undefined ? undefined : words(field, code)
  }

  /** Answers true where the page is left: until then nothing more is sent. */
  async function send(wrong: FieldErrors, deliver: () => Promise<true | void>): Promise<void> {
    if (sending) return
    setNotice('')
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setCodes({})
    setSending(true)
    try {
      if (!(await deliver())) setSending(false)
    } catch (error) {
      setSending(false)
      setNotice(callFailureWords(t, error))
    }
  }

  return {
    errorOf,
    errors: fields.flatMap((id) => {
      const message = errorOf(id)
      return message === undefined ? [] : [{ id, message }]
    }),
    attempt,
    notice,
    sending,
    /** Marks a field, or takes its mark away. */
    mark: (field: string, code?: string): void =>
      setCodes(({ [field]: _, ...rest }) => (code === undefined ? rest : { ...rest, [field]: code })),
    /** These were typed anew: their marks go, and what is sent next is not what was sent before. */
    changed: (names: readonly string[]): void => {
      key.current = ''
      setCodes((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !names.includes(field))))
    },
    /** Shows a refusal at its fields, the file's at `fileField`, or above them. */
    refused: ({ code, fields: { file, ...named }, message }: Refusal, fileField = 'files'): void =>
      code === 'invalid'
        ? refuse({ ...named, ...(file === undefined ? {} : { [fileField]: file }) })
        : setNotice(message),
    say: setNotice,
    /** The same until something is changed. */
    key: (): string => (key.current ||= crypto.randomUUID()),
    wasSent: (): boolean => key.current !== '',
    send,
  }
}
