import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface NoticeProps {
  kind?: 'plain' | 'info' | 'warn' | 'bad' | 'ok'
  /** In 600, a whole sentence. */
  title?: ReactNode
  children?: ReactNode
  icon?: IconName
  /** Announces it: `status` politely, `alert` immediately. */
  live?: 'status' | 'alert'
}

const ICONS: Record<NonNullable<NoticeProps['kind']>, IconName> = {
  plain: 'info',
  info: 'info',
  warn: 'triangle-alert',
  bad: 'circle-alert',
  ok: 'check',
}

const KINDS = { plain: '', info: 'notice-info', warn: 'notice-warn', bad: 'notice-bad', ok: 'notice-ok' }

export function Notice({ kind = 'plain', title, children, icon = ICONS[kind], live }: NoticeProps) {
  return (
    <div className={`notice ${KINDS[kind]}`} role={live}>
      <Icon name={icon} />
      <div>
        {title && <strong className="notice-title font-semibold">{title}</strong>}
        {children}
      </div>
    </div>
  )
}

/** What went wrong after a press; nothing as long as nothing did. */
export const FailedNotice = ({ children }: { children?: ReactNode }) =>
  children ? (
    <Notice kind="bad" live="alert">
      {children}
    </Notice>
  ) : null
