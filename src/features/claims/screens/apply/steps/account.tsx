/** `apply?part=account`: whose account, where it is held, and its details by country (spec §3, §5; domain §5.5). */
import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../../app/words.tsx'
import { Actions, StepHead, useAttempt } from '../../../../../app/wizard.tsx'
import { BANK_COUNTRIES, bankFields, bankValue, type BankField } from '../../../../../lib/bank-account.ts'
import { nationalities, nationalityName } from '../../../../../lib/countries.ts'
import { joined } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { Select } from '../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { PAYEE_RELATIONS, type AnswerKey, type ClaimAnswers } from '../../../answers.ts'
import { accountErrors, accountNameFit } from '../../../errors.ts'
import { ACCOUNT_TYPES, accountTypeKey, bankFieldKey, relationKey } from '../../../vocabulary.ts'
import { Errors } from '../errors.tsx'
import { change, goBack, proceed } from '../store/store.ts'
import type { StepProps } from '../types.ts'

export default function AccountStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const lang = useLang()
  const [attempt, tryOn] = useAttempt(draft.id, 'account')
  const errors = accountErrors(answers, draft.holderNames)
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)
  const field = (key: AnswerKey) => ({ id: key, error: errorOf(key) })
  const other = answers.accountOwn === false
  const names = other ? [answers.payeeName].filter(Boolean) : draft.holderNames
  const unsure = answers.accountName !== '' && names.length > 0 && accountNameFit(answers, draft.holderNames) === 'unsure'

  return (
    <form
      noValidate
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        tryOn()
        if (Object.keys(errors).length === 0) proceed('account')
      }}
    >
      <StepHead still={still} title={t('apply:account.title')} lead={t('apply:account.lead')} />
      <Errors errors={shown} errorOf={errorOf} attempt={attempt} />
      <FieldGroup {...field('accountOwn')} label={t('apply:account.whose')}>
        <div className="choice-rows">
          <RadioGroup
            name="accountOwn"
            value={answers.accountOwn === null ? '' : answers.accountOwn ? 'yes' : 'no'}
            onChange={(value) => change({ accountOwn: value === 'yes' })}
            options={(['yes', 'no'] as const).map((value) => ({
              value, label: <span className="font-semibold">{t(`apply:account.own.${value}`)}</span>,
              hint: t(`apply:account.ownHint.${value}`, { name: joined(lang, ...draft.holderNames) }),
            }))}
          />
        </div>
      </FieldGroup>
      {other && (
        <div className="grid gap-6 web:items-end web:sm:grid-cols-2">
          <Field {...field('payeeName')} label={t('apply:field.payeeName')} hint={t('apply:account.payeeHint')}>
            <TextInput value={answers.payeeName} onChange={(payeeName) => change({ payeeName })} maxLength={50} autoComplete="off" />
          </Field>
          <Field {...field('payeeRelation')} label={t('apply:account.relation')}>
            <Select
              value={answers.payeeRelation}
              onChange={(payeeRelation) => change({ payeeRelation })}
              placeholder={t('apply:choose')}
              options={PAYEE_RELATIONS.map((value) => ({ value, label: t(relationKey(value)) }))}
            />
          </Field>
          <div className="web:sm:col-span-2"><Notice kind="info" icon="id-card">{t('apply:account.otherNeeds')}</Notice></div>
        </div>
      )}
      <Country answers={answers} error={errorOf('accountCountry')} />
      {answers.accountCountry !== '' && (
        <Part title={t('apply:account.details', { country: nationalityName(answers.accountCountry, lang) })} lead={t(answers.accountCountry === 'CN' ? 'apply:account.mainland' : 'apply:account.abroad')}>
          <div className="grid gap-1">
            <Field {...field('accountName')} className="max-w-md" label={t('apply:field.accountName')} hint={names.length > 0 ? t('apply:account.nameRule', { names: joined(lang, ...names) }) : t('apply:account.nameRuleOpen')}>
              <TextInput value={answers.accountName} onChange={(accountName) => change({ accountName })} maxLength={70} autoComplete="off" />
            </Field>
            {answers.accountName === '' && names.length > 0 && (
              <p className="flex flex-wrap gap-x-6">{names.map((name) => <TextLink key={name} onClick={() => change({ accountName: name })}>{t('apply:account.useName', { name })}</TextLink>)}</p>
            )}
            {unsure && <p className="text-small mt-1 text-ink-2">{t('apply:account.unsure')}</p>}
          </div>
          {bankFields(answers.accountCountry).map((one) => <One key={one.id} field={one} answers={answers} errorOf={errorOf} />)}
        </Part>
      )}
      <Actions
        main={<Button look="accent" type="submit">{t('apply:continue')}</Button>}
        side={<TextLink onClick={() => goBack('account')}>{t('apply:back')}</TextLink>}
        hint={t('apply:account.later')}
      />
    </form>
  )
}

