import type { Lang } from '../../lib/locale.ts'

/**
 * The words of a Chinese title, for the index: pagefind cuts a page's text into words but takes its title as one, so that nobody who asks
 * for 免赔额 would find the article of that name before every page that mentions it. Cut as the browser cuts the query. English needs none.
 */
export function titleWords(lang: Lang, title: string): string | undefined {
  if (lang === 'en') return undefined
  const words = [...new Intl.Segmenter('zh-CN', { granularity: 'word' }).segment(title)].filter(({ isWordLike }) => isWordLike)
  return `words:${[...new Set(words.map(({ segment }) => segment))].join(' ')}`
}
