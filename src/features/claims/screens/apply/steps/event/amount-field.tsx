/**
 * The amount on the invoice: the figures stay as typed, their interpretation is shown below, and the person is asked
 * about ambiguous ones.
 */
import { useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { formatMoney, money } from '../../../../../../lib/money/money.ts'
import { afterPress } from '../../../../../../ui/after-press.ts'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import type { Visit } from '../../../../rules/claim-fields.ts'
import { readingOf, typedOf, withChoice, withTyped } from '../../../../rules/visit-amount.ts'

interface Props {
  id: string
  visit: Visit
  set: (visit: Visit) => void
  error?: string | undefined
}

const ANOTHER = 'another'

export function AmountField({
  id,
  visit,
  set,
  error,
  typing,
  onTyping,
  label,
}: Props & { typing: boolean; onTyping: (typing: boolean) => void; label?: string }) {
  const t = useT()
  const reading = readingOf(visit)
  // Figures that mean no amount in this currency are told when the field is left, not only when the step is sent.
  const wrong = !typing && reading?.kind === 'wrong' ? t(`claimform:fieldError.${reading.code}`) : undefined
  return (
    <Field id={id} label={label ?? t('claimform:visits.amount')} error={error ?? wrong}>
      <TextInput
        value={typedOf(visit)}
        inputMode="decimal"
        maxLength={24}
        autoComplete="off"
        onChange={(text) => {
          onTyping(true)
          set(withTyped(visit, text))
        }}
        onBlur={() => afterPress(() => onTyping(false))}
      />
    </Field>
  )
}

/**
 * Below the fields: how the figures are read, or the question which amount they mean. Shown only after the person has
 * left the field.
 */
export function AmountMeaning({ id, visit, set, typing }: Props & { typing: boolean }) {
  const t = useT()
  const lang = useLang()
  const { currency } = visit
  const reading = readingOf(visit)
  if (!reading || currency === '' || typing) return null
  const words = (minor: number): string => formatMoney(money(minor, currency), lang)
  if (reading.kind !== 'unclear') {
    const printed = visit.amount === null ? '' : formatMoney(money(visit.amount, currency), 'en', { style: 'bare' })
    const told = reading.kind === 'sure' && typedOf(visit).trim() !== printed
    return told ? (
      <p className="text-small text-ink-2">{t('claimform:visits.readAs', { amount: words(reading.minor) })}</p>
    ) : null
  }
  function choose(value: string): void {
    if (value !== ANOTHER) return set(withChoice(visit, Number(value)))
    set(withTyped(visit, ''))
    document.getElementById(id)?.focus()
  }
  return (
    <div role="status">
      <FieldGroup id={`${id}.meant`} label={t('claimform:visits.meant', { typed: typedOf(visit).trim() })}>
        <RadioGroup
          name={`${id}.meant`}
          value={visit.amount === null ? '' : String(visit.amount)}
          onChange={choose}
          options={[
            ...reading.choices.map((minor) => ({ value: String(minor), label: words(minor) })),
            { value: ANOTHER, label: t('claimform:visits.otherAmount') },
          ]}
        />
      </FieldGroup>
    </div>
  )
}

/** Whether someone is typing an amount. */
export const useTyping = (): [boolean, (typing: boolean) => void] => useState(false)
