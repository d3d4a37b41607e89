import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export type BadgeKind = 'plain' | 'info' | 'warn' | 'bad' | 'ok'
export interface BadgeProps {
  kind?: BadgeKind
  icon?: IconName
  /** One noun or verb. */
  children: ReactNode
}

export const BADGE_CLASS: Record<BadgeKind, string> = {
  plain: 'badge',
  info: 'badge badge-info',
  warn: 'badge badge-warn',
  bad: 'badge badge-bad',
  ok: 'badge badge-ok',
}
export const BADGE_ICON: Record<BadgeKind, IconName> = {
  plain: 'circle-dashed',
  info: 'clock',
  warn: 'pause',
  bad: 'circle-alert',
  ok: 'check',
}

/** Status: always icon + word + colour. */
export function Badge({ kind = 'plain', icon = BADGE_ICON[kind], children }: BadgeProps) {
  return (
    <span className={BADGE_CLASS[kind]}>
      <Icon name={icon} size={14} bold />
      {children}
    </span>
  )
}
