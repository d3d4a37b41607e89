/** "Was this helpful?" under texts: by mouse or touch and by keyboard, in both languages, and when it cannot be sent. */
import { describe, expect, test } from 'vitest'
import { axe, DEVICES, sharedSite, overflow, visit } from '../browser-site.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = sharedSite()
type Opened = Awaited<ReturnType<typeof it.open>>

const part = (page: Opened) => page.locator('[data-feedback]')
const status = (page: Opened) => part(page).getByRole('status')
const said = (page: Opened, words: string) => expect.poll(async () => status(page).textContent()).toBe(words)
const WORDS = {
  en: {
    yes: 'Yes',
    no: 'No',
    stored: 'Thank you. Your answer is saved.',
    again: 'Thank you. This replaces your earlier answer.',
    send: 'Send',
    other: 'Something else',
  },
  cn: {
    yes: '有帮助',
    no: '没有帮助',
    stored: '谢谢，您的反馈已保存。',
    again: '谢谢，已用这次的反馈替换您上次的反馈。',
    send: '发送',
    other: '其他',
  },
} as const

describe.each(rowsOf(DEVICES, isSecond))('on %s', (device) => {
  test.each(rowsOf(['en', 'cn'] as const, isFirst))('yes, then no with a reason, in %s', async (lang) => {
    const words = WORDS[lang]
    const page = await it.open({ device, lang })
    await visit(page, lang, '/claims/content/dental')
    await part(page).getByRole('button', { name: words.yes, exact: true }).click()
    await said(page, words.stored)
    const no = part(page).getByRole('button', { name: words.no, exact: true })
    await no.click()
    const first = part(page).getByRole('radio').first()
    await expect.poll(async () => first.evaluate((node) => node === document.activeElement)).toBe(true)
    await part(page).getByRole('button', { name: words.send, exact: true }).click()
    expect(await first.getAttribute('aria-invalid')).toBe('true')
    await part(page).getByText(words.other, { exact: true }).click()
    await part(page).getByRole('button', { name: words.send, exact: true }).click()
    const own = part(page).getByRole('textbox')
    expect(await own.evaluate((node) => [node === document.activeElement, node.getAttribute('aria-invalid')])).toEqual([
      true,
      'true',
    ])
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await own.fill('x'.repeat(600))
    expect((await own.inputValue()).length).toBe(500)
    await part(page).getByRole('button', { name: words.send, exact: true }).click()
    await said(page, words.again)
    expect(await part(page).getByRole('radio').count()).toBe(0)
    expect(await no.evaluate((node) => [node.getAttribute('aria-pressed'), node === document.activeElement])).toEqual([
      'true',
      true,
    ])
    expect(page.trouble).toEqual({ console: [], requests: [] })
  })
})

test('nothing of it is loaded before the first answer', async () => {
  const page = await it.open()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await visit(page, 'en', '/claims/FAQ/content/how-long')
  expect(asked.filter((path) => /feedback-form|calls|feedback\.json/.test(path))).toEqual([])
})

test('an answer that did not get through is kept and can be sent again; a form can be left', async () => {
  const page = await it.open()
  await visit(page, 'en', '/notice/content/upload-receipts')
  const no = part(page).getByRole('button', { name: 'No', exact: true })
  const context = page.context()
  await context.setOffline(true)
  await no.click()
  await said(page, 'This did not load. Check your connection, then press again.')
  await context.setOffline(false)
  await no.click()
  await part(page).getByRole('radio', { name: 'It is out of date' }).check()
  await context.setOffline(true)
  await part(page).getByRole('button', { name: 'Send', exact: true }).click()
  await said(page, 'No connection. Your answer is not saved yet. Try again once the connection is back.')
  // It stands below the button that was pressed.
  const [button, line] = await Promise.all([
    part(page).getByRole('button', { name: 'Send', exact: true }).boundingBox(),
    status(page).boundingBox(),
  ])
  expect(line?.y).toBeGreaterThan(button?.y ?? Infinity)
  expect(await part(page).getByRole('radio', { name: 'It is out of date' }).isChecked()).toBe(true)
  await context.setOffline(false)
  await part(page).getByRole('button', { name: 'Send', exact: true }).click()
  await said(page, 'Thank you. Your answer is saved.')
  await no.click()
  await part(page).getByRole('radio').first().waitFor()
  await page.keyboard.press('Escape')
  expect(await no.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await part(page).getByRole('radio').count()).toBe(0)
})

test('with scripts off there are no buttons that do nothing, and a letter can be written', async () => {
  const page = await it.open({ scripts: false })
  await page.goto('/information/content/home-for-summer')
  expect(await part(page).getByRole('button').count()).toBe(0)
  expect(await part(page).getByRole('link').getAttribute('href')).toMatch(/^mailto:.+\?subject=.+/)
})
