/**
 * The insured student consents on their own phone or by email; the buyer sends the link and follows its state (domain
 * §4.2).
 */
import { useEffect, useRef, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords, waitWords } from '../../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions, StepHead } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { formatAmount, fromMajor } from '../../../../../lib/money/money.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { sendConsent, type OrderView } from '../../../contract.ts'
import { nameInWords } from '../../../rules/check-person-fields.ts'
import { act, adopt, proceed, reload, show } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'

const LOOK_MS = 4000

export default function ConsentStep({ order, fromCheck }: StepProps) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState<'mobile' | 'email'>()
  const { insured, consent, sum, person } = askedOf(order)
  const status = consent?.status ?? 'not_sent'
  useFollow(status === 'sent')
  // The answer removes the buttons, and with them perhaps the focus.
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    before.current = status
  }, [status])
  const channels = (['mobile', 'email'] as const).filter((channel) => insured[channel])

  async function send(channel: 'mobile' | 'email'): Promise<void> {
    setBusy(channel)
    try {
      const reply = await act((now) =>
        request(sendConsent, { id: now.id, version: now.version, channel, ...(person ? { person } : {}) }),
      )
      if (reply?.ok) adopt(reply.data)
      else if (reply?.code === 'too_soon')
        toast(t('confirm:consent.tooSoon', { time: waitWords(t, reply.extra.retryAfter ?? 60) }), 'refused')
      else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(undefined)
    }
  }

  const back = (
    <TextLink onClick={() => show(order.steps[order.steps.indexOf('consent') - 1] ?? 'people')}>
      {t('confirm:back')}
    </TextLink>
  )
  return (
    <div className="grid gap-8">
      <StepHead
        title={t('confirm:consent.title')}
        lead={t('confirm:consent.lead', { name: nameInWords(insured, lang) })}
      />
      {sum > 0 && (
        <p className="measure">{t('confirm:consent.sum', { sum: formatAmount(fromMajor(sum, 'CNY'), lang) })}</p>
      )}
      <State consent={consent} />
      {status !== 'agreed' && (
        <SummaryList
          title={t('confirm:consent.where')}
          action={
            <TextLink onClick={() => show('people', { part: person ?? 'insured' })}>
              {t('confirm:consent.changeContact')}
            </TextLink>
          }
          rows={channels.map((channel) => ({
            id: channel,
            term: t(`confirm:person.${channel}`),
            value: <span className="break-words">{insured[channel]}</span>,
          }))}
        />
      )}
      {status === 'agreed' ? (
        <Actions
          main={
            <Button look="accent" onClick={() => proceed(order, 'consent', fromCheck)}>
              {t('confirm:continue')}
            </Button>
          }
          side={back}
        />
      ) : (
        <Actions
          main={channels.map((channel, i) => (
            <Button
              key={channel}
              look={i === 0 && status === 'not_sent' ? 'accent' : 'line'}
              working={busy === channel && t('confirm:consent.sending')}
              onClick={() => void send(channel)}
            >
              {t(`confirm:consent.${status === 'not_sent' ? 'send' : 'again'}.${channel}`)}
            </Button>
          ))}
          side={back}
        />
      )}
    </div>
  )
}

/**
 * Who must consent: the insured person, or the spouse of a student who insures the family. Nobody else in a family is
 * of age.
 */
function askedOf({ answers: { people }, consent, consequences, family }: OrderView) {
  const of = family.find((it) => it.consent !== null)
  const member = of && people.family.find(({ key }) => key === of.key)
  if (!of || !member) return { insured: people.insured, consent, sum: consequences.deathBenefit, person: undefined }
  return { insured: member.person, consent: of.consent, sum: of.consequences.deathBenefit, person: of.key }
}

function State({ consent }: Pick<OrderView, 'consent'>) {
  const t = useT()
  const lang = useLang()
  const at = (instant: number | null) => (instant === null ? '' : formatInstant(instant, lang))
  if (consent?.status === 'sent') {
    return (
      <Notice kind="info" live="status" icon="clock">
        {t('confirm:consent.sent', { to: consent.destination, time: at(consent.sentAt) })}
      </Notice>
    )
  }
  if (consent?.status === 'agreed')
    return (
      <Notice kind="ok" live="status">
        {t('confirm:consent.agreed', { time: at(consent.settledAt) })}
      </Notice>
    )
  if (consent?.status === 'refused')
    return (
      <Notice kind="bad" live="status">
        {t('confirm:consent.refused', { time: at(consent.settledAt) })}
      </Notice>
    )
  if (consent?.settledAt)
    return <Notice kind="warn">{t('confirm:consent.void', { time: at(consent.settledAt) })}</Notice>
  return null
}

/** Polls every few seconds while the page is visible. */
function useFollow(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload().catch(() => undefined)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [waiting])
}
