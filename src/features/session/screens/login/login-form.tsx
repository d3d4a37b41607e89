import { richText } from '../../../../app/parts/rich-text.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { clockText } from '../../../../ui/seconds-left.ts'
import { Field } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import type { LoginState } from './use-login.ts'

/** The fields of the login page, the same on both devices. */
export function LoginForm({ state }: { state: LoginState }) {
  const t = useT()
  const { draft, change, code, setCode, codes, words, notice, busy, attempt, wait, codeField } = state
  const errorOf = (field: string) => words[field] ?? (codes[field] ? t(`errors:field.${codes[field]}`) : undefined)
  const errors = Object.keys(codes).map((field) => ({ id: field, message: errorOf(field) ?? '' }))
  return (
    <CheckedForm className="grid gap-6" onSend={() => void (draft.sentTo || code ? state.submit() : state.send())}>
      {errors.length > 0 && (
        <ErrorSummary
          title={t('session:login.errorTitle', { count: errors.length })}
          errors={errors}
          attempt={attempt}
        />
      )}
      <FailedNotice>{notice}</FailedNotice>
      <Field
        id="destination"
        label={t('session:login.destination')}
        hint={t('session:login.destinationHint')}
        error={errorOf('destination')}
      >
        <TextInput
          name="username"
          autoComplete="username"
          maxLength={254}
          value={draft.destination}
          onChange={(destination) => change({ destination })}
          required
        />
      </Field>
      <CodeField
        state={state}
        error={errorOf('code')}
        codeField={codeField}
        code={code}
        setCode={setCode}
        wait={wait}
        busy={busy}
      />
      <Checkbox id="agreed" checked={draft.agreed} onChange={(agreed) => change({ agreed })} error={errorOf('agreed')}>
        <Agreement />
        <span className="mt-1 block text-small text-ink-2">{t('session:login.age')}</span>
        {state.agreedBefore && <span className="mt-1 block text-small text-ink-2">{t('session:why.agree')}</span>}
      </Checkbox>
      <Button look="accent" type="submit" block working={busy === 'submitting' && t('session:login.submitting')}>
        {t('session:login.submit')}
      </Button>
    </CheckedForm>
  )
}

function CodeField(
  props: Pick<LoginState, 'code' | 'setCode' | 'codeField' | 'wait' | 'busy'> & {
    state: LoginState
    error: string | undefined
  },
) {
  const t = useT()
  const { state, error, code, setCode, codeField, wait, busy } = props
  const { sentTo } = state.draft
  const label =
    wait > 0
      ? t('session:login.againIn', { time: clockText(wait) })
      : t(sentTo ? 'session:login.again' : 'session:login.send')
  return (
    <div className="grid gap-2">
      <Field id="code" label={t('session:login.code')} error={error}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextInput
            code
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={300}
            value={code}
            onChange={(text) => setCode(text)}
            ref={codeField}
            required
          />
          <Button
            waiting={wait > 0}
            onWait={() => void state.send()}
            working={busy === 'sending' && t('session:login.sending')}
            onClick={() => void state.send()}
            className="h-13"
          >
            {label}
          </Button>
        </div>
      </Field>
      <p role="status" className="text-small text-ink-2">
        {sentTo &&
          state.codes['code'] !== 'code_expired' &&
          t('session:login.sent', { destination: sentTo, minutes: LIMITS.codeMinutes })}
      </p>
    </div>
  )
}

function Agreement() {
  const t = useT()
  const lang = useLang()
  const link = (slug: string) => (text: string) => (
    <a className="link" href={localPath(lang, `/information/content/${slug}`)} target="_blank" rel="noopener">
      {text}
    </a>
  )
  return <>{richText(t('session:login.agree'), { terms: link('service-agreement'), privacy: link('privacy') })}</>
}
