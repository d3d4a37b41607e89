/** Requests a review of the whole decision or of the lines named, and says what happens next. */
import { fromAddress } from '../../../../../app/address/page-address.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { clearTabState, useTabState } from '../../../../../app/storage/use-tab-state.ts'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox, RadioGroup } from '../../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../../ui/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../../ui/CheckedForm.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { appealClaim } from '../../../contract.ts'
import { progressPath } from '../../../rules/claim-paths.ts'
import { mayAppeal, reviewTimeOver } from '../claim-selectors.ts'
import type { ClaimProps } from '../load-claim.tsx'
import type { DecisionProps } from './props.ts'

const Files = lazyPart(() => import('./appeal-files.tsx'))

interface Written {
  of: 'all' | 'lines' | ''
  lines: string[]
  text: string
}
const BLANK: Written = { of: '', lines: [], text: '' }
const TEXT_MOST = 4000

/** What was typed is kept over a reload and a change of language. */
function read(raw: unknown): Written {
  if (typeof raw !== 'object' || raw === null) return BLANK
  const { of, lines, text } = raw as Partial<Record<keyof Written, unknown>>
  return {
    of: of === 'all' || of === 'lines' ? of : '',
    lines: Array.isArray(lines) ? lines.filter((it): it is string => typeof it === 'string') : [],
    text: typeof text === 'string' ? text : '',
  }
}

