/** The tuition form: data from the school's invoice, the invoice itself, the payer; the price is beside it. */
import { ContactInput } from '../../../../app/parts/contact-input.tsx'
import { ChosenFilesField } from '../../../../app/photos/chosen-files-field.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatCurrency, formatMoney } from '../../../../lib/money/money.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { feeLimits, TUITION_TEXT } from '../../rules/check-tuition.ts'
import { QuotePanel } from './tuition-quote-panel.tsx'
import type { SchoolChoice } from './school-choice.ts'
import { useTuitionForm, type TuitionForm } from './use-tuition-form.ts'

interface Props {
  schools: readonly SchoolChoice[]
  /** Number of the earlier payment that this one corrects. */
  from: string | undefined
  /** The school that was chosen in the list. */
  chosen: string | undefined
}

export default function Form({ schools, from, chosen }: Props) {
  const t = useT()
  const lang = useLang()
  const form = useTuitionForm(schools, { from, chosen })
  const { errors, attempt, notice, sending, earlier, school } = form
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <h1 className="type-h1 mobile:sr-only">{t('education:title')}</h1>
        <CheckedForm className="grid grid-cols-1 gap-10" onSend={() => form.send()}>
          {earlier && (
            <Notice kind="info" title={t('education:kept.title', { number: earlier })}>
              {t('education:kept.text')}
            </Notice>
          )}
          {errors.length > 0 && (
            <ErrorSummary
              title={t('education:errorTitle', { count: errors.length, number: errors.length })}
              errors={errors}
              attempt={attempt}
            />
          )}
          <SchoolPart form={form} schools={schools} />
          <MoneyPart form={form} />
          <PayerPart form={form} />
          <div className="grid gap-4">
            <Checkbox id="confirmed" checked={form.confirmed} onChange={form.confirm} error={form.errorOf('confirmed')}>
              {t('education:confirm')}
            </Checkbox>
            <div className="panel grid gap-1 p-5">
              <Checkbox id="agreed" checked={form.agreed} onChange={form.agree} error={form.errorOf('agreed')}>
                {t('education:consent.box', { school: school?.name ?? t('education:consent.school') })}
              </Checkbox>
              <p className="ps-9 text-small text-ink-2">{t('education:consent.text', { email: SITE[lang].email })}</p>
            </div>
            <FailedNotice>{notice}</FailedNotice>
            <p>
              <Button
                look="accent"
                size="lg"
                type="submit"
                className="mobile:w-full"
                working={sending && t('education:sending')}
              >
                {t('education:send')}
              </Button>
            </p>
            <p className="text-small text-ink-2">{t('education:free')}</p>
          </div>
        </CheckedForm>
      </div>
      <QuotePanel quote={form.quote} again={form.again} />
    </div>
  )
}

function SchoolPart({
  form: { draft, change, errorOf, school },
  schools,
}: {
  form: TuitionForm
  schools: readonly SchoolChoice[]
}) {
  const t = useT()
  return (
    <section className="grid gap-5">
      <h2 className="type-h3">{t('education:school.title')}</h2>
      <div className="field-columns">
        <Field
          id="school"
          label={t('education:school.label')}
          hint={t('education:school.hint')}
          error={errorOf('school')}
          className="web:col-span-2"
        >
          <Select
            value={draft.school}
            onChange={(slug) => change({ school: slug })}
            placeholder={t('education:choose')}
            options={schools.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </Field>
        <Field
          id="studentNumber"
          label={t('education:school.studentNumber')}
          hint={t('education:school.studentNumberHint', { example: school?.studentNumber.example ?? '201834567' })}
          error={errorOf('studentNumber')}
        >
          <TextInput
            code
            value={draft.studentNumber}
            onChange={(studentNumber) => change({ studentNumber })}
            autoComplete="off"
            maxLength={TUITION_TEXT.studentNumber * 2}
            required
          />
        </Field>
        <Field
          id="student"
          label={t('education:school.student')}
          hint={t('education:school.studentHint')}
          error={errorOf('student')}
        >
          <TextInput
            value={draft.student}
            onChange={(student) => change({ student })}
            autoComplete="off"
            maxLength={TUITION_TEXT.name}
            required
          />
        </Field>
        <Field
          id="reference"
          label={t('education:school.reference')}
          hint={t('education:school.referenceHint')}
          error={errorOf('reference')}
          className="web:col-span-2"
        >
          <TextInput
            code
            value={draft.reference}
            onChange={(reference) => change({ reference })}
            autoComplete="off"
            maxLength={TUITION_TEXT.reference}
          />
        </Field>
      </div>
    </section>
  )
}

function MoneyPart({ form: { draft, change, errorOf, school, chosenFiles, sending } }: { form: TuitionForm }) {
  const t = useT()
  const lang = useLang()
  const currencies = Object.keys(school?.currencies ?? {}).filter(isCurrency)
  const limits = school && feeLimits(school, draft.currency)
  return (
    <section className="grid gap-5">
      <h2 className="type-h3">{t('education:money.title')}</h2>
      <div className="field-columns">
        <Field id="currency" label={t('education:money.currency')} error={errorOf('currency')}>
          <Select
            value={draft.currency}
            onChange={(currency) => change({ currency })}
            placeholder={t('education:choose')}
            options={currencies.map((it) => ({ value: it, label: formatCurrency(it, lang) }))}
          />
        </Field>
        <Field
          id="fee"
          label={t('education:money.fee')}
          hint={
            limits &&
            t('education:money.feeHint', {
              least: formatMoney(limits.least, lang),
              most: formatMoney(limits.most, lang),
            })
          }
          error={errorOf('fee')}
        >
          <TextInput
            value={draft.feeText}
            onChange={(feeText) => change({ feeText })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            required
          />
        </Field>
      </div>
      <ChosenFilesField
        id="files"
        label={t('education:money.invoice')}
        hint={t('education:money.invoiceHint', { mebibytes: LIMITS.maxFileMebibytes })}
        error={errorOf('files')}
        chosen={chosenFiles}
        sending={sending}
        words={{
          take: t('education:money.take'),
          choose: t('education:money.add'),
          preparing: t('education:money.preparing'),
          ready: (size) => t('education:money.ready', { size }),
          remove: (name) => t('education:money.remove', { name }),
        }}
      />
    </section>
  )
}

function PayerPart({ form: { draft, change, errorOf } }: { form: TuitionForm }) {
  const t = useT()
  return (
    <section className="grid gap-5">
      <h2 className="type-h3">{t('education:payer.title')}</h2>
      <div className="field-columns">
        <Field
          id="payer"
          label={t('education:payer.payer')}
          hint={t('education:payer.payerHint')}
          error={errorOf('payer')}
        >
          <TextInput
            value={draft.payer}
            onChange={(payer) => change({ payer })}
            autoComplete="name"
            maxLength={TUITION_TEXT.name}
            required
          />
        </Field>
        <Field
          id="contact"
          label={t('education:payer.contact')}
          hint={t('education:payer.contactHint')}
          error={errorOf('contact')}
        >
          <ContactInput
            kind="either"
            value={draft.contact}
            onChange={(contact) => change({ contact })}
            autoComplete="email"
            maxLength={254}
            required
          />
        </Field>
      </div>
    </section>
  )
}
