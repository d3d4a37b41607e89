/**
 * Holder of the account, its country and the fields that follow from it: used in the application, and after a payment
 * was returned.
 */
import { NAME_MAX } from '../../../../../../lib/bounded-schemas.ts'
import type { ReactNode } from 'react'
import { AccountCountry, AccountName, BankFieldInput } from '../../../../../../app/parts/bank-account-fields.tsx'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { bankFields } from '../../../../../../lib/money/bank-fields-by-country.ts'
import { countryName } from '../../../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { joined } from '../../../../../../lib/locale.ts'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { PAYEE_RELATIONS, type AnswerKey, type AnswerPatch, type ClaimAnswers } from '../../../../rules/claim-fields.ts'
import { relationKey } from '../../../../rules/word-keys.ts'

type Change = (patch: AnswerPatch) => void

export interface AccountFieldsProps {
  answers: ClaimAnswers
  /** Names of the insured that their own account may carry. */
  holderNames: readonly string[]
  /** Error text of a field. */
  errorOf: (key: string) => string | undefined
  change: Change
  /** The holder cannot be changed: another payee needs other documents. */
  whoseStays?: boolean
}

export function AccountFields({ answers, holderNames, errorOf, change, whoseStays = false }: AccountFieldsProps) {
  const t = useT()
  const lang = useLang()
  const field = (key: AnswerKey) => ({ id: key, error: errorOf(key) })
  const other = answers.accountOwn === false
  const names = other ? [answers.payeeName].filter(Boolean) : holderNames
  return (
    <>
      {!whoseStays && (
        <FieldGroup {...field('accountOwn')} label={t('claimform:account.whose')}>
          <div className="choice-rows">
            <RadioGroup
              name="accountOwn"
              value={answers.accountOwn === null ? '' : answers.accountOwn ? 'yes' : 'no'}
              onChange={(value) => change({ accountOwn: value === 'yes' })}
              options={(['yes', 'no'] as const).map((value) => ({
                value,
                label: <span className="font-semibold">{t(`claimform:account.own.${value}`)}</span>,
                hint: t(`claimform:account.ownHint.${value}`, { name: joined(lang, ...holderNames) }),
              }))}
            />
          </div>
        </FieldGroup>
      )}
      {other && (
        <div className="grid gap-6 web:items-end web:sm:grid-cols-2">
          <Field {...field('payeeName')} label={t('claimform:field.payeeName')} hint={t('claimform:account.payeeHint')}>
            <TextInput
              value={answers.payeeName}
              onChange={(payeeName) => change({ payeeName })}
              maxLength={NAME_MAX}
              autoComplete="off"
            />
          </Field>
          <Field {...field('payeeRelation')} label={t('claimform:account.relation', { name: holderNames[0] ?? '' })}>
            <Select
              value={answers.payeeRelation}
              onChange={(payeeRelation) => change({ payeeRelation })}
              placeholder={t('claimform:choose')}
              options={PAYEE_RELATIONS.map((value) => ({ value, label: t(relationKey(value)) }))}
            />
          </Field>
          {!whoseStays && (
            <div className="web:sm:col-span-2">
              <Notice kind="info" icon="id-card">
                {t('claimform:account.otherNeeds')}
              </Notice>
            </div>
          )}
        </div>
      )}
      <AccountCountry
        value={answers.accountCountry}
        error={errorOf('accountCountry')}
        change={(accountCountry) => change({ accountCountry, bankFields: {} })}
      />
      {answers.accountCountry !== '' && (
        <Part
          title={t('bankaccount:details', { country: countryName(answers.accountCountry, lang) })}
          lead={t(answers.accountCountry === 'CN' ? 'claimform:account.mainland' : 'claimform:account.abroad')}
        >
          <AccountName
            value={answers.accountName}
            names={names}
            error={errorOf('accountName')}
            change={(accountName) => change({ accountName })}
          />
          {bankFields(answers.accountCountry).map((one) => (
            <BankFieldInput key={one.id} field={one} values={answers} errorOf={errorOf} change={change} />
          ))}
        </Part>
      )}
    </>
  )
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
