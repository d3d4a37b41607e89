import type { MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

export interface TextLinkProps {
  children: ReactNode
  /** Without an address it is a button that reads as a link. */
  href?: string
  onClick?: (event: MouseEvent) => void
  /** `go` leads to another page and ends in an arrow; `text` is underlined, 44 high; `inline` is in a sentence. */
  look?: 'text' | 'go' | 'inline'
  icon?: IconName
}

const LOOKS = { text: 'link-text', go: 'link-go', inline: 'link' }

export function TextLink({ children, href, onClick, look = 'text', icon }: TextLinkProps) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {look === 'go' && <Icon name="arrow-right" />}
    </>
  )
  if (href !== undefined) {
    return (
      <a className={LOOKS[look]} href={href} onClick={onClick}>
        {content}
      </a>
    )
  }
  return (
    <button className={`${LOOKS[look]} cursor-pointer`} type="button" onClick={onClick}>
      {content}
    </button>
  )
}
