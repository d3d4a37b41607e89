/** The last day with its price, the health questions, what follows from the answers, and the button to the cashier. */
import { QuestionList } from '../../../../app/parts/health-questions.tsx'
import { LocalizedDateInput } from '../../../../app/parts/localized-date-input.tsx'
import { SensitiveConsentBox } from '../../../../app/parts/sensitive-consent-box.tsx'
import { Actions, StepForm, StepPart } from '../../../../app/parts/wizard-parts.tsx'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, monthsAndDays, type Day } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SITE_CONTACTS } from '../../../../lib/site-contacts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { ExtensionOffer } from '../../extension-calls.ts'
import type { ExtensionPage } from './props.ts'
import { useExtension, type ExtensionState } from './use-extension.ts'

interface FormProps {
  page: ExtensionPage
  offer: ExtensionOffer
  again: () => void
}

export function ExtensionForm({ page, offer, again }: FormProps) {
  const t = useT()
  const lang = useLang()
  const state = useExtension(page, offer, again)
  const { errors, quote, busy, notice, attempt, go } = state
  return (
    <StepForm onGo={() => void go()}>
      {errors.length > 0 && (
        <ErrorSummary
          title={t('extension:errors.summary', { count: errors.length })}
          errors={errors}
          attempt={attempt}
        />
      )}
      <LastDay offer={offer} state={state} />
      <Health page={page} offer={offer} state={state} />
      <Consequences page={page} offer={offer} state={state} />
      <FailedNotice>{notice}</FailedNotice>
      <Actions
        main={
          <Button look="accent" size="lg" type="submit" working={busy && t('extension:working')}>
            {quote ? t('extension:goAmount', { amount: formatMoney(quote.premium, lang) }) : t('extension:go')}
          </Button>
        }
        side={
          <TextLink href={localPath(lang, `/insurance-policy/details?id=${page.id}`)}>{t('extension:back')}</TextLink>
        }
      />
    </StepForm>
  )
}

const errorOf = ({ errors }: ExtensionState, id: string): string | undefined =>
  errors.find((it) => it.id === id)?.message

