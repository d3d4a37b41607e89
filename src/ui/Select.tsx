import { useControl } from './Field.tsx'

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

/** The system's own list: the best one on phones. */
export function Select<V extends string>({ value, onChange, options, placeholder, name, onBlur }: SelectProps<V>) {
  const all = options.flatMap((entry) => ('group' in entry ? entry.options : [entry]))
  return (
    <select
      {...useControl()}
      className={`select ${value === '' ? 'text-ink-3' : ''}`.trim()}
      name={name}
      value={value}
      onBlur={onBlur}
      onChange={(event) => {
        const chosen = all.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
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
