import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'

interface ComboOption {
  id: string
  label: ReactNode
  hint?: ReactNode
}
export interface ComboboxProps {
  /** The field's text: typed freely, or the name of the chosen option. */
  value: string
  onType: (text: string) => void
  /** The options that match the text; the closest first, ten at most. */
  options: readonly ComboOption[]
  onChoose: (id: string) => void
  /** Label of the list for screen readers. */
  label: string
  /** Announced, and shown above the list: "4 fit". */
  found: string
  /** Below the list: what to do when the wanted option is missing. */
  free: ReactNode
  maxLength?: number
}

/**
 * A field with suggestions (WAI-ARIA "combobox with list autocomplete"): typed text is valid as it is, choosing fills
 * it in. The focus stays in the field; arrows move through the list, Enter chooses, Escape closes.
 */
export function Combobox({ value, onType, options, onChoose, label, found, free, maxLength }: ComboboxProps) {
  const aria = useControl()
  const list = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const shown = open && value.trim() !== '' && options.length > 0
  useEffect(() => {
    if (shown) box.current?.querySelector('.list')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const active = shown ? options[at] : undefined

  function choose(id: string): void {
    onChoose(id)
    setOpen(false)
    setAt(-1)
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      return setOpen(false)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      return choose(active.id)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || options.length === 0) return
    event.preventDefault()
    setOpen(true)
    const next = (at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length
    setAt(next)
    box.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div
      className="combobox"
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <span className="input">
        <Icon name="search" className="text-ink-3" />
        <input
          {...aria}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={list}
          aria-activedescendant={active ? `${list}-${active.id}` : undefined}
          maxLength={maxLength}
          value={value}
          onChange={(event) => {
            onType(event.currentTarget.value)
            setOpen(true)
            setAt(-1)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKey}
        />
      </span>
      <p className="sr-only" role="status">
        {open && value.trim() !== '' ? found : ''}
      </p>
      <div className="list" hidden={!shown}>
        <div role="listbox" id={list} aria-label={label}>
          {options.map((option, i) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the field, whose keys choose
            <div
              key={option.id}
              id={`${list}-${option.id}`}
              role="option"
              aria-selected={i === at}
              // Prevents the field from losing the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option.id)}
            >
              <span className="block">{option.label}</span>
              {option.hint && <span className="block text-small text-ink-2">{option.hint}</span>}
            </div>
          ))}
        </div>
        <p className="px-4 py-3 text-small text-ink-2">{free}</p>
      </div>
    </div>
  )
}
