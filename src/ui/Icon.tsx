import type { IconName } from './icons.ts'

export interface IconProps {
  name: IconName
  /** 16, 20 or 24; 26 and more are drawn with a thinner line. */
  size?: number
  /** A label for screen readers, when the icon stands alone. */
  label?: string
  /** Inside badges and boxes: a thicker line. */
  bold?: boolean
  className?: string
}

export function Icon({ name, size = 20, label, bold, className = '' }: IconProps) {
  const weight = bold ? ' icon-bold' : size >= 26 ? ' icon-large' : ''
  const readers = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <svg className={`icon${weight} ${className}`.trim()} width={size} height={size} {...readers}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
}
