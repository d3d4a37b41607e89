/**
 * `node tests/tools/mail-sheet.ts [names]`: every mail as a picture, in both languages, light and dark, in a program's
 * window and on a phone.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { LANGS } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { optionalKindOf } from '../../src/server/messages/define-message.ts'
import { render } from '../../src/server/messages/send-message.ts'
import { launch } from '../browser/chromium.ts'
import { SITE_URL, sampleAlso, sampleVars, MESSAGES } from '../../src/programs/editing/samples/message-samples.ts'

const FOLDER = '.shots/mails'
const VIEWS = [
  { device: 'web', width: 640 },
  { device: 'mobile', width: 360 },
] as const

async function sheet(
  browser: Browser,
  names: readonly string[],
  lang: (typeof LANGS)[number],
  { device, width }: (typeof VIEWS)[number],
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const words = loadWords()
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 400 } })
  const page = await context.newPage()
  const pictures: string[] = []
  for (const template of names) {
    const stop = optionalKindOf(MESSAGES.get(template)) === undefined ? undefined : `${SITE_URL}/unsubscribe?code=x`
    const { html } = render(
      words,
      { template, to: 'lin.yutong@example.com', lang, vars: sampleVars(template, lang), ...sampleAlso(template, lang) },
      SITE_URL,
      stop,
    )
    await page.setContent(html ?? '')
    pictures.push(
      `<figure><figcaption>${template}</figcaption><img src="data:image/png;base64,${(await page.screenshot({ fullPage: true })).toString('base64')}"></figure>`,
    )
  }
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.setContent(
    `<!doctype html><style>body{margin:8px;columns:${device === 'web' ? 4 : 6};column-gap:8px;background:#888;font:12px sans-serif}figure{margin:0 0 8px;break-inside:avoid}img{width:100%}</style>${pictures.join('')}`,
  )
  writeFileSync(join(FOLDER, `${lang}-${device}-${colorScheme}.png`), await page.screenshot({ fullPage: true }))
  await context.close()
}

mkdirSync(FOLDER, { recursive: true })
const wanted = process.argv.slice(2)
const names = [...MESSAGES.keys()].filter((name) => wanted.length === 0 || wanted.some((it) => name.startsWith(it)))
const browser = await launch()
for (const lang of LANGS)
  for (const view of VIEWS)
    for (const theme of ['light', 'dark'] as const) await sheet(browser, names, lang, view, theme)
await browser.close()
console.log(`${names.length} mails in ${FOLDER}`)
