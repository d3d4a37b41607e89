import { useT } from '../../../../app/words.tsx'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'

/** The summary of what is wrong, each line leading to its field; nothing while nothing is. */
export function Errors({ errors, errorOf, attempt }: { errors: FieldErrors; errorOf: (key: string) => string | undefined; attempt: number }) {
  const t = useT()
  const rows = Object.keys(errors).map((id) => ({ id, message: errorOf(id) ?? '' }))
  if (rows.length === 0) return null
  return <ErrorSummary title={t('ui:errors.title', { count: rows.length })} errors={rows} attempt={attempt} />
}
