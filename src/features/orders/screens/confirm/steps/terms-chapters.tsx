/** The policy terms by chapter: complete but folded; the contents and the PDF stay reachable while reading. */
import { useRef } from 'react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { termsPdfPath } from '../../../../../lib/content/downloads.ts'
import { Icon } from '../../../../../ui/Icon.tsx'
import type { PageText } from '../../../contract.ts'
import { Articles, chaptersOf, type Chapter } from '../purchase-text-sections.tsx'

const idOf = (chapter: number): string => `chapter-${chapter}`
/** A chapter that limits what is paid: bold here, and read in full on the next page. */
const excludes = ({ sections }: Chapter): boolean =>
  sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'strong'))

export function TermsChapters({ text, plan }: { text: PageText; plan: string }) {
  const t = useT()
  const lang = useLang()
  const contents = useRef<HTMLDetailsElement>(null)
  const chapters = chaptersOf(text.sections)
  function go(chapter: number): void {
    if (contents.current) contents.current.open = false
    const row = document.getElementById(idOf(chapter))
    if (!(row instanceof HTMLDetailsElement)) return
    row.open = true
    row.scrollIntoView({ block: 'start' })
    row.querySelector('summary')?.focus({ preventScroll: true })
  }
  return (
    <div>
      <nav
        className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-10 flex flex-wrap items-start justify-between gap-x-6 border-b border-ink bg-base-200 web:top-0"
        aria-label={t('plans:clause.chapters')}
      >
        <details className="group/contents" ref={contents}>
          <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
            {t('plans:clause.chapters')}
            <Icon name="chevron-down" size={16} className="text-ink-2 group-open/contents:rotate-180" />
          </summary>
          <ol className="max-h-[50vh] overflow-y-auto pb-3">
            {chapters.map(({ title }, i) => (
              <li key={title}>
                <button
                  type="button"
                  className="min-h-10 cursor-pointer text-start hover:text-teal"
                  onClick={() => go(i)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </details>
        <a
          className="link-text flex min-h-12 items-center"
          href={termsPdfPath(lang, plan)}
          target="_blank"
          rel="noopener"
        >
          {t('plans:clause.pdf')}
        </a>
      </nav>
      {chapters.map((chapter, i) => (
        <details key={chapter.title} id={idOf(i)} className="accordion scroll-mt-32 web:scroll-mt-14">
          <summary>
            <h2>
              {chapter.title}
              {excludes(chapter) && <span className="block text-small text-ink-2">{t('confirm:read.nextPage')}</span>}
            </h2>
            <Icon name="chevron-down" />
          </summary>
          <div className="grid gap-4 pb-6">
            <Articles sections={chapter.sections} />
          </div>
        </details>
      ))}
    </div>
  )
}
