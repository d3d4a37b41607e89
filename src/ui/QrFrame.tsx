import type { ReactNode } from 'react'

export interface QrFrameProps {
  /** The code itself, drawn dark on white in both themes: cameras need it. */
  children: ReactNode
  /** What it leads to, for readers. */
  label: string
}

export function QrFrame({ children, label }: QrFrameProps) {
  return (
    <div className="qr-frame" role="img" aria-label={label}>
      {children}
    </div>
  )
}
