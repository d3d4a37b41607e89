import type { ReactNode } from 'react'

export interface QrFrameProps {
  /** The code itself, dark on white in both themes, because cameras need that. */
  children: ReactNode
  /** What it links to, for screen readers. */
  label: string
}

export function QrFrame({ children, label }: QrFrameProps) {
  return (
    <div className="qr-frame" role="img" aria-label={label}>
      {children}
    </div>
  )
}
