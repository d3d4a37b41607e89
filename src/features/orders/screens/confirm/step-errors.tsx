/** Parts of the ordering wizard's steps in its own words: its trouble and its errors. What every wizard has is in `app/wizard-parts.tsx`. */
import { useT } from '../../../../app/words.tsx'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'

export function StepTrouble({ again }: { again: () => void }) {
  const t = useT()
  return (
    <section role="alert" className="grid justify-items-start gap-3">
      <h1 className="type-h2">{t('confirm:trouble.title')}</h1>
      <p className="measure text-ink-2">{t('confirm:trouble.text')}</p>
      <Button onClick={again}>{t('confirm:trouble.again')}</Button>
    </section>
  )
}

/** The summary of what is wrong; nothing while nothing is. */
export function StepErrors({ errors, errorOf, attempt }: { errors: FieldErrors; errorOf: (key: string) => string | undefined; attempt: number }) {
  const t = useT()
  const rows = Object.keys(errors).map((id) => ({ id, message: errorOf(id) ?? '' }))
  if (rows.length === 0) return null
  return <ErrorSummary title={t('confirm:errors', { count: rows.length })} errors={rows} attempt={attempt} />
}
