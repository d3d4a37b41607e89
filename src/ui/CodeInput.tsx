import type { ReactNode } from 'react'
import { TextInput } from './TextInput.tsx'

export interface CodeInputProps {
  value: string
  /** Digits only. */
  onChange: (value: string) => void
  length?: number
  /** The button that sends the code again, or says until when it is disabled. */
  children?: ReactNode
}

/** One field for the whole code: it can be pasted, and phones fill it in from the message. */
export function CodeInput({ value, onChange, length = 6, children }: CodeInputProps) {
  return (
    <div className="flex gap-2">
      <TextInput
        code
        className="min-w-0 flex-1"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(text) => onChange(text.normalize('NFKC').replace(/\D/g, '').slice(0, length))}
      />
      {children && <div className="flex [&>.btn]:min-h-13">{children}</div>}
    </div>
  )
}
