/**
 * Parts of the ordering wizard's steps that use its own words: problems and errors. Parts that every wizard has are in
 * `app/parts/wizard-parts.tsx`.
 */
import { loadFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { RequestFailed } from '../../../../app/requests/read-reply.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { useT } from '../../../../app/words/words.tsx'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'

/** Why a step's page did not load, and how to try again. `error`: what `useLoad` reports. */
export function StepTrouble({ error, again }: { error: unknown; again: () => void }) {
  const t = useT()
  // An old page cannot read a newer answer, however often it asks.
  const updated = error instanceof RequestFailed && error.code === 'updated'
  return (
    <section role="alert" className="grid justify-items-start gap-3">
      <h1 className="type-h2">{t('confirm:trouble.title')}</h1>
      <p className="measure text-ink-2">{loadFailureWords(t, error) ?? t('confirm:trouble.text')}</p>
      <Button onClick={() => (updated ? location.reload() : again())}>{t('confirm:trouble.again')}</Button>
    </section>
  )
}

/** Says that answers are missing where nothing else is wrong. */
export const errorsTitle = (t: Translate, codes: readonly string[]): string =>
  t(codes.every((code) => /required$|^tick$/.test(code)) ? 'confirm:unanswered' : 'confirm:errors', {
    count: codes.length,
  })

/** The summary of errors; renders nothing when there are none. */
export function StepErrors({
  errors,
  errorOf,
  attempt,
}: {
  errors: FieldErrors
  errorOf: (key: string) => string | undefined
  attempt: number
}) {
  const t = useT()
  const rows = Object.keys(errors).map((id) => ({ id, message: errorOf(id) ?? '' }))
  if (rows.length === 0) return null
  return <ErrorSummary title={errorsTitle(t, Object.values(errors))} errors={rows} attempt={attempt} />
}
