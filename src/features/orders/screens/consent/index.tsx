/** The page of the insured student: who buys, what is paid on death; agree by typing the sum, or refuse (domain §4.2). */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useHideSaveAndLeave } from '../../../../app/parts/hide-save-and-leave.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { StepHead, TextWaiting } from '../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { formatAmount, fromMajor } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { agreeConsent, viewConsent, type ConsentView } from '../../contract.ts'
import { StepErrors, StepTrouble } from '../confirm/step-errors.tsx'
import { readWholeYuan } from '../confirm/steps/whole-yuan.ts'
import { TextSections } from '../confirm/purchase-text-sections.tsx'

type Found = ConsentView | 'expired'

export default function StudentConsent({ code }: { code: string }) {
  const t = useT()
  // The student has no draft here: "Save and leave" would lead to somebody else's order.
  useHideSaveAndLeave()
  const [found, again] = useLoad<Found>(code, () => load(code))
  if (found.state === 'loading') return <TextWaiting />
  if (found.state === 'failed') return <StepTrouble error={found.error} again={again} />
  if (found.data === 'expired' || found.data.status === 'closed') {
    return (
      <Empty kind="notFound" level={1} title={t('confirm:student.expired.title')}>
        {t('confirm:student.expired.text')}
      </Empty>
    )
  }
  if (found.data.status !== 'sent')
    return <Settled agreed={found.data.status === 'agreed'} buyer={found.data.policyholder} />
  return <Decide key={found.data.text.sha256} code={code} view={found.data} again={again} />
}

async function load(code: string): Promise<Found> {
  const reply = await request(viewConsent, { code })
  return !reply.ok && ['consent_expired', 'not_found', 'invalid'].includes(reply.code) ? 'expired' : dataOf(reply)
}

function Settled({ agreed, buyer }: { agreed: boolean; buyer: string }) {
  const t = useT()
  const key = agreed ? 'agreed' : 'refused'
  return (
    <div className="grid gap-6">
      <StepHead title={t(`confirm:student.${key}.title`)} lead={t(`confirm:student.${key}.text`, { buyer })} />
      <Notice kind={agreed ? 'ok' : 'plain'}>{t('confirm:student.closeTab')}</Notice>
    </div>
  )
}

function Decide({ code, view, again }: { code: string; view: ConsentView; again: () => void }) {
  const t = useT()
  const lang = useLang()
  const openedAt = useNow(null)
  const [mine, setMine] = useState(false)
  const [sensitive, setSensitive] = useState(false)
  const [amount, setAmount] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [settled, setSettled] = useState<'agreed' | 'refused'>()
  const sum = formatAmount(fromMajor(view.deathBenefit, 'CNY'), lang)
  const typed = readWholeYuan(amount)
  const errors: Record<string, string> = {
    ...(mine ? {} : { mine: t('confirm:student.nameMissing') }),
    ...(sensitive ? {} : { sensitive: t('confirm:student.sensitiveMissing') }),
    ...(view.deathBenefit === 0 || typed === view.deathBenefit
      ? {}
      : { amount: t('confirm:student.amountDiffers', { sum }) }),
  }
  const shown = attempt > 0 ? errors : {}

  async function send(agree: boolean): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(agreeConsent, {
        code,
        agree,
        nameConfirmed: mine,
        sensitive,
        amount: agree && view.deathBenefit > 0 ? (typed ?? null) : null,
        sha256: view.text.sha256,
        openedAt,
      })
      if (reply.ok) setSettled(reply.data.status)
      else if (reply.code === 'text_changed' || reply.code === 'consent_settled') again()
      else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  if (settled) return <Settled agreed={settled === 'agreed'} buyer={view.policyholder} />
  return (
    <CheckedForm
      className="grid max-w-3xl gap-8"
      onSend={() => {
        setAttempt((n) => n + 1)
        if (Object.keys(errors).length === 0) void send(true)
      }}
    >
      <StepHead title={view.text.title} lead={view.text.lead} />
      <StepErrors errors={shown} errorOf={(key) => shown[key]} attempt={attempt} />
      <TextSections sections={view.text.sections} />
      <Documents plan={view.plan} />
      {view.text.declarations.map(({ id, text, more }) => (
        <Checkbox key={id} id={id} checked={sensitive} onChange={setSensitive} error={shown[id]}>
          {text}
          {more && <span className="text-small block text-ink-2">{more}</span>}
        </Checkbox>
      ))}
      <Checkbox id="mine" checked={mine} onChange={setMine} error={shown['mine']}>
        {t('confirm:student.name', { name: view.insured })}
      </Checkbox>
      {view.deathBenefit > 0 && (
        <Amount sum={view.deathBenefit} value={amount} onChange={setAmount} error={shown['amount']} />
      )}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="accent" type="submit" working={busy && t('confirm:saving')}>
          {t(view.deathBenefit > 0 ? 'confirm:student.agree' : 'confirm:student.agreePlain')}
        </Button>
        <TextLink onClick={() => setAsking(true)}>{t('confirm:student.refuse')}</TextLink>
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('confirm:student.refuseTitle')}
        actions={
          <>
            <Button look="bad" onClick={() => void send(false)}>
              {t('confirm:student.refuse')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('confirm:student.refuseNot')}</Button>
          </>
        }
      >
        {t('confirm:student.refuseText', { buyer: view.policyholder })}
      </Dialog>
    </CheckedForm>
  )
}

interface AmountProps {
  sum: number
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function Amount({ sum, value, onChange, error }: AmountProps) {
  const t = useT()
  return (
    <Field
      id="amount"
      label={t('confirm:student.amount')}
      hint={t('confirm:student.amountHint', { sum: String(sum) })}
      error={error}
    >
      <TextInput prefix="¥" inputMode="numeric" maxLength={12} value={value} onChange={onChange} className="max-w-72" />
    </Field>
  )
}

/** What the student reads before agreeing, beside this page. */
function Documents({ plan }: Pick<ConsentView, 'plan'>) {
  const t = useT()
  const lang = useLang()
  const documents = [
    ['plan', `/plan/details/${plan}`],
    ['terms', `/plan/details/clause/${plan}`],
    ['data', '/information/content/personal-information-consent'],
  ] as const
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {documents.map(([key, path]) => (
        <li key={key}>
          <a className="link-text" href={localPath(lang, path)} target="_blank" rel="noopener">
            {t(`confirm:student.read.${key}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
