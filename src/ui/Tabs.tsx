import type { KeyboardEvent } from 'react'

export interface TabsProps<V extends string> {
  /** Label of the list for screen readers. */
  label: string
  tabs: readonly { id: V; label: string; count?: number; href?: string }[]
  current: V
  /** Without addresses these are tabs of one panel, `<div role="tabpanel" id={panel}>`. */
  onChange?: (id: V) => void
  panel?: string
}

export function Tabs<V extends string>({ label, tabs, current, onChange, panel }: TabsProps<V>) {
  if (tabs.every((tab) => tab.href !== undefined)) {
    return (
      <nav className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <a key={tab.id} href={tab.href} aria-current={tab.id === current ? 'page' : undefined}>
            {tab.label}
            <Count of={tab.count} />
          </a>
        ))}
      </nav>
    )
  }
  return (
    <div className="tab-list" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === current}
          aria-controls={panel}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange?.(tab.id)}
          onKeyDown={move}
        >
          {tab.label}
          <Count of={tab.count} />
        </button>
      ))}
    </div>
  )
}

const Count = ({ of }: { of: number | undefined }) => (of === undefined ? null : <small>{of}</small>)

/** Arrows, Home and End move between tabs and select immediately. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const at = tabs.indexOf(event.currentTarget)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  const next = tabs[(to + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
}
