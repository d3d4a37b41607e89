/**
 * What a child's other policies pay on death (domain §4.2): accepts sums as people write them, including 万, and shows
 * them in figures.
 */
import { useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { formatAmount, fromMajor } from '../../../../../../lib/money/money.ts'
import { afterPress } from '../../../../../../ui/after-press.ts'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { readWholeYuan } from '../whole-yuan.ts'

interface Props {
  /** Key of the family member. */
  who?: string
  /** Whole CNY; `null` while there is no readable answer. */
  value: number | null
  onChange: (value: number | null) => void
  error: string | undefined
}

export function DeathBenefitElsewhere({ who, value, onChange, error }: Props) {
  const t = useT()
  const lang = useLang()
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const unread = typed !== undefined && typed.trim() !== '' && readWholeYuan(typed) === undefined
  return (
    <Field
      id={who ? `${who}.deathBenefitElsewhere` : 'deathBenefitElsewhere'}
      label={t('confirm:people.elsewhere')}
      hint={t('confirm:people.elsewhereHint')}
      error={error ?? (unread && left ? t('confirm:people.elsewhereUnread') : undefined)}
    >
      <TextInput
        prefix={lang === 'en' ? 'CNY' : '¥'}
        inputMode="text"
        value={typed ?? (value === null ? '' : String(value))}
        onChange={(text) => {
          setTyped(text)
          setLeft(false)
          onChange(readWholeYuan(text) ?? null)
        }}
        onBlur={() => afterPress(() => setLeft(true))}
        className="max-w-72"
      />
      <p className="num text-small mt-2 min-h-6 text-ink-2" aria-live="polite">
        {value === null ? '' : formatAmount(fromMajor(value, 'CNY'), lang)}
      </p>
    </Field>
  )
}
