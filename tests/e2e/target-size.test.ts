/** What counts as the target of an input: itself, and a label that a press really reaches (WCAG 2.2, 2.5.8). */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { axe } from '../browser/visit.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launch()
  page = await browser.newPage()
})
afterAll(() => browser.close())

const STYLE =
  'main>div,label{display:flex;font:12px/14px sans-serif}input,button{width:13px;height:13px;margin:0;padding:0;flex:none}.large{min-height:28px}a{display:block;min-height:24px}'

/** Two of everything, their inputs side by side between their names: spacing excuses neither. */
async function reported(
  one: (n: number, inOrder: (input: string, name: string) => string) => string,
): Promise<string[]> {
  const [first, second] = [one(1, (input, name) => name + input), one(2, (input, name) => input + name)]
  await page.setContent(
    `<!doctype html><html lang="en"><title>Targets</title><style>${STYLE}</style><main><h1>Targets</h1><div>${first}${second}</div></main></html>`,
  )
  return (await axe(page)).filter((line) => line.startsWith('target-size'))
}
type Case = Parameters<typeof reported>[0]

test.each<[string, Case]>([
  [
    'a label around it',
    (n, inOrder) => `<label class="large">${inOrder('<input type="checkbox">', `<span>Choice ${n}</span>`)}</label>`,
  ],
  [
    'a label for it',
    (n, inOrder) =>
      inOrder(`<input type="radio" name="r" id="i${n}">`, `<label class="large" for="i${n}">Choice ${n}</label>`),
  ],
  [
    'a label with a link that leaves room',
    (n, inOrder) =>
      `<label class="large">${inOrder('<input type="checkbox">', `<span>I have read ${n}</span>`)}<a href="#a">the whole text</a></label>`,
  ],
])('large enough with %s', async (_, one) => {
  expect(await reported(one)).toEqual([])
})

test.each<[string, Case]>([
  ['no label that is seen', (n) => `<input type="checkbox" aria-label="Choice ${n}">`],
  [
    'a label of one low line',
    (n, inOrder) =>
      inOrder(`<input type="checkbox" id="i${n}">`, `<label style="align-self:start" for="i${n}">Choice ${n}</label>`),
  ],
  [
    'the label of another input',
    (n, inOrder) =>
      `<label class="large">${inOrder(`<input type="checkbox" aria-label="Other ${n}">`, `<input type="radio" name="a" style="width:24px;height:24px"> Choice ${n}`)}</label>`,
  ],
  [
    'a label that takes no press',
    (n, inOrder) =>
      `<label class="large" style="pointer-events:none">${inOrder('<input type="checkbox">', `<span>Choice ${n}</span>`)}</label>`,
  ],
  [
    'a label that is covered',
    (n, inOrder) =>
      `<div style="position:relative"><label class="large">${inOrder('<input type="checkbox">', `<span>Choice ${n}</span>`)}</label><div style="position:absolute;inset:${n === 1 ? '0 13px 0 0' : '0 0 0 13px'}"></div></div>`,
  ],
  [
    'a label that is a link throughout',
    (n, inOrder) =>
      `<label class="large">${inOrder('<input type="checkbox">', `<a href="#a">Choice ${n}</a>`)}</label>`,
  ],
  [
    'a low button in a large label',
    (n, inOrder) =>
      `<label class="large">${inOrder('<button type="button"></button>', `<span>Press ${n}</span>`)}</label>`,
  ],
  [
    'a low text field, whose label only leads to it',
    (n, inOrder) => `<label class="large">${inOrder('<input>', `<span>Name ${n}</span>`)}</label>`,
  ],
])('too small with %s', async (_, one) => {
  expect(await reported(one)).not.toEqual([])
})

test('a look at the colours alone leaves the next look whole', async () => {
  await page.setContent(
    '<!doctype html><html lang="en"><title>Picture</title><main><h1>Picture</h1><img src="data:,"></main></html>',
  )
  expect(await axe(page, 'colours')).toEqual([])
  expect(await axe(page)).toEqual([expect.stringMatching(/^image-alt/)])
})
