/** Every screen in every view: axe finds nothing, nothing is wider than the window, the console stays silent. */
import { describe, expect, test } from 'vitest'
import { LANGS } from '../../src/lib/locale.ts'
import { isOn, screens, showingOf } from '../browser/routes.ts'
import { axe, DEVICES, house, overflow, visit } from './helpers.ts'

const it = house()

describe.each(screens())('$id', (route) => {
  for (const device of DEVICES) {
    test.runIf(isOn(route, device))(`${device}, in both languages and themes`, async () => {
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
  }
})