export function Appeal({ claim, decision, put }: DecisionProps & Pick<ClaimProps, 'put'>) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const [open, setOpen] = useState(() => fromAddress(({ hash }) => hash === '#appeal', false))
  const asked = claim.appeals.find((appeal) => appeal.decision === decision.id)
  const place = useInView(open, asked !== undefined)
  useEffect(() => {
    const look = (): void => {
      if (location.hash === '#appeal') setOpen(true)
    }
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  if (asked) {
    return (
      <section id="appeal" ref={place} className="scroll-mt-20">
        <div className="notice">
          <Icon name="scale" />
          <div>
            <h2 className="font-semibold">
              {t(asked.status === 'open' ? 'claimprogress:appeal.sent' : 'claimprogress:appeal.answered')}
            </h2>
            <p>
              {asked.status === 'open' && asked.clock
                ? t('claimprogress:appeal.by', { day: asked.clock.dueOn })
                : t('claimprogress:appeal.see')}
              <Gap />
              <a className="link" href={localPath(lang, progressPath(claim.id))}>
                {t('claimprogress:facts.progress')}
              </a>
            </p>
          </div>
        </div>
        {asked.status === 'open' && <Files claim={claim} appeal={asked} />}
      </section>
    )
  }
  const over = reviewTimeOver(claim, decision, today)
  if (over !== null)
    return (
      <section id="appeal">
        <p className="flex gap-3 text-small text-ink-2">
          <Icon name="scale" />
          <span>{t('claimprogress:appeal.over', { day: formatDay(over, lang) })}</span>
        </p>
      </section>
    )
  if (decision.appealUntil === null || !mayAppeal(claim, decision, today)) return null
  return (
    <section id="appeal" ref={place} className="scroll-mt-20">
      {open ? (
        <Form claim={claim} decision={decision} put={put} />
      ) : (
        <div className="notice max-w-xl text-base">
          <Icon name="scale" />
          <div>
            <h2 className="font-semibold">
              {t(decision.outcome === 'rejected' ? 'claimprogress:appeal.titleAll' : 'claimprogress:appeal.title')}
            </h2>
            <p className="text-ink-2">
              {t('claimprogress:appeal.until', {
                day: decision.appealUntil,
                days: LIMITS.appealReplyDays,
              })}
            </p>
            <button type="button" className="link-text" onClick={() => setOpen(true)}>
              {t('claimprogress:appeal.link')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}

/** The page is drawn after the browser has looked for the anchor; and once the request is sent, its form is gone. */
function useInView(open: boolean, sent: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  const before = useRef(sent)
  useEffect(() => {
    if (before.current !== sent || (open && location.hash === '#appeal')) place.current?.scrollIntoView()
    before.current = sent
  }, [open, sent])
  return place
}

/** Field → code of what is missing. */
function wrong({ of, lines, text }: Written): Record<string, string> {
  return {
    ...(of === '' ? { of: 'choose' } : {}),
    ...(of === 'lines' && lines.length === 0 ? { lines: 'lines' } : {}),
    ...(text.trim() === '' ? { text: 'text' } : {}),
  }
}

function Form({ claim, decision, put }: DecisionProps & Pick<ClaimProps, 'put'>) {
  const t = useT()
  const lang = useLang()
  const key = `appeal-${decision.id}`
  const [written, write] = useTabState(key, BLANK, read)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const lines = decision.sheet.invoices.flatMap((invoice) =>
    invoice.lines.map((line) => ({
      id: line.id,
      name: line.name[lang],
      invoice: invoice.number,
      off: line.deductions.length > 0,
    })),
  )
  // Lines with deductions come first, because reviews are mostly about them.
  const offered = [...lines].sort((a, b) => Number(b.off) - Number(a.off))
  const set = (change: Partial<Written>): void => write({ ...written, ...change })
  const words = (code: string | undefined): string | undefined =>
    code ? t(`claimprogress:appeal.error.${code}`) : undefined

  const found = wrong(written)
  // Errors are shown only after the first try, and disappear as soon as they are corrected.
  const errors = attempt > 0 ? found : {}

  async function send(): Promise<void> {
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const reply = await request(appealClaim, {
        id: claim.id,
        version: claim.version,
        decision: decision.id,
        lines: written.of === 'lines' ? written.lines : [],
        text: written.text.trim(),
      })
      if (reply.ok) {
        clearTabState(key)
        put(reply.data)
        toast(t('claimprogress:appeal.done'))
      } else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  const summary = Object.entries(errors).map(([field, code]) => ({
    id: `appeal-${field}`,
    message: t(`claimprogress:appeal.error.${code}`),
  }))
  return (
    <CheckedForm className="grid max-w-xl gap-6" onSend={() => void send()}>
      <div>
        <h2 className="type-h2">{t('claimprogress:appeal.form')}</h2>
        <p className="mt-1 text-ink-2">{t('claimprogress:appeal.next', { days: LIMITS.appealReplyDays })}</p>
      </div>
      {summary.length > 0 && (
        <ErrorSummary attempt={attempt} title={t('ui:errors.title', { count: summary.length })} errors={summary} />
      )}
      <FieldGroup id="appeal-of" label={t('claimprogress:appeal.of')} error={words(errors['of'])}>
        <RadioGroup
          name="of"
          value={written.of}
          onChange={(of) => set({ of })}
          options={[
            { value: 'lines', label: t('claimprogress:appeal.some') },
            { value: 'all', label: t('claimprogress:appeal.all') },
          ]}
        />
      </FieldGroup>
      {written.of === 'lines' && (
        <FieldGroup id="appeal-lines" label={t('claimprogress:appeal.which')} error={words(errors['lines'])}>
          <div>
            {offered.map(({ id, name, invoice }, i) => (
              <Checkbox
                key={id}
                {...(i === 0 ? { id: 'appeal-lines' } : {})}
                checked={written.lines.includes(id)}
                onChange={(on) => set({ lines: on ? [...written.lines, id] : written.lines.filter((it) => it !== id) })}
              >
                {name}
                <span className="num block text-small text-ink-2">
                  {t('claimprogress:lines.invoice', { number: invoice })}
                </span>
              </Checkbox>
            ))}
          </div>
        </FieldGroup>
      )}
      <Field
        id="appeal-text"
        label={t('claimprogress:appeal.text')}
        hint={t('claimprogress:appeal.hint')}
        error={words(errors['text'])}
      >
        <TextArea value={written.text} onChange={(text) => set({ text })} rows={6} maxLength={TEXT_MOST} />
      </Field>
      <div>
        <Button look="accent" type="submit" working={busy && t('claimprogress:sending')}>
          {t('claimprogress:appeal.send')}
        </Button>
      </div>
    </CheckedForm>
  )
}
