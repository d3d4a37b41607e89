/**
 * Visits, stays and costs of one claim: each with its day, amount and currency; totals by currency, never across
 * currencies.
 */
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Translate } from '../../../../../../app/words/translate.ts'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { currencyName, currencyOf } from '../../../../../../lib/money/country-currency.ts'
import type { Day } from '../../../../../../lib/days/dates.ts'
import { formatMoney, type Currency } from '../../../../../../lib/money/money.ts'
import type { Lang } from '../../../../../../lib/locale.ts'
import { OTHER_CURRENCIES, USUAL_CURRENCIES } from '../../../../../../lib/money/currencies.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { Switch } from '../../../../../../ui/Choice.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import {
  MOST_VISITS,
  NO_HOSPITAL,
  type ClaimAnswers,
  type Hospital,
  type Visit,
} from '../../../../rules/claim-fields.ts'
import type { ClaimedBefore } from '../../../../contract.ts'
import { claimWithVisit } from '../../../../rules/draft/claimed-before.ts'
import { withCurrency, withCurrencyGuess } from '../../../../rules/visit-amount.ts'
import { isStay } from '../../../../rules/draft/visit-days.ts'
import { rowKey, totals } from '../../answer-words.ts'
import { $draft } from '../../store/wizard-store.ts'
import { AmountField, AmountMeaning, useTyping } from './amount-field.tsx'
import { WithClaimedBefore } from './claimed-before-note.tsx'
import { HospitalField } from './hospital-field.tsx'

interface Props {
  answers: ClaimAnswers
  medical: boolean
  onChange: (visits: Visit[]) => void
  errorOf: (key: string) => string | undefined
  today: Day
  /** Explains the costs where the general text does not fit. */
  lead?: string
  title?: string
}

/** A new row: in the currency of the previous one, or of the hospital's country, which is right most often. */
export function newVisit(answers: ClaimAnswers): Visit {
  const last = answers.visits.at(-1)
  const day = last ? '' : answers.incidentDay
  return {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 8),
    day,
    amount: null,
    currency: last?.currency || (currencyOf(answers.hospital.country, day) ?? ''),
    invoice: '',
    elsewhere: null,
  }
}

/** A medical claim has at least one visit: without it, an empty row would take its place. */
const mayRemove = (visits: readonly Visit[], medical: boolean): boolean => !medical || visits.length > 1

function RemoveRow({ number, onRemove }: { number: number; onRemove: () => void }) {
  const t = useT()
  return (
    <TextLink onClick={onRemove}>
      {t('claimform:visits.remove')}
      <span className="sr-only"> {number}</span>
    </TextLink>
  )
}

