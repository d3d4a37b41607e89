/** The error codes of a form's fields, as the page or the server found them, and how often the form was refused. */
import { useState } from 'react'
import type { FieldErrors } from '../lib/errors.ts'

export function useFieldCodes() {
  const [codes, setCodes] = useState<FieldErrors>({})
  /** Counts refusals: each brings the summary of errors into view again. */
  const [attempt, setAttempt] = useState(0)
  const refuse = (fields: FieldErrors): void => {
    setCodes(fields)
    setAttempt((n) => n + 1)
  }
  /** These fields were changed, so what was found of them does not count any more. */
  const forget = (...fields: readonly string[]): void => setCodes((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))))
  return { codes, setCodes, attempt, refuse, forget }
}

/** The errors for the summary, in the order of the fields. */
export const errorsOf = (fields: readonly string[], errorOf: (field: string) => string | undefined): { id: string; message: string }[] =>
  fields.flatMap((id) => { const message = errorOf(id); return message ? [{ id, message }] : [] })
