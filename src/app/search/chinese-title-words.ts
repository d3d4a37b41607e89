import type { Lang } from '../../lib/locale.ts'

/**
 * The words of a Chinese title, for the index: pagefind splits a page's text into words but indexes its title as one,
 * so that a search for 免赔额 would not rank the article of that name above every page that mentions it. Split as the
 * browser splits the query. English needs none.
 */
export function titleWords(lang: Lang, title: string): string | undefined {
  if (lang === 'en') return undefined
  const words = [...new Intl.Segmenter('zh-CN', { granularity: 'word' }).segment(title)].filter(
    ({ isWordLike }) => isWordLike,
  )
  return `words:${[...new Set(words.map(({ segment }) => segment))].join(' ')}`
}
