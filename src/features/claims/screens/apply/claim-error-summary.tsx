import { useT } from '../../../../app/words/words.tsx'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'

interface Props {
  errors: FieldErrors
  errorOf: (key: string) => string | undefined
  attempt: number
  /** Fields in the order of the form; `visits` means all fields of visits. */
  order?: readonly string[]
}

/** The summary of errors, each a link to its field; renders nothing when there are none. */
export function ClaimErrorSummary({ errors, errorOf, attempt, order = [] }: Props) {
  const t = useT()
  const place = (key: string): number => order.indexOf(key.split('.')[0] ?? key)
  const rows = Object.keys(errors)
    .sort((a, b) => place(a) - place(b))
    .map((id) => ({ id, message: errorOf(id) ?? '' }))
  if (rows.length === 0) return null
  return <ErrorSummary title={t('ui:errors.title', { count: rows.length })} errors={rows} attempt={attempt} />
}
