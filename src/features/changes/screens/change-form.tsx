/** One change to one policy: the item, the new value beside the old, the proof, and the effects. */
import { LocalizedDateInput } from '../../../app/parts/localized-date-input.tsx'
import { ChosenFilesField } from '../../../app/photos/chosen-files-field.tsx'
import { SensitiveConsentBox } from '../../../app/parts/sensitive-consent-box.tsx'
import { useLang, useT } from '../../../app/words/words.tsx'
import { dayOf } from '../../../lib/days/dates.ts'
import { GENDERS } from '../../../lib/people/id-number.ts'
import type { IdType } from '../../../lib/people/id-types.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { Button } from '../../../ui/Button.tsx'
import { RadioGroup } from '../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../../ui/Field.tsx'
import { CheckedForm } from '../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SummaryList } from '../../../ui/SummaryList.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CHANGE_ITEMS, CHANGED_PEOPLE, type ChangeablePolicy, type ChangeItem } from '../contract.ts'
import { requiredProof } from '../rules/required-proof.ts'
import { EffectOfChange } from './change-effect.tsx'
import { useChangeForm, type ChangeFormState } from './use-change-form.ts'
import { valueWords } from './value-words.ts'

interface Props {
  policies: readonly ChangeablePolicy[]
  /** Policy from the link on its page. */
  named: string | undefined
  onSent: () => void
}

/** A number is named by the document that the policy was bought with. */
const idTypeOf = ({ person }: Pick<ChangeFormState, 'person'>): IdType => person?.idType ?? 'resident_id'
const itemKey = (item: ChangeItem, state: ChangeFormState): string =>
  item === 'id_number' ? `changes:numberOf.${idTypeOf(state)}` : `changes:items.${item}`

export default function ChangeForm({ policies, named, onSent }: Props) {
  const t = useT()
  const state = useChangeForm(policies, named, onSent)
  const {
    draft,
    change,
    consented,
    consent,
    chosen,
    sides,
    follows,
    decided,
    errors,
    errorOf,
    attempt,
    notice,
    sending,
  } = state
  const asked = chosen !== undefined && draft.item !== '' && !follows
  return (
    <CheckedForm className="grid grid-cols-1 gap-7" onSend={() => state.send()}>
      {errors.length > 0 && (
        <ErrorSummary
          title={t('changes:errorTitle', { count: errors.length, number: errors.length })}
          errors={errors}
          attempt={attempt}
        />
      )}
      <PolicyField state={state} />
      {chosen && chosen.people.length > 1 && (
        <FieldGroup id="who" label={t('changes:whose')}>
          <RadioGroup
            name="who"
            value={draft.who}
            onChange={(who) => change({ who: CHANGED_PEOPLE.find((it) => it === who) ?? 'insured' })}
            options={chosen.people.map(({ who, name }) => ({ value: who, label: t(`changes:who.${who}`, { name }) }))}
          />
        </FieldGroup>
      )}
      {chosen && (
        <Field id="item" label={t('changes:item')} hint={t('changes:itemHint')} error={errorOf('item')}>
          <Select
            value={draft.item}
            placeholder={t('changes:choose')}
            onChange={(item) => change({ item: CHANGE_ITEMS.find((it) => it === item) ?? '' })}
            options={CHANGE_ITEMS.map((item) => ({ value: item, label: t(itemKey(item, state)) }))}
          />
        </Field>
      )}
      {chosen && draft.item !== '' && sides.length > 0 && (
        <FieldGroup
          id="side"
          label={t(`changes:which.${draft.item === 'name' ? 'name' : 'id_number'}`)}
          error={errorOf('side')}
        >
          <RadioGroup
            name="side"
            value={draft.side}
            onChange={(side) => change({ side: sides.find((it) => it.side === side)?.side ?? '' })}
            options={sides.map(({ side, what, value }) => ({
              value: side,
              label: t(`changes:which.of.${what}`, { value: value || t('changes:which.none') }),
            }))}
          />
        </FieldGroup>
      )}
      {chosen && follows && (
        <Notice
          kind="info"
          live="status"
          title={t(`changes:follows.${draft.item === 'gender' ? 'gender' : 'birth_date'}`)}
        >
          <p>{t('changes:follows.text')}</p>
          <p>
            <Button onClick={() => change({ item: 'id_number' })}>{t('changes:follows.go')}</Button>
          </p>
        </Notice>
      )}
      {asked && (
        <SensitiveConsentBox
          text={t('changes:consent.text')}
          checked={consented}
          onChange={consent}
          error={errorOf('sensitive')}
        />
      )}
      {asked && decided && consented && <NewValue state={state} />}
      {asked && decided && consented && <Proof state={state} />}
      <FailedNotice>{notice}</FailedNotice>
      {asked && (
        <p>
          <Button
            look="accent"
            size="lg"
            type="submit"
            className="mobile:w-full"
            working={sending && t('changes:sending')}
          >
            {t('changes:send')}
          </Button>
        </p>
      )}
    </CheckedForm>
  )
}

