/**
 * "I cannot get this document": a reason from a list, and the person's own words; a handler then decides without it or
 * asks for another. Used in a draft and in the answer to a request.
 */
import { useEffect, useRef, useState } from 'react'
import { clearTabState, useTabState } from '../../../app/storage/use-tab-state.ts'
import { useT } from '../../../app/words/words.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RadioGroup } from '../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { UNAVAILABLE_REASONS, WHY_UNAVAILABLE_MOST, type UnavailableReason } from '../rules/claim-fields.ts'

interface Props {
  /** Prefix of the ids on the page: fields are called `<id>-reason` and `<id>-why`. */
  id: string
  /** The reason given before. */
  why: string | null
  /** `null` withdraws the reason. Returns false when it could not be saved. */
  onSay: (said: { reason: UnavailableReason; why: string } | null) => Promise<boolean> | boolean
  /** The form is open initially. */
  open?: boolean
  /** Name of the document, for screen readers on a page with several. */
  name?: string
}

export function DocumentUnavailable({ id, why, onSay, open: openAtFirst = false, name }: Props) {
  const t = useT()
  const [open, setOpen] = useState(openAtFirst)
  const of = name ? <span className="sr-only"> {name}</span> : null
  if (why) {
    return (
      <section id={id}>
        <Notice title={t('claims:unavailable.told')}>
          <span className="wrap-anywhere whitespace-pre-line">{why}</span>
        </Notice>
        <TextLink onClick={() => void onSay(null)}>
          {t('claims:unavailable.back')}
          {of}
        </TextLink>
      </section>
    )
  }
  if (!open)
    return (
      <section id={id}>
        <TextLink onClick={() => setOpen(true)}>
          {t('claims:unavailable.open')}
          {of}
        </TextLink>
      </section>
    )
  return <Form id={id} onSay={onSay} close={() => setOpen(false)} />
}

function Form({ id, onSay, close }: Pick<Props, 'id' | 'onSay'> & { close: () => void }) {
  const t = useT()
  const [reason, setReason] = useState<UnavailableReason | ''>('')
  // Of this claim and document; kept over a reload and a change of language.
  const key = `unavailable-${location.search}-${id}`
  const [words, setWords] = useTabState(key, '', String)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLElement>(null)
  // Opened at the foot of a phone's screen it would lie below the bar of buttons.
  useEffect(() => {
    // Newer browsers answer a promise, which React would take for what it has to call at the end.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const noReason = reason === ''
  const noWords = reason === 'other' && words.trim() === ''

  async function send(): Promise<void> {
    setTried(true)
    if (reason === '' || noWords) return document.getElementById(`${id}-${noReason ? 'reason' : 'why'}`)?.focus()
    setBusy(true)
    if (await onSay({ reason, why: words.trim() })) {
      clearTabState(key)
      close()
    }
    setBusy(false)
  }

  return (
    <section ref={place} id={id} className="grid max-w-xl scroll-mt-20 gap-4">
      <div>
        <h2 className="type-h3">{t('claims:unavailable.title')}</h2>
        <p className="mt-1 text-ink-2">{t('claims:unavailable.text')}</p>
      </div>
      <FieldGroup
        id={`${id}-reason`}
        label={t('claims:unavailable.why')}
        error={tried && noReason ? t('claims:unavailable.error') : undefined}
      >
        <RadioGroup
          name={`${id}-reason`}
          value={reason}
          onChange={setReason}
          options={UNAVAILABLE_REASONS.map((value) => ({ value, label: t(`claims:unavailable.reason.${value}`) }))}
        />
      </FieldGroup>
      <Field
        id={`${id}-why`}
        label={t(reason === 'other' ? 'claims:unavailable.words' : 'claims:unavailable.more')}
        hint={t('claims:unavailable.hint')}
        error={tried && !noReason && noWords ? t('claims:unavailable.wordsError') : undefined}
      >
        <TextArea value={words} onChange={setWords} rows={3} maxLength={WHY_UNAVAILABLE_MOST - 100} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button working={busy && t('claims:unavailable.saving')} onClick={() => void send()}>
          {t('claims:unavailable.send')}
        </Button>
        <TextLink onClick={close}>{t('claims:unavailable.no')}</TextLink>
      </div>
    </section>
  )
}
