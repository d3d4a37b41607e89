/** The school's questions, and the button that begins an application. */
import { useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { requireStorage } from '../../../../app/storage/require-storage.ts'
import { useTabState } from '../../../../app/storage/use-tab-state.ts'
import type { Translate } from '../../../../app/words/translate.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { orderPath } from '../../../orders/list-contract.ts'
import { checkDetails, DETAIL_MAX } from '../../rules/campaign-fields.ts'
import { beginApplication, type CampaignView } from '../../contract.ts'

type Details = Record<string, string>
const readDetails = (raw: unknown): Details =>
  typeof raw === 'object' && raw !== null
    ? Object.fromEntries(Object.entries(raw).filter((it): it is [string, string] => typeof it[1] === 'string'))
    : {}

export function BeginApplication({
  campaign: { name, fields, mine, payer, invited },
  address,
  invite,
}: {
  campaign: CampaignView
  address: string
  invite: string | undefined
}) {
  const t = useT()
  const lang = useLang()
  // Kept in this tab over a reload and a change of language.
  const [details, setDetails] = useTabState<Details>(`campaign:${address}:${invite ?? ''}`, invited ?? {}, readDetails)
  const [key] = useState(() => crypto.randomUUID())
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [shared, setShared] = useState(false)
  const { errors } = checkDetails(fields, details)
  const mustShare = payer === 'school' && !shared
  const shareMissing = t('collection:begin.share.missing', { name })
  const shown =
    attempt > 0
      ? [
          ...Object.entries(errors).map(([id, code]) => ({ id, message: errorOf(t, id, code) })),
          ...(mustShare ? [{ id: 'shared', message: shareMissing }] : []),
        ]
      : []

  async function begin(): Promise<void> {
    setAttempt((n) => n + 1)
    setProblem('')
    if (busy || mustShare || Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      // The device's secret, which owns the application, has to last.
      requireStorage()
      const asked = { campaign: address, invite: invited ? invite : undefined, details, shared, key }
      const reply = await request(beginApplication, asked)
      if (reply.ok) {
        setDetails(() => ({}))
        return location.assign(localPath(lang, orderPath(reply.data.order)))
      }
      setProblem(reply.message)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setProblem(callFailureWords(t, error))
    }
    setBusy(false)
  }

  return (
    <section className="grid gap-6">
      <What another={mine.length > 0} payer={payer} />
      <CheckedForm className="grid max-w-xl gap-6" onSend={() => void begin()}>
        <ErrorSummary title={t('collection:begin.errors', { count: shown.length })} errors={shown} attempt={attempt} />
        {fields.map((field) => (
          <Field
            key={field}
            id={`details.${field}`}
            label={t(`collection:field.${field}`)}
            error={shown.find(({ id }) => id === `details.${field}`)?.message}
          >
            <TextInput
              value={details[field] ?? ''}
              maxLength={DETAIL_MAX}
              required
              onChange={(value) => setDetails((now) => ({ ...now, [field]: value }))}
            />
          </Field>
        ))}
        <ShareBox {...{ name, payer, shared, setShared }} error={attempt > 0 && mustShare ? shareMissing : undefined} />
        <FailedNotice>{problem}</FailedNotice>
        <p>
          <Button
            look={mine.length > 0 ? 'line' : 'accent'}
            type="submit"
            working={busy && t('collection:begin.working')}
          >
            {t('collection:begin.go')}
          </Button>
        </p>
      </CheckedForm>
    </section>
  )
}

function What({ another, payer }: Pick<CampaignView, 'payer'> & { another: boolean }) {
  const t = useT()
  return (
    <>
      <div className="grid gap-1 border-b border-ink pb-3">
        <h2 className="type-h2">{t(another ? 'collection:begin.another' : 'collection:begin.title')}</h2>
        <p className="text-ink-2">{t(another ? 'collection:begin.anotherText' : 'collection:begin.text')}</p>
      </div>
      <ol className="prose-list measure list-decimal">
        {(['read', 'fill', payer] as const).map((step) => (
          <li key={step}>{t(`collection:begin.steps.${step}`)}</li>
        ))}
      </ol>
    </>
  )
}

interface Share extends Pick<CampaignView, 'name' | 'payer'> {
  shared: boolean
  setShared: (yes: boolean) => void
  error: string | undefined
}

/** What the school sees is a consent of its own (PIPL art. 23); a school that pays needs it. */
function ShareBox({ name, payer, shared, setShared, error }: Share) {
  const t = useT()
  return (
    <Checkbox id="shared" checked={shared} onChange={setShared} error={error}>
      {t('collection:begin.share.text', { name })}
      <span className="text-small block text-ink-2">{t(`collection:begin.share.${payer}`, { name })}</span>
    </Checkbox>
  )
}

const errorOf = (t: Translate, id: string, code: string): string =>
  t('collection:begin.errorOf', {
    field: t(`collection:field.${id.slice('details.'.length)}`),
    error: t(`errors:field.${code}`),
  })
