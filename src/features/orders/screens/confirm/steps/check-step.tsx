/** Check your answers: every answer with a link to change it, the declarations, and the button that applies. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import type { Translate } from '../../../../../app/words/translate.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { Actions, StepForm, StepHead, TextWaiting, useAttempt } from '../../../../../app/parts/wizard-parts.tsx'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import { formatDay } from '../../../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { submitOrder, type OrderView, type PageText } from '../../../contract.ts'
import { payAddress } from '../linked-visit.ts'
import { loadOrderText } from '../load-order-text.ts'
import { StepErrors, StepTrouble } from '../step-errors.tsx'
import { $answers, $wizard, act, adopt, allowed, change, reload, show } from '../wizard-store.ts'
import { unsavedWords } from '../saving/unsaved-words.ts'
import { TextSections } from '../purchase-text-sections.tsx'
import type { StepProps } from '../props.ts'
import { Answers } from './all-answers.tsx'
import { partsOf } from './people/people-parts.ts'
import { useChangedElsewhere } from './changed-elsewhere.tsx'
import { ConfirmPrefill, standingFields } from './people/prefill-marks.tsx'
import { PeopleNotices } from './people/mistyped-email-notice.tsx'

/** The document that a declaration agrees to, where there is one: it opens beside the application. */
const DOCUMENT: Readonly<Record<string, 'privacy' | 'personal-information-consent'>> = {
  'personal-data': 'privacy',
  'cross-border': 'personal-information-consent',
}

export default function CheckStep({ order, plan }: StepProps) {
  const { changed, bought } = useChangedElsewhere(order, plan)
  const [text, again] = useLoad(`${order.id}:declarations:${order.clauseVersion}:${bought}`, () =>
    loadOrderText(order.id, 'declarations'),
  )
  if (text.state === 'loading') return <TextWaiting />
  if (text.state === 'failed') return <StepTrouble error={text.error} again={again} />
  return <Checking key={text.data.sha256} order={order} plan={plan} text={text.data} again={again} changed={changed} />
}

type CheckingProps = Omit<StepProps, 'fromCheck'> & { text: PageText; again: () => void; changed: readonly string[] }

