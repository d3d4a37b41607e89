import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Thumbnail, type ThumbnailProps } from './Thumbnail.tsx'

export interface UploadRowProps {
  /** Opens the file in full size. */
  view?: ThumbnailProps['view']
  /** A warning that does not block anything. */
  hint?: ReactNode
  /** Address of the thumbnail (blob or own server); without one a plain sheet is shown (PDF). */
  thumb?: string | undefined
  name: ReactNode
  state: 'preparing' | 'waiting' | 'sending' | 'checking' | 'received' | 'unsent' | 'accepted' | 'blurred' | 'failed'
  /** The file's own name and its pages, where there is no picture to recognise it by. */
  file?: ReactNode
  /**
   * The state in words: "64%, about 8 seconds", "Received 14:36:20", "Connection lost at 31%. The photo is safe on this
   * phone".
   */
  status: ReactNode
  /** Receipt and size. */
  detail?: ReactNode
  /** 0 to 100 while sending. */
  percent?: number | undefined
  /** Stop, or remove; absent once the file is accepted. */
  remove?: { label: string; onClick: () => void } | undefined
  /** "Take again", "Use it anyway", "Go on from 31%". */
  actions?: ReactNode
}

const LOOK: Record<UploadRowProps['state'], { icon?: IconName; tone: string }> = {
  preparing: { tone: 'text-ink-2' },
  waiting: { icon: 'clock', tone: 'text-ink-2' },
  sending: { tone: 'text-ink-2' },
  checking: { icon: 'clock', tone: 'text-ink-2' },
  received: { icon: 'check', tone: 'text-ok' },
  /** On the server, and part of something that the person has not sent. */
  unsent: { icon: 'circle-dashed', tone: 'text-warn' },
  accepted: { icon: 'check', tone: 'text-ok' },
  blurred: { icon: 'triangle-alert', tone: 'text-warn' },
  failed: { icon: 'circle-alert', tone: 'text-bad' },
}

export function UploadRow({
  thumb,
  view,
  hint,
  name,
  file,
  state,
  status,
  detail,
  percent = 0,
  remove,
  actions,
}: UploadRowProps) {
  const { icon, tone } = LOOK[state]
  return (
    <div className="upload-row" data-state={state}>
      <Thumbnail url={thumb} view={view} />
      <div className="min-w-0">
        <p className="break-words">{name}</p>
        {file && <p className="text-small text-ink-2 wrap-anywhere">{file}</p>}
        {state === 'sending' && (
          <progress className="progress mt-1 mb-2 block" value={percent} max={100} aria-label={`${percent}%`} />
        )}
        <p className={`flex gap-2 text-small ${tone}`}>
          {state === 'preparing' && <span className="spinner size-4 mt-[calc((1lh-1rem)/2)]" />}
          {icon && <Icon name={icon} size={16} className="mt-[calc((1lh-1rem)/2)]" />}
          <span className="num">{status}</span>
        </p>
        {detail && <p className="num text-micro text-ink-2">{detail}</p>}
        {hint && (
          <p className="mt-1 flex gap-2 text-small text-warn">
            <Icon name="triangle-alert" size={16} className="mt-[calc((1lh-1rem)/2)]" />
            <span>{hint}</span>
          </p>
        )}
      </div>
      {remove && (
        <IconButton icon={state === 'sending' ? 'x' : 'trash-2'} label={remove.label} onClick={remove.onClick} />
      )}
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}
