import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { pageList } from './page-numbers.ts'

export interface PaginationProps {
  page: number
  pages: number
  onChange?: (page: number) => void
  /** With addresses, the page numbers are links. */
  href?: (page: number) => string
  words: { label: string; previous: string; next: string; page: (page: number) => string }
}

export function Pagination({ page, pages, onChange, href, words }: PaginationProps) {
  if (pages < 2) return null
  const to = (target: number, label: string, content: ReactNode) => {
    const props = {
      className: target === page ? 'btn btn-square btn-primary num' : 'btn btn-square btn-quiet num font-normal',
      'aria-label': label,
      'aria-current': target === page ? ('page' as const) : undefined,
    }
    return href ? (
      <a {...props} href={href(target)}>
        {content}
      </a>
    ) : (
      <button {...props} type="button" onClick={() => onChange?.(target)}>
        {content}
      </button>
    )
  }
  return (
    <nav className="mt-6" aria-label={words.label}>
      <ul className="flex flex-wrap items-center gap-1">
        {page > 1 && <li>{to(page - 1, words.previous, <Icon name="chevron-left" />)}</li>}
        {pageList(page, pages).map((target, i) => (
          <li key={target || `gap-${i}`} className={target === page ? undefined : 'mobile:hidden'}>
            {target ? (
              to(target, words.page(target), target)
            ) : (
              <span className="grid size-11 place-items-center text-ink-3">…</span>
            )}
          </li>
        ))}
        <li className="num px-2 text-ink-2 web:hidden" aria-hidden="true">
          / {pages}
        </li>
        {page < pages && <li>{to(page + 1, words.next, <Icon name="chevron-right" />)}</li>}
      </ul>
    </nav>
  )
}