function Checking({ order, plan, text, again, changed }: CheckingProps) {
  const t = useT()
  const lang = useLang()
  const answers = useStore($answers) ?? order.answers
  const openedAt = useNow(null)
  const [attempt, tryOn] = useAttempt(order.id, 'check')
  const { busy, submit } = useSubmit(order, text, openedAt, again)
  const { declarations, second } = answers.check
  const missing = [
    ...(standingFields({ prefill: order.prefill, answers }).length > 0 && !answers.check.prefilled
      ? ['check.prefilled']
      : []),
    ...text.declarations
      .filter(({ id, without }) => !without && !declarations.includes(id))
      .map(({ id }) => `check.${id}`),
    ...(order.duplicates.length > 0 && !second ? ['check.second'] : []),
  ]
  const shown = Object.fromEntries(attempt > 0 ? missing.map((key) => [key, 'tick']) : [])
  const errorOf = (key: string) => (shown[key] ? t(`confirm:check.tick.${key.slice('check.'.length)}`) : undefined)
  const tick = (id: string, yes: boolean): void =>
    change('check', {
      ...answers.check,
      text: text.sha256,
      declarations: yes ? [...declarations, id] : declarations.filter((one) => one !== id),
    })

  return (
    <StepForm
      onGo={() => {
        tryOn()
        if (missing.length === 0) void submit()
      }}
    >
      <StepHead title={t('confirm:check.title')} lead={t('confirm:check.lead')} />
      <AcceptedNotice {...order} />
      {changed.length > 0 && (
        <Notice kind="warn" live="status" title={t('confirm:check.changed.title')}>
          <ul className="prose-list">
            {changed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {t('confirm:check.changed.text')}
        </Notice>
      )}
      <StepErrors errors={shown} errorOf={errorOf} attempt={attempt} />
      {order.duplicates.map((one) => (
        <Notice key={one.order} kind="warn" title={t('confirm:check.duplicate')}>
          {t('confirm:check.duplicateText', { start: formatDay(one.start, lang), end: formatDay(one.end, lang) })}
        </Notice>
      ))}
      <PeopleNotices people={answers.people} />
      <Answers order={order} plan={plan} />
      <ConfirmPrefill
        prefill={order.prefill}
        answers={answers}
        checked={answers.check.prefilled}
        error={errorOf('check.prefilled')}
        onChange={(yes) => change('check', { ...answers.check, text: text.sha256, prefilled: yes })}
      />
      <section className="grid gap-4">
        <div className="grid gap-1 border-b border-ink pb-3">
          <h2 className="type-h2">{text.title}</h2>
          <p className="text-ink-2">{text.lead}</p>
        </div>
        <TextSections sections={text.sections} />
        {text.declarations.map((it) => (
          <DeclarationBox
            key={it.id}
            declaration={it}
            checked={declarations.includes(it.id)}
            onChange={(yes) => tick(it.id, yes)}
            error={errorOf(`check.${it.id}`)}
          />
        ))}
        {order.duplicates.length > 0 && (
          <Checkbox
            id="check.second"
            checked={second}
            onChange={(yes) => change('check', { ...answers.check, text: text.sha256, second: yes })}
            error={errorOf('check.second')}
          >
            {t('confirm:check.second')}
          </Checkbox>
        )}
      </section>
      <Actions
        main={
          <Button look="accent" type="submit" working={busy && t('confirm:check.sending')}>
            {text.button ?? t('confirm:continue')}
          </Button>
        }
        side={
          <TextLink
            onClick={() =>
              show(order.steps[order.steps.indexOf('check') - 1] ?? 'people', {
                part: partsOf(answers.people).at(-1) ?? null,
              })
            }
          >
            {t('confirm:back')}
          </TextLink>
        }
        hint={nextInWords(t, lang, order)}
      />
    </StepForm>
  )
}

interface Declared {
  declaration: PageText['declarations'][number]
  checked: boolean
  onChange: (yes: boolean) => void
  error: string | undefined
}

function DeclarationBox({ declaration: { id, text, more, without }, ...box }: Declared) {
  const t = useT()
  const lang = useLang()
  return (
    <div>
      <Checkbox id={`check.${id}`} {...box}>
        {text}
        {without && (
          <span className="text-small text-ink-2">
            <Gap />
            {t('confirm:check.optional')}
          </span>
        )}
        {more && <span className="text-small block text-ink-2">{more}</span>}
        {without && <span className="text-small block text-ink-2">{without}</span>}
      </Checkbox>
      {DOCUMENT[id] && (
        <p className="ps-9">
          <a
            className="link-text text-small"
            href={localPath(lang, `/information/content/${DOCUMENT[id]}`)}
            target="_blank"
            rel="noopener"
          >
            {t(`confirm:check.document.${DOCUMENT[id]}`)}
          </a>
        </p>
      )}
    </div>
  )
}

/** What follows when it is sent: the review, or the payment and who makes it. */
function nextInWords(t: Translate, lang: Lang, { needsReview, premium, campaign }: OrderView): string | undefined {
  if (needsReview) return t('confirm:check.thenReview')
  return premium
    ? t(campaign?.payer === 'school' ? 'confirm:check.thenSchool' : 'confirm:check.then', {
        sum: formatMoney(premium, lang),
        name: campaign?.name ?? '',
      })
    : undefined
}

function useSubmit(order: OrderView, text: PageText, openedAt: number, again: () => void) {
  const t = useT()
  const lang = useLang()
  const [busy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    if (busy || !order.premium) return
    setBusy(true)
    const premium = order.premium.amount
    try {
      const reply = await act((now) =>
        request(submitOrder, { id: now.id, version: now.version, premium, sha256: text.sha256, openedAt }),
      )
      if (reply?.ok) {
        adopt(reply.data)
        if (reply.data.status === 'awaiting_payment') return location.assign(localPath(lang, payAddress(reply.data)))
        show('check', { replace: true })
        // The button is at the foot of a long page, but the result is shown at its head.
        return window.scrollTo({ top: 0 })
      }
      if (reply?.code === 'text_changed') again()
      if (
        reply?.code === 'text_changed' ||
        reply?.code === 'price_changed' ||
        reply?.code === 'incomplete' ||
        reply?.code === 'duplicate'
      )
        await reload()
      // Where a step before this one is open again, that is shown, and said there.
      const held = $wizard.get().order
      if (!held || allowed(held, 'check')) toast(reply?.message ?? unsavedWords(t), 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}

/**
 * Above the check of a draft that came back from review and was not changed since: the insurer accepted it, and what it
 * noted.
 */
function AcceptedNotice({ review, needsReview }: Pick<OrderView, 'review' | 'needsReview'>) {
  const t = useT()
  if (review?.status !== 'passed' || needsReview) return null
  return (
    <Notice kind="ok" title={t('confirm:check.accepted.title')}>
      {review.declared && <p className="measure">{review.declared}</p>}
      {review.why && <p className="measure wrap-anywhere">{t('confirm:check.accepted.note', { why: review.why })}</p>}
    </Notice>
  )
}
