import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface UploadRowProps {
  /** Address of the thumbnail (blob or own server); without one a plain sheet stands for it (PDF). */
  thumb?: string | undefined
  name: ReactNode
  state: 'preparing' | 'waiting' | 'sending' | 'received' | 'accepted' | 'blurred' | 'failed'
  /** The state in words: "64%, about 8 seconds", "Received 14:36:20", "Connection lost at 31%. The photo is safe on this phone". */
  status: ReactNode
  /** Receipt and size. */
  detail?: ReactNode
  /** 0 to 100 while sending. */
  percent?: number | undefined
  /** Stop, or remove; none once it is accepted. */
  remove?: { label: string; onClick: () => void } | undefined
  /** "Take again", "Use it anyway", "Go on from 31%". */
  actions?: ReactNode
}

const LOOK: Record<UploadRowProps['state'], { icon?: IconName; tone: string }> = {
  preparing: { tone: 'text-ink-2' },
  waiting: { icon: 'clock', tone: 'text-ink-2' },
  sending: { tone: 'text-ink-2' },
  received: { icon: 'check', tone: 'text-ok' },
  accepted: { icon: 'check', tone: 'text-ok' },
  blurred: { icon: 'triangle-alert', tone: 'text-warn' },
  failed: { icon: 'circle-alert', tone: 'text-bad' },
}

export function UploadRow({ thumb, name, state, status, detail, percent = 0, remove, actions }: UploadRowProps) {
  const { icon, tone } = LOOK[state]
  return (
    <div className="upload-row">
      {thumb ? (
        <img className="thumb" src={thumb} alt="" width={72} height={84} />
      ) : (
        <span className="thumb grid place-items-center text-ink-3">
          <Icon name="file-text" size={28} />
        </span>
      )}
      <div className="min-w-0">
        <p className="break-words">{name}</p>
        {state === 'sending' && <progress className="progress mt-1 mb-2 block" value={percent} max={100} aria-label={`${percent}%`} />}
        <p className={`flex gap-2 text-small ${tone}`}>
          {state === 'preparing' && <span className="spinner size-4 mt-[calc((1lh-1rem)/2)]" />}
          {icon && <Icon name={icon} size={16} className="mt-[calc((1lh-1rem)/2)]" />}
          <span className="num">{status}</span>
        </p>
        {detail && <p className="num text-micro text-ink-2">{detail}</p>}
      </div>
      {remove && <IconButton icon={state === 'sending' ? 'x' : 'trash-2'} label={remove.label} onClick={remove.onClick} />}
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}
