/** The editing screen as an editor uses it: `npm run edit`, a real browser, files on disk, and the page that changes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { axeResults } from '../browser/visit.ts'
import { WAIT_MS } from '../browser/wait-limit.ts'
import { sandboxEnv } from '../runner/env.ts'
import { eventually } from './browser-site.ts'
import { isLong } from '../tools/long-form.ts'

const it: {
  browser: Browser
  context: BrowserContext
  edit: ChildProcess
  page: Page
  folder: string
  port: number
  output: string
  console: string[]
} = {
  browser: undefined as unknown as Browser,
  context: undefined as unknown as BrowserContext,
  edit: undefined as unknown as ChildProcess,
  page: undefined as unknown as Page,
  folder: '',
  port: 0,
  output: '',
  console: [],
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => done(typeof address === 'object' && address ? address.port : 0))
      })
  })

/** A dev server's first page takes as long as the machine needs. */
async function shows(address: string): Promise<void> {
  const there = async (): Promise<boolean> =>
    (await fetch(address, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => undefined))?.ok ?? false
  const end = Date.now() + WAIT_MS
  while (!(await there())) {
    if (it.edit.exitCode !== null || Date.now() > end) throw new Error(`No page at ${address}\n${it.output}`)
    await new Promise((done) => setTimeout(done, 500))
  }
}

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  // Inside the project, like the content itself: the dev server watches nothing else.
  it.folder = mkdtempSync('.cache/editing-')
  cpSync('content', join(it.folder, 'content'), { recursive: true })
  const site = await freePort()
  // The API takes the port after the site's, the screen the one after that.
  it.port = site + 2
  const env: NodeJS.ProcessEnv = {
    ...sandboxEnv(),
    DEMO: '0',
    PORT: String(site),
    CONTENT_DIR: join(it.folder, 'content'),
    DATA_DIR: join(it.folder, 'data'),
  }
  // When Astro sees this variable it believes to be inside the test, and answers no page.
  for (const name of Object.keys(env).filter((key) => key.startsWith('VITEST'))) Reflect.deleteProperty(env, name)
  it.edit = spawn(process.execPath, ['src/programs/editing/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [it.edit.stdout, it.edit.stderr])
    stream?.on('data', (chunk: Buffer) => (it.output += chunk.toString()))
  it.browser = await launch()
  // One for all tests, as an editor's browser is: the screen's code is compiled once.
  it.context = await it.browser.newContext({ viewport: { width: 1600, height: 1000 } })
  it.context.setDefaultTimeout(WAIT_MS)
  await shows(`http://localhost:${site}/notice`)
})

