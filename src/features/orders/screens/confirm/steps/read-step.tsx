/**
 * A page that must be read: its whole text, and the button that confirms it (domain §4.1). The button is disabled until
 * the end was seen.
 */
import { useEffect, useRef, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { $session } from '../../../../../app/session/session.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions, StepHead, TextWaiting } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatDay, formatInstant } from '../../../../../lib/days/dates.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { readPage, type PageText, type ReadPage } from '../../../contract.ts'
import { act, proceed, show } from '../wizard-store.ts'
import { TextSections } from '../purchase-text-sections.tsx'
import { ReadingBegins } from '../reading-begins.tsx'
import { TermsChapters } from './terms-chapters.tsx'
import { StepTrouble } from '../step-errors.tsx'
import { loadOrderText } from '../load-order-text.ts'
import type { StepProps } from '../props.ts'

type ReadStepProps = StepProps & {
  step: Exclude<ReadPage, 'sensitive-data' | 'health' | 'enter'>
  /** The entry dialog is open over the page: nothing can be confirmed yet. */
  entering: boolean
}

export default function ReadStep({ order, plan, step, fromCheck, entering }: ReadStepProps) {
  const [text, again] = useLoad(`${order.id}:${step}:${order.clauseVersion}`, () => loadOrderText(order.id, step))
  if (text.state === 'loading') return step === 'before-you-buy' ? <ReadingBegins /> : <TextWaiting />
  if (text.state === 'failed') return <StepTrouble error={text.error} again={again} />
  return <Reading key={text.data.sha256} {...{ order, plan, step, fromCheck, entering, again }} text={text.data} />
}

function Reading({
  order,
  plan,
  step,
  text,
  fromCheck,
  entering,
  again,
}: ReadStepProps & { text: PageText; again: () => void }) {
  const t = useT()
  const lang = useLang()
  const openedAt = useNow(null)
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const { end, seen } = useSeen()
  const read = order.reads.find((one) => one.page === step)
  const at = order.steps.indexOf(step)

  async function confirm(): Promise<void> {
    if (read) return proceed(order, step, fromCheck)
    setBusy(true)
    try {
      const reply = await act((now) =>
        request(readPage, { id: now.id, version: now.version, page: step, sha256: text.sha256, openedAt }),
      )
      if (reply?.ok) return proceed(reply.data, step, fromCheck)
      if (reply?.code === 'text_changed') {
        setChanged(true)
        again()
      } else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }
  const waits = !read && !seen
  const label = read ? t('confirm:continue') : waits ? t('confirm:read.on') : (text.button ?? t('confirm:read.terms'))

  return (
    <>
      <StepHead title={text.title} lead={text.lead} />
      {changed && <Notice kind="warn">{t('confirm:read.changed')}</Notice>}
      {step === 'terms' ? (
        <TermsChapters text={text} plan={plan.id} />
      ) : (
        <TextSections sections={text.sections} strong={step === 'not-covered'} />
      )}
      <p className="micro num text-ink-3" ref={end}>
        {t('confirm:read.version', { version: text.version, date: formatDay(text.date, lang) })}
        {text.filing && ` · ${t('plans:clause.filing', { filing: text.filing })}`}
        {read && ` · ${t('confirm:read.done', { time: formatInstant(read.confirmedAt, lang) })}`}
      </p>
      {!entering && (
        <Actions
          main={
            <Button
              look="accent"
              onClick={() => (waits ? readOn() : void confirm())}
              working={busy && t('confirm:saving')}
            >
              {label}
            </Button>
          }
          side={at > 1 && <TextLink onClick={() => show(order.steps[at - 1] ?? 'enter')}>{t('confirm:back')}</TextLink>}
          hint={waits && $session.get().device === 'web' ? t('confirm:read.hint') : undefined}
        />
      )}
    </>
  )
}

/** On phones, the height of the bar above the text and the button below it. */
const BARS_PX = 160
const LEAST = 0.5
export const readOn = (): void =>
  scrollBy({
    top: Math.max(innerHeight - BARS_PX, innerHeight * LEAST),
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  })

/** True once the end of the text was visible. */
export function useSeen() {
  const end = useRef<HTMLParagraphElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!end.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return { end, seen }
}
