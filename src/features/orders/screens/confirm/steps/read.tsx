/** A weighty page: its whole text, and the buyer's own act under it (domain §4.1). The act waits until the end was seen. */
import { useEffect, useRef, useState } from 'react'
import { request } from '../../../../../app/client.ts'
import { failedWords } from '../../../../../app/failed.ts'
import { useLoaded } from '../../../../../app/loaded.ts'
import { toast } from '../../../../../app/toast.ts'
import { Actions, StepHead, TextWaiting } from '../../../../../app/wizard.tsx'
import { useLang, useT } from '../../../../../app/words.tsx'
import { formatInstant } from '../../../../../lib/dates.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { readPage, type OrderView, type PageText, type ReadPage } from '../../../contract.ts'
import { act, proceed, show } from '../store.ts'
import { TextSections } from '../text.tsx'
import { Trouble } from '../parts.tsx'
import { loadText } from '../load-text.ts'
import type { StepProps } from '../types.ts'

export default function ReadStep({ order, step, fromCheck }: StepProps & { step: Exclude<ReadPage, 'health'> }) {
  const [text, again] = useLoaded(`${order.id}:${step}:${order.clauseVersion}`, () => loadText(order.id, step))
  if (text.state === 'loading') return <TextWaiting />
  if (text.state === 'failed') return <Trouble again={again} />
  return <Reading key={text.data.sha256} order={order} step={step} text={text.data} fromCheck={fromCheck} again={again} />
}

interface ReadingProps {
  order: OrderView
  step: Exclude<ReadPage, 'health'>
  text: PageText
  fromCheck: boolean
  again: () => void
}

function Reading({ order, step, text, fromCheck, again }: ReadingProps) {
  const t = useT()
  const lang = useLang()
  const [openedAt] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const { end, seen } = useSeen()
  const read = order.reads.find((one) => one.page === step)
  const at = order.steps.indexOf(step)

  async function confirm(): Promise<void> {
    if (read) return proceed(order, step, fromCheck)
    setBusy(true)
    try {
      const reply = await act((now) => request(readPage, { id: now.id, version: now.version, page: step, sha256: text.sha256, openedAt }))
      if (reply?.ok) return proceed(reply.data, step, fromCheck)
      if (reply?.code === 'text_changed') {
        setChanged(true)
        again()
      } else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }
  const readOn = (): void => scrollBy({ top: innerHeight * 0.8, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  const waits = !read && !seen
  const label = read ? t('confirm:continue') : waits ? t('confirm:read.on') : (text.button ?? t('confirm:continue'))

  return (
    <>
      <StepHead title={text.title} lead={text.lead} />
      {changed && <Notice kind="warn">{t('confirm:read.changed')}</Notice>}
      <TextSections sections={text.sections} strong={step === 'not-covered'} />
      <p className="micro num text-ink-3" ref={end}>
        {t('confirm:read.version', { version: text.version, date: text.date })}
        {read && ` · ${t('confirm:read.done', { time: formatInstant(read.confirmedAt, lang) })}`}
      </p>
      <Actions
        main={
          <Button look="accent" onClick={() => (waits ? readOn() : void confirm())} working={busy && t('confirm:saving')}>
            {label}
          </Button>
        }
        side={at > 0 && <TextLink onClick={() => show(order.steps[at - 1] ?? 'enter')}>{t('confirm:back')}</TextLink>}
        hint={waits ? t('confirm:read.hint') : undefined}
      />
    </>
  )
}

/** True once the end of the text was on the screen. */
function useSeen() {
  const end = useRef<HTMLParagraphElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return { end, seen }
}