export function Visits({ answers, medical, onChange, errorOf, today, lead, title }: Props) {
  const t = useT()
  const lang = useLang()
  const draft = useStore($draft)
  const { visits } = answers
  const stay = medical && isStay(answers)
  const sums = totals(visits)
  const list = useRef<HTMLOListElement>(null)
  const set = (changed: Visit): void => onChange(visits.map((visit) => (visit.id === changed.id ? changed : visit)))
  function remove(id: string): void {
    onChange(visits.filter((visit) => visit.id !== id))
    list.current?.parentElement?.querySelector<HTMLElement>('#visits')?.focus()
  }
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="type-h2 outline-none" id="visits" tabIndex={-1}>
          {title ?? t(stay ? 'claimform:visits.bills' : medical ? 'claimform:visits.title' : 'claimform:visits.costs')}
        </h2>
        <p className="text-ink-2">{lead ?? t(medical ? 'claimform:visits.lead' : 'claimform:visits.costsLead')}</p>
        {errorOf('visits') && (
          <p className="field-error mt-1">
            <Icon name="circle-alert" size={16} />
            {errorOf('visits')}
          </p>
        )}
      </div>
      <ol className="ruled" ref={list}>
        {visits.map((visit, i) => (
          <li key={visit.id} className="grid gap-4 py-5">
            <div className="flex items-baseline justify-between gap-4">
              <h3 className="type-h3">{t(rowKey(answers), { number: i + 1 })}</h3>
              {mayRemove(visits, medical) && <RemoveRow number={i + 1} onRemove={() => remove(visit.id)} />}
            </div>
            <One
              visit={visit}
              medical={medical}
              stay={stay}
              hospital={answers.hospital}
              before={draft ? claimWithVisit(draft, answers, visit) : undefined}
              set={set}
              errorOf={(field) => errorOf(`visits.${visit.id}.${field}`)}
              today={today}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        {visits.length < MOST_VISITS ? (
          <Button icon="plus" onClick={() => onChange([...visits, newVisit(answers)])}>
            {t(
              stay
                ? 'claimform:visits.addBill'
                : medical
                  ? visits.length > 0
                    ? 'claimform:visits.another'
                    : 'claimform:visits.add'
                  : 'claimform:visits.addCost',
            )}
          </Button>
        ) : (
          <p className="text-small text-ink-2">{t('claimform:visits.most', { count: MOST_VISITS })}</p>
        )}
        {sums.length > 0 && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4" aria-live="polite">
            <dt className="font-semibold">{t('claimform:visits.total', { count: sums.length })}</dt>
            {sums.map((sum) => (
              <dd key={sum.currency} className="type-sum num col-start-2">
                {formatMoney(sum, lang)}
              </dd>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

/** The usual currencies first, then the others: all by their codes, so that two letters typed find one. */
function currencyOptions(t: Translate, lang: Lang) {
  const options = (codes: readonly Currency[]) =>
    codes.map((code) => ({ value: code, label: t('claimform:currency', { code, name: currencyName(code, lang) }) }))
  return [
    { group: t('claimform:visits.usual'), options: options(USUAL_CURRENCIES) },
    { group: t('claimform:visits.otherCurrencies'), options: options(OTHER_CURRENCIES) },
  ]
}

interface OneProps {
  visit: Visit
  medical: boolean
  stay: boolean
  /** The claim's hospital, for a visit without its own. */
  hospital: Hospital
  before: ClaimedBefore | undefined
  set: (visit: Visit) => void
  errorOf: (field: string) => string | undefined
  today: Day
}

function One({ visit, medical, stay, hospital, before, set, errorOf, today }: OneProps) {
  const t = useT()
  const [typing, setTyping] = useTyping()
  const id = (field: string): string => `visits.${visit.id}.${field}`
  const guessed =
    visit.currency !== '' && medical && visit.currency === currencyOf((visit.elsewhere ?? hospital).country, visit.day)
  return (
    <div className="grid gap-4">
      <WithClaimedBefore found={before} kind="visit">
        <div className="grid items-end gap-4 web:md:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,4fr)]">
          <Field
            id={id('day')}
            label={t(stay ? 'claimform:visits.billDay' : medical ? 'claimform:visits.day' : 'claimform:visits.costDay')}
            error={errorOf('day')}
          >
            <LocalizedDateInput value={visit.day} onChange={(day) => set({ ...visit, day })} max={today} />
          </Field>
          <Field
            id={id('currency')}
            label={t('claimform:visits.currency')}
            hint={guessed ? t('claimform:visits.guessed') : undefined}
            error={errorOf('currency')}
          >
            <Select
              value={visit.currency}
              onChange={(currency) => set(withCurrency(visit, currency))}
              placeholder={t('claimform:choose')}
              options={currencyOptions(t, useLang())}
            />
          </Field>
          <AmountField
            id={id('amount')}
            visit={visit}
            set={set}
            error={errorOf('amount')}
            typing={typing}
            onTyping={setTyping}
          />
        </div>
      </WithClaimedBefore>
      <AmountMeaning id={id('amount')} visit={visit} set={set} typing={typing} />
      <WithClaimedBefore found={before} kind="invoice">
        <Field
          id={id('invoice')}
          className="max-w-md"
          label={t('claimform:visits.invoice')}
          hint={t('claimform:visits.invoiceHint')}
        >
          <TextInput
            value={visit.invoice}
            onChange={(invoice) => set({ ...visit, invoice })}
            maxLength={60}
            autoComplete="off"
            code
          />
        </Field>
      </WithClaimedBefore>
      {medical && <Elsewhere visit={visit} hospital={hospital} set={set} errorOf={errorOf} />}
    </div>
  )
}

/** The visit's own hospital, where it is not the claim's. */
function Elsewhere({ visit, hospital, set, errorOf }: Pick<OneProps, 'visit' | 'hospital' | 'set' | 'errorOf'>) {
  const t = useT()
  return (
    <div className="grid gap-2">
      <Switch
        checked={visit.elsewhere !== null}
        onChange={(yes) => set({ ...visit, elsewhere: yes ? NO_HOSPITAL : null })}
      >
        {t('claimform:visits.elsewhere')}
      </Switch>
      {visit.elsewhere && (
        <HospitalField
          id={`visits.${visit.id}.elsewhere`}
          label={t('claimform:visits.where')}
          value={visit.elsewhere}
          onChange={(elsewhere) =>
            set(
              withCurrencyGuess(
                { ...visit, elsewhere },
                elsewhere.country,
                visit.elsewhere?.country || hospital.country,
              ),
            )
          }
          error={errorOf('elsewhere')}
        />
      )}
    </div>
  )
}