function LastDay({ offer, state }: { offer: ExtensionOffer; state: ExtensionState }) {
  const t = useT()
  const lang = useLang()
  const { ends, setEnds } = state
  /** A longest term that is no whole number of months is offered by its day alone. */
  const untilWords = (day: Day): string => {
    const { months: count, days: over } = monthsAndDays(offer.from, day)
    const until = formatDay(day, lang)
    return over > 0 ? until : t('extension:end.until', { months: t('extension:end.months', { count }), day: until })
  }
  const days = { shortest: formatDay(offer.shortest, lang), longest: formatDay(offer.longest, lang) }
  return (
    <StepPart title={t('extension:end.title')}>
      <Field
        id="ends"
        label={t('extension:end.label')}
        hint={t('extension:end.hint', days)}
        error={errorOf(state, 'ends')}
      >
        <LocalizedDateInput value={ends} onChange={setEnds} min={offer.shortest} max={offer.longest} />
      </Field>
      <div className="grid gap-2">
        <h3 className="text-small text-ink-2" id="suggested">
          {t('extension:end.suggested')}
        </h3>
        <ul className="flex flex-wrap gap-2" aria-labelledby="suggested">
          {offer.suggested.map((day) => (
            <li key={day}>
              <Button size="sm" look={day === ends ? 'primary' : 'line'} onClick={() => setEnds(day)}>
                {untilWords(day)}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <Price offer={offer} state={state} />
    </StepPart>
  )
}

function Price({ offer, state: { quote, fits, ends, notice } }: { offer: ExtensionOffer; state: ExtensionState }) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="panel p-5" role="status">
      {!quote && <p className="text-ink-2">{t(fits && !notice ? 'extension:end.pricing' : 'extension:end.choose')}</p>}
      {quote && (
        <>
          <p className="text-ink-2">
            {t('extension:end.price', { from: formatDay(offer.from, lang), to: formatDay(ends, lang) })}
          </p>
          <p className="type-figure num">{formatMoney(quote.premium, lang)}</p>
          <p className="text-small text-ink-2">
            {t(quote.days > 0 ? 'extension:end.term' : 'extension:end.termMonths', {
              months: t('extension:end.months', { count: quote.months }),
              days: t('extension:end.days', { count: quote.days }),
              age: quote.age,
            })}
          </p>
        </>
      )}
    </div>
  )
}

function Health({ page, offer, state }: { page: ExtensionPage; offer: ExtensionOffer; state: ExtensionState }) {
  const t = useT()
  return (
    <StepPart title={t('extension:health.title')} lead={t('extension:health.lead', { insured: page.insured })}>
      <SensitiveConsentBox
        text={t('extension:health.consent')}
        checked={state.consented}
        onChange={state.consent}
        error={errorOf(state, 'sensitive')}
      />
      {state.consented && (
        <>
          <p className="measure text-ink-2">{offer.health.help}</p>
          <QuestionList
            questions={offer.health.questions}
            given={state.given}
            answers={state.answers}
            whole="all"
            words={offer.health}
            answer={state.setAnswer}
            answerAll={state.answerAll}
            errorOf={(field) => errorOf(state, field)}
          />
        </>
      )}
      {state.stopped && <Stopped page={page} offer={offer} ends={state.ends} />}
    </StepPart>
  )
}

/** Shown where a new purchase is needed instead: it asks for details, and has them read before payment. */
function Stopped({ page, offer, ends }: { page: ExtensionPage; offer: ExtensionOffer; ends: string }) {
  const t = useT()
  const lang = useLang()
  const { phone, email } = SITE_CONTACTS
  const from = formatDay(offer.from, lang)
  const apply = new URLSearchParams({ plan: page.plan, tier: page.tier, start: offer.from, end: ends })
  return (
    <div className="grid gap-4">
      <Notice kind="warn" live="status">
        {t('extension:health.stop', { from })}
        <Gap />
        {offer.waiting && t('extension:health.stopWaiting')}
      </Notice>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="primary" href={`${localPath(lang, '/confirm')}?${apply.toString()}`}>
          {t('extension:health.apply', { from })}
        </Button>
        <TextLink href={localPath(lang, '/plan/list')}>{t('extension:health.others')}</TextLink>
      </p>
      <p className="text-small text-ink-2">{t('extension:health.ask', { phone, email })}</p>
    </div>
  )
}

function Consequences({ page, offer, state }: { page: ExtensionPage; offer: ExtensionOffer; state: ExtensionState }) {
  const t = useT()
  const lang = useLang()
  const lines = [
    'gap',
    ...(offer.waiting ? ['waiting'] : []),
    'preExisting',
    'contract',
    'limits',
    'refund',
    'renewal',
    page.nextClauseVersion === page.clauseVersion ? 'terms' : 'newTerms',
  ]
  return (
    <StepPart title={t('extension:check.title')}>
      <ul className="grid list-disc gap-2 ps-5 measure">
        {lines.map((line) => (
          <li key={line}>
            {t(`extension:check.${line}`, {
              years: offer.years,
              version: page.nextClauseVersion,
              before: page.clauseVersion,
              ends: formatDay(page.ends, lang),
              phone: SITE_CONTACTS.phone,
            })}
          </li>
        ))}
      </ul>
      <p>
        <TextLink look="inline" href={localPath(lang, `/plan/details/clause/${page.plan}`)}>
          {t('extension:check.read')}
        </TextLink>
      </p>
      <Checkbox id="agree" checked={state.agreed} onChange={state.setAgreed} error={errorOf(state, 'agree')}>
        {t('extension:check.agree')}
      </Checkbox>
    </StepPart>
  )
}
