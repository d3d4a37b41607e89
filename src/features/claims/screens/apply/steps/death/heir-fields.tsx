/** One heir: the person, a guardian for a minor, the share if the heirs agreed on shares, and the account. */
import { ID_TYPES } from '../../../../../../lib/people/id-types.ts'
import { NAME_MAX } from '../../../../../../lib/bounded-schemas.ts'
import { BankFieldInput, UseName } from '../../../../../../app/parts/bank-account-fields.tsx'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { useT } from '../../../../../../app/words/words.tsx'
import { bankFields } from '../../../../../../lib/money/bank-fields-by-country.ts'
import type { Day } from '../../../../../../lib/days/dates.ts'
import { Field } from '../../../../../../ui/Field.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { isMinor } from '../../../../rules/heir-identity.ts'
import { HEIR_COUNTRY, HEIR_RELATIONS, type Heir } from '../../../../rules/heirs.ts'
import { heirRelationKey } from '../../../../rules/word-keys.ts'

interface Props {
  heir: Heir
  set: (heir: Heir) => void
  errorOf: (field: string) => string | undefined
  today: Day
  /** The heirs agreed on shares, so this heir's share is asked for. */
  percent: boolean
}

export function HeirFields({ heir, set, errorOf, today, percent }: Props) {
  const t = useT()
  const change = (patch: Partial<Heir>): void => set({ ...heir, ...patch })
  const field = (id: keyof Heir) => ({ id: `heirs.${heir.id}.${id}`, error: errorOf(id) })
  const minor = isMinor(heir, today)
  const holders = [heir.name, minor ? heir.guardian : ''].filter(Boolean)
  return (
    <>
      <div className="grid gap-6 web:items-end web:sm:grid-cols-2">
        <Field {...field('name')} label={t('claimform:death.heirs.name')}>
          <TextInput value={heir.name} onChange={(name) => change({ name })} maxLength={NAME_MAX} autoComplete="off" />
        </Field>
        <Field {...field('relation')} label={t('claimform:death.heirs.relation')}>
          <Select
            value={heir.relation}
            onChange={(relation) => change({ relation })}
            placeholder={t('claimform:choose')}
            options={HEIR_RELATIONS.map((value) => ({ value, label: t(heirRelationKey(value)) }))}
          />
        </Field>
        <Field {...field('idType')} label={t('claimform:death.heirs.idType')}>
          <Select
            value={heir.idType}
            onChange={(idType) => change({ idType })}
            placeholder={t('claimform:choose')}
            options={ID_TYPES.map((value) => ({ value, label: t(`claimform:death.idType.${value}`) }))}
          />
        </Field>
        <Field {...field('idNumber')} label={t('claimform:death.heirs.idNumber')}>
          <TextInput
            value={heir.idNumber}
            onChange={(idNumber) => change({ idNumber })}
            maxLength={40}
            autoComplete="off"
            code
          />
        </Field>
        {heir.idType !== '' && heir.idType !== 'resident_id' && (
          <Field {...field('birthDate')} label={t('claimform:death.heirs.birthDate')}>
            <LocalizedDateInput value={heir.birthDate} onChange={(birthDate) => change({ birthDate })} max={today} />
          </Field>
        )}
        {minor && (
          <Field
            {...field('guardian')}
            label={t('claimform:death.heirs.guardian')}
            hint={t('claimform:death.heirs.guardianHint')}
          >
            <TextInput
              value={heir.guardian}
              onChange={(guardian) => change({ guardian })}
              maxLength={NAME_MAX}
              autoComplete="off"
            />
          </Field>
        )}
      </div>
      {percent && (
        <Field {...field('percent')} className="max-w-48" label={t('claimform:death.heirs.percent')}>
          <TextInput
            value={heir.percent}
            onChange={(value) => change({ percent: value })}
            inputMode="decimal"
            maxLength={8}
            autoComplete="off"
          />
        </Field>
      )}
      <div className="grid gap-6">
        <div className="grid gap-1">
          <Field
            {...field('accountName')}
            className="max-w-md"
            label={t('claimform:field.accountName')}
            hint={t('claimform:death.heirs.accountHint')}
          >
            <TextInput
              value={heir.accountName}
              onChange={(accountName) => change({ accountName })}
              maxLength={NAME_MAX}
              autoComplete="off"
            />
          </Field>
          {heir.accountName === '' && <UseName names={holders} change={(accountName) => change({ accountName })} />}
        </div>
        {bankFields(HEIR_COUNTRY).map((one) => (
          <BankFieldInput
            key={one.id}
            field={one}
            values={heir}
            prefix={`heirs.${heir.id}.`}
            errorOf={(key) => errorOf(key.slice(`heirs.${heir.id}.`.length))}
            change={change}
          />
        ))}
      </div>
    </>
  )
}
