/**
 * Pages that the browser translates: its text nodes are taken out for `<font>` elements, or moved into them, while
 * React still knows them. Login, purchase and claim go on.
 */
import { expect, test } from 'vitest'
import { readCode, signIn } from '../browser-site.ts'
import { journeys, type Visitor } from './journeys.ts'
import { action } from './wizard.ts'

const it = journeys()

/** Translates all text, now and whenever some is added: by a copy in place of the text, or by moving the text itself. */
const translate = ({ page }: Visitor, how: 'replace' | 'move'): Promise<unknown> =>
  page.addInitScript((way) => {
    const font = (): HTMLElement => document.createElement('font')
    const wrap = (text: Text): void => {
      const [outer, inner] = [font(), font()]
      outer.append(inner)
      if (way === 'replace') inner.textContent = text.data
      text.replaceWith(outer)
      if (way === 'move') inner.append(text)
    }
    const all = (): void => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walk.nextNode()) {
        const text = walk.currentNode as Text
        const { parentElement } = text
        if (text.data.trim() && parentElement && !parentElement.closest('font,script,style,textarea,noscript'))
          found.push(text)
      }
      found.forEach(wrap)
    }
    addEventListener('load', () => {
      all()
      new MutationObserver(all).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }, how)

const fonts = ({ page }: Visitor): Promise<number> => page.locator('main font').count()
const broken = ({ page, say }: Visitor): Promise<number> => page.getByText(say('app:load.title')).count()

test.each(['replace', 'move'] as const)('signing in (%s)', async (how) => {
  const visitor = await it.visitor({ lang: 'en' })
  const { page, say } = visitor
  const me = `translated-${how}@example.com`
  await translate(visitor, how)
  await visitor.go('/login?backUrl=/personal/mine')
  await action(visitor).click()
  await page.locator('.error-summary').waitFor()
  await page.locator('#destination').fill(me)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await page.locator('#code').fill('000000')
  await page.locator('#agreed').check()
  await action(visitor).click()
  await page.locator('#code-error, [id="code-error"], .field-error').first().waitFor()
  expect(await fonts(visitor)).toBeGreaterThan(10)
  await page.locator('#code').fill(await readCode(it.site, me))
  await action(visitor).click()
  await page.waitForURL((url) => url.pathname === '/personal/mine')
  await page.getByRole('heading', { name: say('account:mine.title') }).waitFor()
  expect(await broken(visitor)).toBe(0)
})

test.each(['replace', 'move'] as const)('buying and claiming (%s)', async (how) => {
  const visitor = await it.visitor({ lang: 'en', stored: await signIn(it.site) })
  const { page } = visitor
  await translate(visitor, how)
  for (const path of ['/confirm?plan=us-campus', '/claim/application']) {
    await visitor.go(path)
    await page.locator('main h1').first().waitFor()
    // Each press shows other texts: errors, or the next step.
    for (let press = 0; press < 3; press += 1) {
      await action(visitor).click()
      await expect.poll(() => fonts(visitor)).toBeGreaterThan(3)
    }
    expect(await broken(visitor), path).toBe(0)
  }
})
