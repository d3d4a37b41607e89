import type { Lang } from '../../lib/locale.ts'
import { piecesHtml } from '../../ui/figure-with-unit.ts'

export interface Heading {
  depth: number
  slug: string
  text: string
}

/**
 * Adds what markdown cannot express. Sections are numbered `s1, s2 …`, equal in both languages, so that switching keeps
 * the place (design §6.9). Tables become ledgers in a box that can be scrolled by keyboard and is named after its
 * section. A telephone number, a date, hours, a figure with its unit and a number with hyphens stay on one line.
 */
export function finishRenderedHtml(
  html: string,
  headings: readonly Heading[],
  lang: Lang,
): { html: string; headings: Heading[] } {
  let section = 0
  const named = headings.map((h) => ({ ...h, slug: `s${++section}` }))
  let at = 0
  let title = lang === 'en' ? 'Table' : '表格'
  const out = html.replace(
    /<h([2-6])\b[^>]*>|<table>([\s\S]*?)<\/table>/g,
    (_, level: string | undefined, table: string | undefined) => {
      if (level !== undefined) {
        const heading = named[at++]
        title = heading?.text ?? title
        return `<h${level} id="${heading?.slug ?? ''}">`
      }
      return ledger(table ?? '', title)
    },
  )
  // Addresses were checked before; an unsafe one that was missed must still not run, here or in a feed reader.
  const safe = out.replace(/<a href="(?!https?:|mailto:|tel:|[/#?])[^"]*"/gi, '<a')
  // Another site must not learn what someone was reading.
  const led = safe.replace(/<a (?=href="https?:)/g, '<a rel="noreferrer" ')
  // Markup, not characters, where possible: texts are copied, searched and quoted.
  const called = led.replace(/>[^<]+/g, piecesHtml)
  return { html: lang === 'en' ? markChinese(called) : called, headings: named }
}

/** Chinese words inside an English text are read aloud as Chinese (WCAG 3.1.2). */
const markChinese = (html: string): string =>
  html.replace(/>[^<]+/g, (text) => text.replace(/\p{Script=Han}+/gu, '<span lang="zh-CN">$&</span>'))

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** The whole of a cell: "30 days" in a narrow column would stand in two lines. */
const FIGURE_ALONE = /(?<=>)(\d[\d,.]*) ([a-z]+)(?=<\/td>)/g

/**
 * A table without words in its head is a list of terms: the first cell of a row names it. Columns aligned right
 * (`---:`) hold sums; markdown expresses that by an inline style, which the content policy forbids.
 */
function ledger(written: string, title: string): string {
  const inner = written
    .replace(/<(t[hd]) style="text-align: ?(\w+);?">/g, (_, cell: string, side: string) =>
      side === 'right' ? `<${cell} class="sum">` : `<${cell}>`,
    )
    .replace(FIGURE_ALONE, '$1\u00a0$2')
  const head = /<thead>[\s\S]*?<\/thead>/.exec(inner)?.[0] ?? ''
  const bare = head.replace(/<[^>]*>/g, '').trim() === ''
  const body = bare
    ? inner.replace(head, '').replace(/<tr>\s*<td>([\s\S]*?)<\/td>/g, '<tr><th scope="row">$1</th>')
    : inner.replace(/<th(?=[ >])/g, '<th scope="col"')
  const columns = (inner.match(/<th\b/g) ?? []).length
  return `<div class="table-scroll" tabindex="0" role="region" aria-label="${escape(title)}"><table class="ledger" data-columns="${columns}">${body}</table></div>`
}

/** Reading time in whole minutes: about 200 English words or 400 Chinese characters a minute, at least one. */
export function readingMinutes(text: string): number {
  const chinese = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const words = text.match(/[A-Za-z]+/g)?.length ?? 0
  return Math.max(1, Math.round(chinese / 400 + words / 200))
}
