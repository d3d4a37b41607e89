/** Whether a page has words of its own language only. */
import type { Page } from 'playwright-core'
import type { Lang } from '../../src/lib/locale.ts'

// English may name a foreign paper within a sentence, and has no Han else. Chinese has names, codes and addresses in
// Latin letters, but no three English words in a row.
const STRANGE: Readonly<Record<Lang, string>> = {
  en: '^(?!(?:[^A-Za-z]*[A-Za-z]+){5})[^]*\\p{Script=Han}',
  cn: '\\b[a-z]{2,}[ ,]+[a-z]{2,}[ ,]+[a-z]{2,}\\b',
}
const KEYS_OF_WORDS = '\\b[a-z]+:[a-z]+\\.[\\w.]+|\\{\\{\\w+\\}\\}'

/**
 * Texts that are seen, belong to no element of another language, and are not of this one; and keys of words that found
 * none.
 */
export const textsInOtherLanguage = (page: Page, lang: Lang): Promise<string[]> =>
  page.evaluate(
    (patterns) => {
      const own = document.documentElement.lang
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = [document.title]
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (
          parent?.checkVisibility() &&
          !parent.closest('script, style') &&
          parent.closest('[lang]')?.getAttribute('lang') === own
        )
          found.push(node.textContent ?? '')
      }
      return found
        .filter((text) => patterns.some((pattern) => new RegExp(pattern, 'u').test(text)))
        .map((text) => text.trim())
    },
    [STRANGE[lang], KEYS_OF_WORDS],
  )
