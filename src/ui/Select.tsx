import { useControl } from './Field.tsx'
import { useEarlyInput } from './use-early-input.ts'

export interface Option<V extends string = string> {
  value: V
  label: string
}
export interface SelectProps<V extends string> {
  value: V | ''
  onChange: (value: V) => void
  options: readonly (Option<V> | { group: string; options: readonly Option<V>[] })[]
  /** Shown until something is chosen; cannot be chosen itself. */
  placeholder?: string
  name?: string
  onBlur?: () => void
}

/** The system's own list, which is the best one on phones. */
export function Select<V extends string>({ value, onChange, options, placeholder, name, onBlur }: SelectProps<V>) {
  const all = options.flatMap((entry) => ('group' in entry ? entry.options : [entry]))
  const choose = (text: string): void => {
    const chosen = all.find((option) => option.value === text)
    if (chosen) onChange(chosen.value)
  }
  // Without an empty option the browser shows the first entry as if the person had chosen it.
  const showsIt = value === '' ? placeholder !== undefined : all.some((option) => option.value === value)
  const field = useEarlyInput<HTMLSelectElement>(value, showsIt ? choose : () => undefined)
  return (
    <select
      {...useControl()}
      ref={field}
      className={`select ${value === '' ? 'text-ink-3' : ''}`.trim()}
      name={name}
      value={value}
      onBlur={onBlur}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {placeholder !== undefined && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((entry) =>
        'group' in entry ? (
          <optgroup key={entry.group} label={entry.group}>
            {entry.options.map(item)}
          </optgroup>
        ) : (
          item(entry)
        ),
      )}
    </select>
  )
}

const item = (option: Option) => (
  <option key={option.value} value={option.value}>
    {option.label}
  </option>
)
