/**
 * The whole text that is signed, in a scrolling box or full screen; reports when the end was reached, and after how
 * long.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTabState } from '../../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { useBackCloses } from '../../../../../ui/use-back-closes.ts'
import { useNow } from '../../../../../ui/use-now.ts'
import type { FormText } from '../../../contract.ts'
import { textVersionWords } from '../../../rules/text-version-words.ts'
import { now } from '../../../../../lib/days/clock.ts'

export function FullText({ claim, text }: { claim: string; text: FormText }) {
  const t = useT()
  const openedAt = useNow(null)
  const [seconds, setSeconds] = useTabState(`claim:read:${claim}:${text.sha256}`, 0, (raw) =>
    typeof raw === 'number' ? raw : 0,
  )
  const [wide, setWide] = useState(false)
  const reached = (): void => setSeconds((held) => held || Math.max(1, Math.round((now() - openedAt) / 1000)))
  return (
    <section className="panel overflow-hidden" aria-labelledby="full-text">
      <header className="flex items-center justify-between gap-4 border-b border-line px-4">
        <h2 className="py-3 font-semibold" id="full-text">
          {t('claimform:sign.text')}
        </h2>
        <button
          type="button"
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-teal"
          onClick={() => setWide(true)}
        >
          <Icon name="maximize-2" size={16} />
          {t('claimform:sign.wide')}
        </button>
      </header>
      <div
        className="max-h-72 overflow-y-auto px-4 py-3 web:max-h-96"
        tabIndex={0}
        role="group"
        aria-labelledby="full-text"
      >
        <Paragraphs text={text} onEnd={reached} />
      </div>
      <p
        role="status"
        className={`flex items-center gap-2 border-t border-line px-4 py-3 text-small ${seconds > 0 ? 'text-ok' : 'text-ink-2'}`}
      >
        <Icon name={seconds > 0 ? 'circle-check' : 'arrow-down'} size={20} />
        <Took seconds={seconds} />
      </p>
      {wide && <Wide text={text} onEnd={reached} close={() => setWide(false)} />}
    </section>
  )
}

function Took({ seconds }: { seconds: number }) {
  const t = useT()
  if (seconds === 0) return <span>{t('claimform:sign.on')}</span>
  const minutes = Math.floor(seconds / 60)
  return (
    <span className="num">
      {t(minutes > 0 ? 'claimform:sign.readMinutes' : 'claimform:sign.readSeconds', { minutes, seconds: seconds % 60 })}
    </span>
  )
}

function Paragraphs({ text, onEnd }: { text: FormText; onEnd: () => void }) {
  const t = useT()
  const lang = useLang()
  const end = useRef<HTMLParagraphElement>(null)
  const reached = useEffectEvent(onEnd)
  useEffect(() => {
    if (!end.current) return undefined
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) reached()
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [text.sha256])
  return (
    <div className="measure grid gap-5">
      {text.sections.map((section) => (
        <section key={section.id} className="grid gap-2">
          <h3 className="font-semibold">{section.title}</h3>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p className="micro num text-ink-3" ref={end}>
        {t('claimform:sign.version', { version: textVersionWords(text.version, lang) })}
      </p>
    </div>
  )
}

function Wide({ text, onEnd, close }: { text: FormText; onEnd: () => void; close: () => void }) {
  const t = useT()
  const box = useRef<HTMLDialogElement>(null)
  useBackCloses(true, close)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className="read-across"
      aria-labelledby="wide-text"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 className="type-h3" id="wide-text">
          {text.title}
        </h2>
        <Button size="sm" onClick={close}>
          {t('app:close')}
        </Button>
      </header>
      <div className="min-h-0 overflow-y-auto px-5 py-6" tabIndex={0} role="group" aria-labelledby="wide-text">
        <div className="mx-auto w-fit">
          <Paragraphs text={text} onEnd={onEnd} />
        </div>
      </div>
    </dialog>
  )
}
