import type { MouseEvent, ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface ButtonProps {
  children: ReactNode
  /** `accent` is the main action of a screen; `bad` cannot be undone. */
  look?: 'accent' | 'primary' | 'line' | 'bad'
  /** 44, 48 or 56 high. */
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  type?: 'button' | 'submit'
  /** With an address it is a link that looks like a button. */
  href?: string
  onClick?: (event: MouseEvent) => void
  /** The verb shown while it works ("Sending"); the width stays. */
  working?: string | false | undefined
  /** Disabled for now; `children` say why or until when ("Send again in 0:42"). */
  waiting?: boolean
  /** Called when a waiting button is pressed, to explain why it waits. */
  onWait?: () => void
  block?: boolean
  describedBy?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
}

const LOOKS = { accent: 'btn-accent', primary: 'btn-primary', line: 'btn-line', bad: 'btn-bad' }
const SIZES = { sm: 'btn-sm', md: '', lg: 'btn-lg' }

export function Button(props: ButtonProps) {
  const {
    children,
    look = 'line',
    size = 'md',
    icon,
    type = 'button',
    href,
    onClick,
    working,
    waiting,
    onWait,
    block,
    describedBy,
    className = '',
    ref,
  } = props
  const classes = ['btn', LOOKS[look], SIZES[size], block ? 'w-full' : '', className].filter(Boolean).join(' ')
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  if (href !== undefined) {
    return (
      <a className={classes} href={href} onClick={onClick}>
        {content}
      </a>
    )
  }
  const held = Boolean(working) || waiting
  return (
    <button
      ref={ref}
      className={classes}
      type={held ? 'button' : type}
      aria-disabled={held || undefined}
      aria-busy={working ? true : undefined}
      aria-describedby={describedBy}
      onClick={working ? undefined : waiting ? onWait : onClick}
    >
      {working ? <Working verb={working}>{content}</Working> : content}
    </button>
  )
}

/** The idle label stays in place, hidden, so that the button keeps its width while it works. */
function Working({ verb, children }: { verb: string; children: ReactNode }) {
  return (
    <span className="grid place-items-center [&>*]:[grid-area:1/1]">
      <span className="invisible flex gap-2.5" aria-hidden="true">
        {children}
      </span>
      <span className="flex items-center gap-2.5">
        <span className="spinner" />
        {verb}
      </span>
    </span>
  )
}

export interface IconButtonProps {
  icon: IconName
  /** Its label for screen readers. */
  label: string
  onClick?: (event: MouseEvent) => void
  href?: string
}

/** 44 × 44: back, close, delete, more, share. */
export function IconButton({ icon, label, onClick, href }: IconButtonProps) {
  const classes = 'btn btn-square btn-quiet'
  if (href !== undefined) {
    return (
      <a className={classes} href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    )
  }
  return (
    <button className={classes} type="button" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
