import type { ReactNode } from 'react'
import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'

export interface RadioGroupProps<V extends string> {
  name: string
  value: V | ''
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode; hint?: ReactNode }[]
  /** Side by side while there is room. */
  inline?: boolean
}

/** For use in a `FieldGroup`; the first radio carries the field's id, so the error summary leads to it. */
export function RadioGroup<V extends string>({ name, value, onChange, options, inline }: RadioGroupProps<V>) {
  const aria = useControl()
  return (
    <div className={inline ? 'flex flex-wrap gap-x-8' : ''}>
      {options.map((option, i) => (
        <label className="choice" key={option.value}>
          <input
            className="radio"
            type="radio"
            name={name}
            id={aria && (i === 0 ? aria.id : `${aria.id}.${option.value}`)}
            // For looks: a radio has no such state, and the field describes its error.
            data-invalid={aria?.['aria-invalid']}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-small text-ink-2">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

export interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  id?: string
  name?: string
  /** The error's text; shown above, as in a field. */
  error?: string | undefined
}

/** Never ticked in advance. */
export function Checkbox({ checked, onChange, children, id, name, error }: CheckboxProps) {
  return (
    <div>
      {error && (
        <p className="field-error mt-0" id={`${id}-error`}>
          <Icon name="circle-alert" size={16} />
          {error}
        </p>
      )}
      <label className="choice">
        <input
          className="checkbox"
          type="checkbox"
          id={id}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
    </div>
  )
}

/** Takes effect immediately; for consent use a checkbox. */
export function Switch({ checked, onChange, children, id, name }: Omit<CheckboxProps, 'error'>) {
  return (
    <label className="choice">
      <input
        className="toggle"
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on
        role="switch"
        id={id}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

export interface SegmentedProps<V extends string> {
  name: string
  value: V | ''
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode }[]
}

/** Two to four short choices in one frame; for use in a `FieldGroup`. */
export function Segmented<V extends string>({ name, value, onChange, options }: SegmentedProps<V>) {
  const aria = useControl()
  return (
    <div className="segmented">
      {options.map((option, i) => (
        <label key={option.value}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            id={i === 0 ? aria?.id : undefined}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
