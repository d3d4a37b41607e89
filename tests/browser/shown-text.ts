/** What a page says: the words that stand before a person, and how many they are. */
import type { Page } from 'playwright-core'
import type { Lang } from '../../src/lib/locale.ts'

/** Visible words of the page's own column, or of the sheet over it: no navigation, no summary beside it, no choices of a list. */
export const shownText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main')
    if (!root) return ''
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (!parent || parent.closest('nav, aside, select, .sr-only, script, style') || !parent.checkVisibility({ visibilityProperty: true })) continue
      // The phone's summary of the purchase folds away under each step.
      if (parent.closest('details.group')) continue
      texts.push(walker.currentNode.textContent ?? '')
    }
    return texts.join(' ')
  })

/** Words of English, characters of Chinese. */
export const lengthOf = (text: string, lang: Lang): number =>
  lang === 'cn' ? text.replace(/\s/g, '').length : text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