/** One at a time: the next term of a policy is another one. */
function PolicyField({ state: { free, draft, change, errorOf } }: { state: ChangeFormState }) {
  const t = useT()
  return (
    <Field
      id="policy"
      label={t('changes:policy')}
      hint={free.length > 1 ? t('changes:policyHint') : undefined}
      error={errorOf('policy')}
    >
      <Select
        value={draft.policy}
        placeholder={t('changes:choose')}
        onChange={(policy) => change({ policy, who: 'insured' })}
        options={free.map(({ id, number, planName, people }) => ({
          value: id,
          label: t('changes:policyOption', { plan: planName, number, name: people[0]?.name ?? '' }),
        }))}
      />
    </Field>
  )
}

function NewValue({ state }: { state: ChangeFormState }) {
  const t = useT()
  const lang = useLang()
  const {
    draft: { item, value },
    person,
    side,
  } = state
  if (item === '') return null
  const old = valueWords(t, lang, item, side ? side.value : (person?.values[item] ?? ''))
  return (
    <div className="grid gap-4">
      <ValueField state={state} />
      <SummaryList
        level={3}
        rows={[
          {
            id: 'old',
            term: t('changes:old'),
            value: <span className="num wrap-anywhere">{old || t('changes:none')}</span>,
          },
          {
            id: 'new',
            term: t('changes:new'),
            value: (
              <span className="num wrap-anywhere">
                {value ? valueWords(t, lang, item, value) : t('changes:notYet')}
              </span>
            ),
          },
        ]}
      />
      <EffectOfChange
        what={side?.what ?? item}
        idType={idTypeOf(state)}
        effect={state.effect}
        again={state.weighAgain}
      />
    </div>
  )
}

function ValueField({ state }: { state: ChangeFormState }) {
  const t = useT()
  const today = dayOf(useNow())
  const {
    draft: { item, value },
    side,
    change,
    errorOf,
  } = state
  const set = (next: string): void => change({ value: next })
  const error = errorOf('value')
  if (item === '') return null
  if (item === 'gender') {
    return (
      <FieldGroup id="value" label={t('changes:newValue.gender')} error={error}>
        <RadioGroup
          inline
          name="value"
          value={value}
          onChange={set}
          options={GENDERS.map((gender) => ({ value: gender, label: t(`changes:genders.${gender}`) }))}
        />
      </FieldGroup>
    )
  }
  const what = side?.what ?? item
  return (
    <Field
      id="value"
      label={t(what === 'id_number' ? `changes:newNumber.${idTypeOf(state)}` : `changes:newValue.${what}`)}
      hint={item !== 'name' ? undefined : t(side?.side === 'passport' ? 'changes:passportHint' : 'changes:nameHint')}
      error={error}
    >
      {item === 'birth_date' ? (
        <LocalizedDateInput value={value} onChange={set} max={today} />
      ) : (
        <TextInput
          value={value}
          onChange={set}
          code={item === 'id_number'}
          autoComplete="off"
          maxLength={item === 'email' ? 254 : 200}
          inputMode={item === 'mobile' ? 'tel' : item === 'email' ? 'email' : 'text'}
        />
      )}
    </Field>
  )
}

function Proof({ state }: { state: ChangeFormState }) {
  const t = useT()
  const { draft, chosenFiles, errorOf, sending } = state
  return (
    <ChosenFilesField
      id="files"
      label={t('changes:proof.label')}
      chosen={chosenFiles}
      sending={sending}
      error={errorOf('files')}
      hint={t(`changes:proof.hint.${requiredProof(draft.item, draft.side).kind}`, {
        mebibytes: LIMITS.maxFileMebibytes,
        photos: LIMITS.maxPhotos,
      })}
      words={{
        take: t('changes:proof.take'),
        choose: t('changes:proof.choose'),
        preparing: t('changes:proof.preparing'),
        ready: (size) => t('changes:proof.ready', { size }),
        remove: (name) => t('changes:proof.remove', { name }),
      }}
    />
  )
}
