/**
 * The code that was sent to a contact on the policy. Shown while a registration waits, whether or not there is such a
 * policy: nothing here tells.
 */
import { useState } from 'react'
import { request } from '../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../app/requests/use-button-request.ts'
import { useT } from '../../../app/words/words.tsx'
import { codeSchema } from '../../../lib/people/contact.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { CheckedForm } from '../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../ui/Notice.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { confirmRegistration, type Overview } from '../contract.ts'

export interface CodeFormProps {
  /** Wrong codes that may still be entered. */
  tries: number
  onOpened: (overview: Overview) => void
  /** It was decided meanwhile: loads the result. */
  reload: () => void
}

export function CodeSection({ tries, ...rest }: CodeFormProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  if (over || tries === 0) return <Notice live="status">{t('credentials:code.over')}</Notice>
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="type-h3">{t('credentials:code.title')}</h2>
      <p className="measure text-ink-2">{t('credentials:code.text', { hours: LIMITS.registrationCodeHours })}</p>
      <CodeForm {...rest} onTriesOver={() => setOver(true)} />
    </section>
  )
}

function CodeForm({ onOpened, reload, onTriesOver }: Omit<CodeFormProps, 'tries'> & { onTriesOver: () => void }) {
  const t = useT()
  const { working, notice, run } = useButtonRequest()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [attempt, setAttempt] = useState(0)

  const refuse = (message: string): undefined => {
    setError(message)
    setAttempt((n) => n + 1)
  }
  const submit = () =>
    run(async () => {
      setError('')
      const given = codeSchema.safeParse(code)
      if (!given.success) return refuse(t(`errors:field.${given.error.issues[0]?.message ?? 'code_format'}`))
      const reply = await request(confirmRegistration, { code: given.data })
      if (reply.ok) onOpened(reply.data)
      else if (reply.code === 'code_wrong')
        return refuse(t('credentials:code.wrong', { count: Number(reply.extra['triesLeft']) }))
      else if (reply.code === 'code_tries_over') onTriesOver()
      else {
        reload()
        return reply.message
      }
      return undefined
    })

  return (
    <CheckedForm className="grid grid-cols-1 gap-4" onSend={() => void submit()}>
      <FailedNotice>{notice}</FailedNotice>
      {error && (
        <ErrorSummary
          title={t('credentials:errorTitle', { count: 1, number: 1 })}
          errors={[{ id: 'code', message: error }]}
          attempt={attempt}
        />
      )}
      <Field id="code" label={t('credentials:code.label')} hint={t('credentials:code.hint')} error={error}>
        <TextInput
          code
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={300}
          value={code}
          onChange={setCode}
          required
        />
      </Field>
      <p>
        <Button
          look="accent"
          type="submit"
          className="mobile:w-full"
          working={working && t('credentials:code.working')}
        >
          {t('credentials:code.go')}
        </Button>
      </p>
    </CheckedForm>
  )
}
