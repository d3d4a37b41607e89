import {
  useEffect,
  useEffectEvent,
  useRef,
  type HTMLInputTypeAttribute,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
} from 'react'
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
  ref?: RefObject<HTMLInputElement | null>
  className?: string
}

/**
 * Picks up what a password manager or a browser filled in without an event, before a handler of the page reads what
 * React knows: whatever is pressed, by finger or by Enter in a form, is a click.
 */
function useFilled<E extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  onChange: (value: string) => void,
  given?: RefObject<E | null>,
): RefObject<E | null> {
  const own = useRef<E>(null)
  const field = given ?? own
  const look = useEffectEvent(() => {
    const filled = field.current?.value
    if (filled && filled !== value) onChange(filled)
  })
  useEffect(() => {
    const again = (): void => look()
    document.addEventListener('click', again, true)
    return () => document.removeEventListener('click', again, true)
  }, [])
  return field
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
  const field = useFilled(value, onChange, ref)
  return (
    <span className={`input ${className}`.trim()}>
      {icon && <Icon name={icon} className="text-ink-3" />}
      {prefix && <span>{prefix}</span>}
      <input
        {...rest}
        {...aria}
        ref={field}
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
      ref={useFilled<HTMLTextAreaElement>(value, onChange)}
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
