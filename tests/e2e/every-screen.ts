/**
 * Every screen in every view: axe finds nothing, nothing is wider than the window, the console stays silent. A file for each device holds
 * the tests (`axe-web`, `axe-mobile`): in one file they took as long as all others together, and were begun last.
 */
import { describe, expect, test } from 'vitest'
import { LANGS } from '../../src/lib/locale.ts'
import { isOn, screens, showingOf } from '../browser/routes.ts'
import { axe, house, overflow, visit, type Device } from './helpers.ts'

export function everyScreen(device: Device): void {
  const it = house()

  describe.each(screens().filter((route) => isOn(route, device)))('$id', (route) => {
    test(`${device}, in both languages and themes`, async () => {
      const { path, stored } = await showingOf(route, it.site, device)
      const found: string[] = []
      for (const lang of LANGS) {
        const page = await it.open({ device, lang, stored })
        await visit(page, lang, path)
        const wide = await overflow(page)
        if (wide > 0) found.push(`${lang}: ${wide}px wider than the window`)
        found.push(...(await axe(page)).map((line) => `${lang} light: ${line}`))
        await page.emulateMedia({ colorScheme: 'dark' })
        found.push(...(await axe(page, 'colours')).map((line) => `${lang} dark: ${line}`))
        found.push(...page.trouble.console, ...page.trouble.requests)
        await page.context().close()
      }
      expect(found).toEqual([])
    })
  })
}