afterAll(async () => {
  await it.browser?.close()
  const ended = new Promise((done) => it.edit.on('close', done))
  it.edit.kill('SIGTERM')
  await ended
  rmSync(it.folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await it.page?.close()
  it.page = await it.context.newPage()
  it.console = []
  it.page.on('pageerror', (error) => it.console.push(error.message))
})

const file = (path: string): string => join(it.folder, 'content', path)
const text = (path: string): string => readFileSync(file(path), 'utf8')

async function open(hash: string, lang = 'en'): Promise<FrameLocator> {
  // Changing only the hash would leave the previous entry in place for a moment.
  await it.page.goto('about:blank')
  await it.page.goto(`http://localhost:${it.port}/?lang=${lang}${hash}`)
  const editor = it.page.frameLocator('#editor')
  await editor.locator('[contenteditable=true]').nth(1).waitFor()
  return editor
}
const save = (editor: FrameLocator, name = 'Save'): Promise<void> =>
  editor.getByRole('button', { name, exact: true }).click()
const written = (path: string, words: string): Promise<true> =>
  eventually(
    async () => (existsSync(file(path)) && text(path).includes(words) ? true : undefined),
    `“${words}” in ${path}`,
  )

test('a notice changed in both twins is in both files, as they were but for that, and on the page beside', async () => {
  const paths = ['notices/en/2027-entry.md', 'notices/cn/2027-entry.md'] as const
  const before = paths.map(text)
  const editor = await open('#/collections/notices/entries/2027-entry')
  await it.page.getByRole('button', { name: 'Page', exact: true }).click()
  const shown = it.page.frameLocator('aside iframe')
  await shown.getByRole('heading', { level: 1, name: 'Cover for 2027 entry is on sale' }).waitFor()

  await editor
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Purchase for 2027: what is new')
  await editor
    .getByRole('textbox', { name: /^Title/ })
    .nth(1)
    .fill('2027年投保：有什么变化')
  await save(editor)
  await written(paths[1], '有什么变化')
  await written(paths[0], 'what is new')
  expect(paths.map(text)).toEqual([
    before[0]?.replace(/^title: .*$/m, 'title: "Purchase for 2027: what is new"'),
    before[1]?.replace(/^title: .*$/m, 'title: "2027年投保：有什么变化"'),
  ])
  await shown.getByRole('heading', { level: 1, name: 'Purchase for 2027: what is new' }).waitFor()
  await it.page.getByRole('button', { name: '中文', exact: true }).click()
  await shown.getByRole('heading', { level: 1, name: '2027年投保：有什么变化' }).waitFor()
  expect(it.console).toEqual([])
})

test.runIf(isLong)(
  'texts with tables, placeholders and lists stay as they are when one word of them changes',
  async () => {
    for (const [collection, slug] of [
      ['legal', 'about'],
      ['pages', 'efficient'],
      ['guides', 'accident'],
      ['articles', 'reading-a-us-bill'],
    ] as const) {
      const path = `${collection}/en/${slug}.md`
      const before = [text(path), text(path.replace('/en/', '/cn/'))]
      const editor = await open(`#/collections/${collection}/entries/${slug}`)
      await editor
        .getByRole('textbox', { name: /^Title/ })
        .first()
        .fill('Another title')
      await save(editor)
      await written(path, 'Another title')
      expect([text(path), text(path.replace('/en/', '/cn/'))]).toEqual([
        before[0]?.replace(/^title: .*$/m, (line) =>
          line.includes('"') ? 'title: "Another title"' : 'title: Another title',
        ),
        before[1],
      ])
    }
  },
)

test('a new question by the Chinese screen makes both twins', async () => {
  await it.page.goto(`http://localhost:${it.port}/?lang=cn#/collections/faq/new`)
  const editor = it.page.frameLocator('#editor')
  await editor.locator('[contenteditable=true]').nth(1).waitFor()
  const fill = async (name: RegExp, cn: string, en: string): Promise<void> => {
    await editor.getByRole('textbox', { name }).first().fill(cn)
    await editor.getByRole('textbox', { name }).nth(1).fill(en)
  }
  await fill(/^标题/, '配眼镜赔吗？', 'Are glasses covered?')
  await fill(/^简短回答/, '方案写明才赔。', 'Only where the plan says so.')
  await editor.getByRole('combobox', { name: /^分组/ }).first().click()
  await editor.getByRole('option', { name: '理赔', exact: true }).click()
  for (const [i, words] of ['见[方案](/plan/list)。', 'See the [plans](/plan/list).'].entries()) {
    await editor.locator('[contenteditable=true]').nth(i).click()
    await it.page.keyboard.insertText(words)
  }
  await editor.getByRole('textbox', { name: '别名' }).fill('glasses')
  await save(editor, '保存')
  await written('faq/en/glasses.md', 'Are glasses covered?')
  await written('faq/cn/glasses.md', '配眼镜赔吗？')
  const facts = text('faq/en/glasses.md').split('\n').slice(3, 6)
  expect(facts).toEqual([
    expect.stringMatching(/^group: claims$/),
    expect.stringMatching(/^order: \d+$/),
    expect.stringMatching(/^date: \d{4}-\d\d-\d\d$/),
  ])
  expect(text('faq/cn/glasses.md').split('\n').slice(3, 6)).toEqual(facts)
})

test('a picture that is uploaded is made smaller, and is in the folder of the pictures', async () => {
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  await it.page.goto(`http://localhost:${it.port}/#/assets`)
  const editor = it.page.frameLocator('#editor')
  await editor.getByRole('button', { name: 'Upload New Assets' }).first().click()
  await editor
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'Clinic in Tokyo.JPG', mimeType: 'image/jpeg', buffer: photo })
  await editor.getByRole('alertdialog').getByRole('button', { name: 'Upload', exact: true }).click()
  const path = file('pictures/clinic-in-tokyo.webp')
  await eventually(async () => existsSync(path) || undefined, 'The picture')
  expect(await sharp(readFileSync(path)).metadata()).toMatchObject({ format: 'webp', width: 2048 })
})

