/** The field of a code with the button that sends it, and the form's messages above. */
import { useT } from '../../../../app/words/words.tsx'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { clockText } from '../../../../ui/seconds-left.ts'
import { TextInput } from '../../../../ui/TextInput.tsx'
import type { CodeForm } from './use-code-form.ts'

export function FormProblems({ form: { errors, attempt, notice } }: { form: CodeForm }) {
  const t = useT()
  const list = Object.entries(errors).map(([id, message]) => ({ id, message }))
  return (
    <>
      {list.length > 0 && (
        <ErrorSummary
          title={t('verificationcode:errorTitle', { count: list.length })}
          errors={list}
          attempt={attempt}
        />
      )}
      <FailedNotice>{notice}</FailedNotice>
    </>
  )
}

export function CodeField({ id, form }: { id: string; form: CodeForm }) {
  const t = useT()
  const { code, setCode, codeField, errors, wait, busy, sentTo, send } = form
  const label =
    wait > 0
      ? t('verificationcode:againIn', { time: clockText(wait) })
      : t(sentTo ? 'verificationcode:again' : 'verificationcode:send')
  return (
    <div className="grid gap-2">
      <Field id={id} label={t('verificationcode:label')} hint={t('verificationcode:hint')} error={errors[id]}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextInput
            code
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={300}
            value={code}
            onChange={setCode}
            ref={codeField}
            required
          />
          <Button
            className="h-13"
            waiting={wait > 0}
            onWait={() => void send()}
            working={busy === 'sending' && t('verificationcode:sending')}
            onClick={() => void send()}
          >
            {label}
          </Button>
        </div>
      </Field>
      <p role="status" className="text-small text-ink-2">
        {sentTo && t('verificationcode:sent', { destination: sentTo, minutes: LIMITS.codeMinutes })}
      </p>
    </div>
  )
}
