/** Whose account, its country and the fields that follow from it: in the application, and when a payment came back. */
import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../../app/words.tsx'
import { BANK_COUNTRIES, bankFields, bankValue, type BankField, type BankValues } from '../../../../../lib/bank-account.ts'
import { nationalities, nationalityName } from '../../../../../lib/nationalities.ts'
import { joined } from '../../../../../lib/locale.ts'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { Select } from '../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { PAYEE_RELATIONS, type AnswerKey, type AnswerPatch, type ClaimAnswers } from '../../../answers.ts'
import { accountNameFit } from '../../../draft/account-name.ts'
import { ACCOUNT_TYPES, accountTypeKey, bankFieldKey, relationKey } from '../../../word-keys.ts'

type Change = (patch: AnswerPatch) => void

export interface AccountFieldsProps {
  answers: ClaimAnswers
  /** Names of the insured that an own account may carry. */
  holderNames: readonly string[]
  /** Words of a field's error. */
  errorOf: (key: string) => string | undefined
  change: Change
  /** Whose account it is stays as it was: another payee needs documents of their own. */
  whoseStays?: boolean
}

export function AccountFields({ answers, holderNames, errorOf, change, whoseStays = false }: AccountFieldsProps) {
  const t = useT()
  const lang = useLang()
  const field = (key: AnswerKey) => ({ id: key, error: errorOf(key) })
  const other = answers.accountOwn === false
  const names = other ? [answers.payeeName].filter(Boolean) : holderNames
  const unsure = answers.accountName !== '' && names.length > 0 && accountNameFit(answers, holderNames) === 'unsure'
  return (
    <>
      {!whoseStays && (
        <FieldGroup {...field('accountOwn')} label={t('apply:account.whose')}>
          <div className="choice-rows">
            <RadioGroup
              name="accountOwn"
              value={answers.accountOwn === null ? '' : answers.accountOwn ? 'yes' : 'no'}
              onChange={(value) => change({ accountOwn: value === 'yes' })}
              options={(['yes', 'no'] as const).map((value) => ({
                value, label: <span className="font-semibold">{t(`apply:account.own.${value}`)}</span>,
                hint: t(`apply:account.ownHint.${value}`, { name: joined(lang, ...holderNames) }),
              }))}
            />
          </div>
        </FieldGroup>
      )}
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
          {!whoseStays && <div className="web:sm:col-span-2"><Notice kind="info" icon="id-card">{t('apply:account.otherNeeds')}</Notice></div>}
        </div>
      )}
      <Country answers={answers} error={errorOf('accountCountry')} change={change} />
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
          {bankFields(answers.accountCountry).map((one) => <BankFieldInput key={one.id} field={one} values={answers} errorOf={errorOf} change={change} />)}
        </Part>
      )}
    </>
  )
}

/** First the country: what else is asked follows from it. Where our plans are sold stands on top. */
function Country({ answers, error, change }: { answers: ClaimAnswers; error: string | undefined; change: Change }) {
  const t = useT()
  const lang = useLang()
  const all = nationalities(lang).map(({ code, name }) => ({ value: code, label: name }))
  const near = BANK_COUNTRIES.flatMap((code) => all.find(({ value }) => value === code) ?? { value: code, label: nationalityName(code, lang) })
  return (
    <Field id="accountCountry" className="max-w-md" label={t('apply:field.accountCountry')} error={error}>
      <Select
        value={answers.accountCountry}
        onChange={(accountCountry) => change({ accountCountry, bankFields: {} })}
        placeholder={t('apply:choose')}
        options={[{ group: t('apply:account.often'), options: near }, { group: t('apply:account.others'), options: all.filter(({ value }) => !BANK_COUNTRIES.includes(value)) }]}
      />
    </Field>
  )
}

interface BankFieldProps {
  field: BankField
  values: BankValues
  /** Before the field's key, where a page has several accounts. */
  prefix?: string
  errorOf: (key: string) => string | undefined
  change: (patch: { accountNumber?: string; bankName?: string; bankFields?: Record<string, string> }) => void
}

/** One field of an account, by the rules of its country. */
export function BankFieldInput({ field, values, prefix = '', errorOf, change }: BankFieldProps) {
  const t = useT()
  const main = field.id === 'accountNumber' || field.id === 'bankName'
  const id = `${prefix}${main ? field.id : `bankFields.${field.id}`}`
  const value = bankValue(values, field.id)
  const set = (text: string): void => (main ? change({ [field.id]: text }) : change({ bankFields: { ...values.bankFields, [field.id]: text } }))
  const label = t(bankFieldKey(field.iban ? 'iban' : field.id))
  const count = value.replace(/[\s\-.]/g, '').length
  const [least, most] = field.length
  const length = field.kind === 'digits' && count > 0 && count !== most ? t(least === most ? 'apply:account.digitsOf' : 'apply:account.digits', { count, most }) : undefined
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
