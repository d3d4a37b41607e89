/**
 * Policy terms: numbered articles read from markdown. A plan's file may be based on a shared text (`base:
 * mainland`): its own articles replace those with the same number and add others (special terms are chapter 11).
 */
import { parts } from './plan-prose.ts'
import type { Block } from '../rules/plan-words.ts'

export interface Article {
  /** `3.4` */
  readonly id: string
  readonly title: string
  /** Limits what is paid: printed bold and shown on the page of what is not covered (domain §4.1). */
  readonly exclusion: boolean
  readonly blocks: readonly Block[]
}

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly articles: readonly Article[]
}

/** The terms of one plan in one language. */
export interface Clauses {
  readonly title: string
  readonly version: string
  readonly date: string
  readonly filing: string
  /** The sample notice printed above the text. */
  readonly notice: string
  readonly chapters: readonly Chapter[]
  /** All articles in order, for finding one by number. */
  readonly articles: readonly Article[]
  /** The exact text, as hashed and as downloaded. */
  readonly text: string
  /** SHA-256 of `text`, hex: what the sales record stores. */
  readonly sha256: string
}

interface ClauseFault {
  readonly line: number
  readonly field: string
  readonly message: string
}

export interface ReadClauses {
  readonly chapters: readonly Chapter[]
  readonly faults: readonly ClauseFault[]
}

/** `# 3 Cover and limits` opens a chapter, `## 3.4 Network price` an article, a bold heading marks an exclusion. */
export function readClauses(body: string): ReadClauses {
  const chapters: { id: string; title: string; articles: Article[] }[] = []
  const faults: ClauseFault[] = []
  const fault = (line: number, field: string, message: string): unknown => faults.push({ line, field, message })
  for (const part of parts(body)) {
    const bold = /^\*\*(.+)\*\*$/.exec(part.title)
    const [, id = '', title = ''] = /^(\d+(?:\.\d+)?)\s+(.+)$/.exec(bold?.[1] ?? part.title) ?? []
    const chapter = chapters.at(-1)
    if (part.level === 1 && /^\d+$/.test(id)) {
      chapters.push({ id, title, articles: [] })
      if (part.blocks.length > 0) fault(part.line, id, 'a chapter has no text of its own, only articles.')
    } else if (part.level === 2 && chapter && id.startsWith(`${chapter.id}.`)) {
      if (part.blocks.length === 0) fault(part.line, id, 'the article is empty.')
      if (chapter.articles.some((article) => article.id === id)) fault(part.line, id, 'the number is used twice.')
      chapter.articles.push({ id, title, exclusion: bold !== null, blocks: part.blocks })
    } else fault(part.line, part.title || '(text)', 'is neither a chapter nor an article of the chapter above it.')
  }
  return { chapters, faults }
}

/** The shared text with a plan's own articles in it. Order is by number. */
export function compose(base: readonly Chapter[], own: readonly Chapter[]): Chapter[] {
  const ids = [...new Set([...base, ...own].map((chapter) => chapter.id))].sort(byNumber)
  return ids.map((id) => {
    const theirs = base.find((chapter) => chapter.id === id)
    const ours = own.find((chapter) => chapter.id === id)
    const replaced = new Set(ours?.articles.map((article) => article.id))
    const articles = [
      ...(theirs?.articles ?? []).filter((article) => !replaced.has(article.id)),
      ...(ours?.articles ?? []),
    ]
    return { id, title: ours?.title ?? theirs?.title ?? '', articles: articles.sort((a, b) => byNumber(a.id, b.id)) }
  })
}

/** The text that people download and that the record hashes: one line for each heading, paragraph or item. */
export function clauseText(head: readonly string[], chapters: readonly Chapter[]): string {
  const lines = [...head]
  for (const chapter of chapters) {
    lines.push('', `${chapter.id} ${chapter.title}`)
    for (const article of chapter.articles) {
      lines.push('', `${article.id} ${article.title}`)
      for (const block of article.blocks)
        lines.push(...(block.kind === 'p' ? [block.text] : block.items.map((item) => `- ${item}`)))
    }
  }
  return `${lines.join('\n')}\n`
}

function byNumber(a: string, b: string): number {
  const [a1 = 0, a2 = 0] = a.split('.').map(Number)
  const [b1 = 0, b2 = 0] = b.split('.').map(Number)
  return a1 - b1 || a2 - b2
}
