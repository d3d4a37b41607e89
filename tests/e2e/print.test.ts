/** What is printed: what it is and from where, and nothing to fill in or press. */
import { expect, test } from 'vitest'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { sharedSite, visit } from './browser-site.ts'

const it = sharedSite()
const PAGES = [
  '/plan/details/clause/us-campus',
  '/plan/details/us-campus',
  '/claims/FAQ',
  '/claims/FAQ/content/cancel-and-refund',
  '/claims/content/travel',
]

test.each(PAGES.flatMap((path, at) => LANGS.map((lang, index) => [lang, path, (at + index) % 2 === 0] as const)))(
  '%s %s',
  async (lang, path, isWeb) => {
    const page = await it.open({ device: isWeb ? 'web' : 'mobile', lang })
    await visit(page, lang, path)
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() => {
      const shown = (element: Element): boolean => element.checkVisibility() && element.getClientRects().length > 0
      return {
        head: getComputedStyle(document.documentElement, '::before').content,
        // On paper nobody can look up what an address begins with.
        unlocated: [...document.querySelectorAll('.article a[href^="/"]:not(.term)')]
          .map((link) => getComputedStyle(link, '::after').content)
          .filter((after) => !/ \([\w.:-]+\//.test(after)),
        controls: [...document.querySelectorAll('input, select, textarea, button:not([aria-expanded]), .btn')]
          .filter(shown)
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      }
    })
    expect(printed.controls).toEqual([])
    expect(printed.unlocated).toEqual([])
    expect(printed.head).toMatch(new RegExp(`https?://[^/]+${localPath(lang, path)} · `))
    expect(printed.head).toContain(lang === 'en' ? 'Youfang' : '有方')
    expect(printed.head).toMatch(/\b20\d\d\b/)
  },
)
