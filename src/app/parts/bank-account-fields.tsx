/**
 * The fields of a bank account: its country, its name, and what the country requires. For claims, and for refunds that
 * no provider carries out.
 */
import { NAME_MAX } from '../../lib/bounded-schemas.ts'
import { fitName } from '../../lib/people/compare-account-name.ts'
import { OFTEN_COUNTRIES, bankValue, type BankField, type BankValues } from '../../lib/money/bank-fields-by-country.ts'
import { ACCOUNT_TYPES, accountTypeKey, bankFieldKey } from '../../lib/money/bank-field-words.ts'
import { countries } from '../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { joined } from '../../lib/locale.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { Translate } from '../words/translate.ts'
import { useLang, useT } from '../words/words.tsx'

interface CountryProps {
  value: string
  error: string | undefined
  change: (country: string) => void
}

/**
 * The country first, because the other fields depend on it. Those chosen most often are a group of their own; both by
 * name, mainland China first.
 */
export function AccountCountry({ value, error, change }: CountryProps) {
  const t = useT()
  const lang = useLang()
  const all = countries(lang).map(({ code, name }) => ({ value: code, label: name }))
  const group = (often: boolean) => all.filter((it) => OFTEN_COUNTRIES.includes(it.value) === often)
  return (
    <Field id="accountCountry" className="max-w-md" label={t('bankaccount:country')} error={error}>
      <Select
        value={value}
        onChange={change}
        placeholder={t('bankaccount:choose')}
        options={[
          { group: t('bankaccount:often'), options: group(true) },
          { group: t('bankaccount:others'), options: group(false) },
        ]}
      />
    </Field>
  )
}

interface NameProps {
  value: string
  /** Names that the account may carry; empty where the page does not know them. */
  names: readonly string[]
  error: string | undefined
  change: (name: string) => void
}

/** The name on the account, with the allowed names to be filled in by one tap. */
export function AccountName({ value, names, error, change }: NameProps) {
  const t = useT()
  const lang = useLang()
  const unsure = value !== '' && names.length > 0 && fitName(value, names) === 'unsure'
  return (
    <div className="grid gap-1">
      <Field
        id="accountName"
        className="max-w-md"
        label={t(bankFieldKey('accountName'))}
        hint={
          names.length > 0
            ? t('bankaccount:nameRule', { names: joined(lang, ...names) })
            : t('bankaccount:nameRuleOpen')
        }
        error={error}
      >
        <TextInput value={value} onChange={change} maxLength={NAME_MAX} autoComplete="off" />
      </Field>
      {value === '' && <UseName names={names} change={change} />}
      {unsure && <p className="text-small mt-1 text-ink-2">{t('bankaccount:unsure')}</p>}
    </div>
  )
}

/** Names that can be copied into the field above. */
export function UseName({ names, change }: { names: readonly string[]; change: (name: string) => void }) {
  const t = useT()
  if (names.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-6">
      {names.map((name) => (
        <TextLink key={name} onClick={() => change(name)}>
          {t('bankaccount:useName', { name })}
        </TextLink>
      ))}
    </p>
  )
}

interface BankFieldProps {
  field: BankField
  values: BankValues
  /** Prefix of the field's key, where a page has several accounts. */
  prefix?: string
  errorOf: (key: string) => string | undefined
  change: (patch: { accountNumber?: string; bankName?: string; bankFields?: Record<string, string> }) => void
}

/** One field of an account, checked by the rules of its country. */
export function BankFieldInput({ field, values, prefix = '', errorOf, change }: BankFieldProps) {
  const t = useT()
  const main = field.id === 'accountNumber' || field.id === 'bankName'
  const id = `${prefix}${main ? field.id : `bankFields.${field.id}`}`
  const value = bankValue(values, field.id)
  const set = (text: string): void =>
    main ? change({ [field.id]: text }) : change({ bankFields: { ...values.bankFields, [field.id]: text } })
  const label = t(bankFieldKey(field.iban ? 'iban' : field.id))
  const count = value.replace(/[\s\-.]/g, '').length
  const [least, most] = field.length
  const length =
    field.kind === 'digits' && count > 0 && count !== most
      ? t(least === most ? 'bankaccount:digitsOf' : 'bankaccount:digits', { count, most })
      : field.id === 'branch'
        ? t('bankaccount:branchOpen')
        : undefined
  return (
    <Field
      id={id}
      className="max-w-md"
      label={field.required ? label : t('bankaccount:optional', { label })}
      hint={length}
      error={errorOf(id)}
    >
      {field.choices ? (
        <Select
          value={value}
          onChange={set}
          placeholder={t('bankaccount:choose')}
          options={field.choices.map((choice) => ({ value: choice, label: accountTypeWords(t, choice) }))}
        />
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

function accountTypeWords(t: Translate, choice: string): string {
  const known = ACCOUNT_TYPES.find((one) => one === choice)
  return known ? t(accountTypeKey(known)) : choice
}