/** First the country: what else is asked follows from it. Where our plans are sold stands on top. */
function Country({ answers, error }: { answers: ClaimAnswers; error: string | undefined }) {
  const t = useT()
  const lang = useLang()
  const all = nationalities(lang).map(({ code, name }) => ({ value: code, label: name }))
  const near = BANK_COUNTRIES.flatMap((code) => all.find(({ value }) => value === code) ?? { value: code, label: nationalityName(code, lang) })
  return (
    <Field id="accountCountry" className="max-w-md" label={t('apply:field.accountCountry')} hint={t('apply:account.countryHint')} error={error}>
      <Select
        value={answers.accountCountry}
        onChange={(accountCountry) => change({ accountCountry, bankFields: {} })}
        placeholder={t('apply:choose')}
        options={[{ group: t('apply:account.often'), options: near }, { group: t('apply:account.others'), options: all.filter(({ value }) => !BANK_COUNTRIES.includes(value)) }]}
      />
    </Field>
  )
}

function One({ field, answers, errorOf }: { field: BankField; answers: ClaimAnswers; errorOf: (key: string) => string | undefined }) {
  const t = useT()
  const main = field.id === 'accountNumber' || field.id === 'bankName'
  const id = main ? field.id : `bankFields.${field.id}`
  const value = bankValue(answers, field.id)
  const set = (text: string): void => (main ? change({ [field.id]: text }) : change({ bankFields: { ...answers.bankFields, [field.id]: text } }))
  const iban = field.id === 'accountNumber' && field.kind === 'code'
  const label = t(bankFieldKey(iban ? 'iban' : field.id))
  const count = value.replace(/[\s\-.]/g, '').length
  const [least, most] = field.length
  const length = field.kind === 'digits' && count > 0 && count !== most ? t('apply:account.digits', { count, wanted: least === most ? most : `${least}–${most}` }) : undefined
  return (
    <Field id={id} className="max-w-md" label={field.required ? label : t('apply:optional', { label })} hint={length} error={errorOf(id)}>
      {field.choices ? (
        <Select value={value} onChange={set} placeholder={t('apply:choose')} options={field.choices.map((choice) => ({ value: choice, label: accountTypeWords(t, choice) }))} />
      ) : (
        <TextInput
          value={value}
          onChange={set}
          inputMode={field.kind === 'digits' ? 'numeric' : field.id === 'bankPhone' ? 'tel' : 'text'}
          code={field.kind !== 'text'}
          maxLength={field.kind === 'text' ? most : Math.min(40, most + 12)}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

function accountTypeWords(t: ReturnType<typeof useT>, choice: string): string {
  const known = ACCOUNT_TYPES.find((one) => one === choice)
  return known ? t(accountTypeKey(known)) : choice
}

function Part({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="grid gap-6">
      <div className="grid gap-1 border-b border-ink pb-3">
        <h2 className="type-h2">{title}</h2>
        <p className="text-ink-2">{lead}</p>
      </div>
      {children}
    </section>
  )
}
