/** What a page says: the words that stand before a person, and how many they are. */
import type { Page, Request } from 'playwright-core'
import type { Lang } from '../../src/lib/locale.ts'
import { networkAtRest } from './visit.ts'

/**
 * Visible words of the page's own column, or of the sheet over it: no navigation, no summary beside it, no choices of a
 * list.
 */
export const shownText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main')
    if (!root) return ''
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (
        !parent ||
        parent.closest('nav, aside, select, .sr-only, script, style') ||
        !parent.checkVisibility({ visibilityProperty: true })
      )
        continue
      // The phone's summary of the purchase folds away under each step.
      if (parent.closest('details.group')) continue
      texts.push(walker.currentNode.textContent ?? '')
    }
    return texts.join(' ')
  })

/**
 * The same once the page is loaded. Call it before the page is opened, for it follows the page's requests, and the
 * answer when it is. Loaded: half a second without the network, every island has started, no shape stands for what is
 * to come, no request is open, and two frames show the same. The network at rest alone says less: where a machine is
 * busy, an island may not have asked yet, and a part may be fetched after the list that has it.
 */
export function textOnceLoaded(page: Page): () => Promise<string> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    await networkAtRest(page)
    for (let before: string | undefined; ;) {
      await page.waitForFunction(
        () => !document.querySelector('main .skeleton, main [aria-busy=true], main astro-island[ssr]'),
      )
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const text = await shownText(page)
      if (text === before && text.trim() !== '' && open.size === 0) return text
      before = text
    }
  }
}

/**
 * Words of English, characters of Chinese. A number or a Latin word in Chinese counts as one, as word processors count,
 * so that the day of a run (7 or 17 December) changes no length; spaces and the joiner that keeps a date on one line do
 * not count.
 */
export const lengthOf = (text: string, lang: Lang): number =>
  lang === 'cn'
    ? text.replace(/[\s\u2060]/g, '').replace(/[\p{Script=Latin}\d][\p{Script=Latin}\d.,:@_-]*/gu, '1').length
    : text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
