import type { HTMLInputTypeAttribute, KeyboardEventHandler, ReactNode, Ref } from 'react'
import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface TextInputProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  type?: HTMLInputTypeAttribute
  name?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  autoComplete?: string
  maxLength?: number
  placeholder?: string
  /** Shown before the value: +86, a magnifier. */
  prefix?: ReactNode
  icon?: IconName
  suffix?: ReactNode
  /** For codes and numbers: tabular figures with extra spacing. */
  code?: boolean
  required?: boolean
  ref?: Ref<HTMLInputElement>
  className?: string
}

export function TextInput(props: TextInputProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    prefix,
    icon,
    suffix,
    code,
    required,
    ref,
    className = '',
    ...rest
  } = props
  const aria = useControl()
  return (
    <span className={`input ${className}`.trim()}>
      {icon && <Icon name={icon} className="text-ink-3" />}
      {prefix && <span>{prefix}</span>}
      <input
        // Names, numbers, addresses: a phone's keyboard neither corrects nor marks them, nor begins a code with a capital.
        autoCorrect="off"
        spellCheck={false}
        autoCapitalize={code || rest.inputMode === 'email' ? 'none' : undefined}
        {...rest}
        {...aria}
        ref={ref}
        className={code ? 'num tracking-[.12em]' : 'num'}
        type={type}
        value={value}
        aria-required={required || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {suffix}
    </span>
  )
}

export interface TextAreaProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  rows?: number
  maxLength?: number
  name?: string
}

export function TextArea({ value, onChange, onBlur, rows = 5, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...rest}
      {...useControl()}
      className="textarea"
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

export interface LockedValueProps {
  value: ReactNode
  /** Where the value comes from ("From the ID number"). */
  reason: ReactNode
}

/** A derived or locked value: dashed edge, sunken, its reason at the right. */
export function LockedValue({ value, reason }: LockedValueProps) {
  const aria = useControl()
  return (
    <output className="input input-locked justify-between" id={aria?.id} aria-describedby={aria?.['aria-describedby']}>
      <span className="shrink-0">{value}</span>
      <span className="min-w-0 text-end text-small leading-tight whitespace-normal">{reason}</span>
    </output>
  )
}