test('what the checker has to say is in the bar after saving, and leads to the entry', async () => {
  const path = 'notices/cn/e-invoice-number.md'
  const editor = await open('#/collections/notices/entries/bank-holiday-october')
  await it.page.getByRole('button', { name: /^(Nothing to correct|To correct)/ }).waitFor()
  writeFileSync(file(path), `${text(path)}\n见[方案](/plan/lost)。\n`)
  await editor
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Bank holiday: when payments arrive')
  await save(editor)
  const button = it.page.getByRole('button', { name: /^To correct \(\d/ })
  await button.click()
  await it.page.getByRole('link', { name: /cn\/e-invoice-number\.md:\d+: .*Example:/ }).click()
  await editor
    .getByRole('heading', { name: /E-invoices/ })
    .or(editor.getByText(/E-invoices/))
    .first()
    .waitFor()
  await it.page.waitForURL((url) => url.hash === '#/collections/notices/entries/e-invoice-number')
})

test('a file that was changed meanwhile is not written over, and the editor is told', async () => {
  const path = 'notices/en/upload-receipts.md'
  const editor = await open('#/collections/notices/entries/upload-receipts')
  await editor
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .waitFor()
  const theirs = text(path).replace(/^title: .*$/m, 'title: "Changed by somebody else"')
  writeFileSync(file(path), theirs)
  await editor
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Changed here')
  await save(editor)
  await editor.getByRole('alertdialog').filter({ hasText: 'was changed outside this screen' }).waitFor()
  expect(text(path)).toBe(theirs)
})

test.runIf(isLong)('a text that is taken away goes in both languages', async () => {
  await it.page.goto(`http://localhost:${it.port}/#/collections/notices`)
  const editor = it.page.frameLocator('#editor')
  await editor
    .getByRole('row', { name: /Clinic list/ })
    .getByRole('checkbox')
    .click()
  await editor.getByText('Delete', { exact: true }).first().click()
  await editor
    .getByRole('dialog')
    .or(editor.getByRole('alertdialog'))
    .first()
    .getByText('Delete', { exact: true })
    .last()
    .click()
  const gone = (lang: string): boolean => !existsSync(file(`notices/${lang}/us-clinic-list-october.md`))
  await eventually(async () => (gone('en') && gone('cn')) || undefined, 'The end of both twins')
})

test('the terminal is left to what is wrong with the content', () => {
  expect(it.output).toContain('Ready on')
  expect(it.output).not.toContain('"level":30')
})

test.runIf(isLong)(
  'our part of the screen is sound for assistive technology, in both languages and themes',
  async () => {
    for (const lang of ['en', 'cn']) {
      await open('#/collections/notices/entries/2027-entry', lang)
      await it.page.locator('#problems').click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await it.page.emulateMedia({ colorScheme })
        const violations = await axeResults(it.page, { iframes: false }, { exclude: ['iframe'] })
        expect(violations.map(({ id, nodes }) => `${lang} ${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
      }
    }
  },
)
