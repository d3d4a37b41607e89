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
  // The browser shows the first entry for a value that is none of them, as if the person had chosen it, and choosing it
  // then changes nothing.
  const isListed = all.some((option) => option.value === value)
  const shown = isListed ? value : ''
  const showsIt = isListed || placeholder !== undefined
  const field = useEarlyInput<HTMLSelectElement>(shown, showsIt ? choose : () => undefined)
  return (
    <select
      {...useControl()}
      ref={field}
      className={`select ${shown === '' ? 'text-ink-3' : ''}`.trim()}
      name={name}
      value={shown}
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
