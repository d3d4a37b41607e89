import { expect, test } from 'vitest'
import { mailHtml, type MailParts } from './mail-html.ts'

const URL_OF_ORDER = 'https://youfang.example/personal/order?id=1&from=mail'
const parts: MailParts = {
  lang: 'en',
  subject: 'Order 1: pay CNY\u00a01,890',
  code: null,
  url: URL_OF_ORDER,
  devices: 'https://youfang.example/personal/mine',
  action: 'Pay CNY\u00a01,890',
  automatic: 'Do not reply.',
  bareAddress: 'Or open:',
  stop: null,
  text: `We have it.\n\nInsured: Li Ming\nPremium: CNY\u00a01,890\n\nPay by noon.\n${URL_OF_ORDER}`,
}
const html = (over: Partial<MailParts>): string => mailHtml({ ...parts, ...over }, 'https://youfang.example')
const links = (page: string): string[] => [...page.matchAll(/href="([^"]*)"/g)].map((found) => found[1]!)

test('the page that it is about is a button, and stands below it to be read; the name leads home in its language', () => {
  const address = URL_OF_ORDER.replaceAll('&', '&amp;')
  expect(links(html({}))).toEqual(['https://youfang.example/home', address, address])
  expect(links(html({ lang: 'cn' }))[0]).toBe('https://youfang.example/cn/home')
  expect(html({})).toContain('>Pay CNY\u00a01,890</a>')
})

test('facts are rows, and a sentence with a colon beside other lines is none', () => {
  expect(html({}).match(/<tr class="row">/g)).toHaveLength(2)
  expect(html({ text: 'Reason: none\nThat is all.' })).not.toContain('class="row"')
  expect(html({ lang: 'cn', text: '被保险人：李明\n保费：1,890元' }).match(/<tr class="row">/g)).toHaveLength(2)
})

test('a name or a reason that looks like an address or like markup stays text', () => {
  const page = html({
    text: `Reason: https://evil.example/pay <a href="https://evil.example">x</a>\n\n${URL_OF_ORDER}`,
    subject: '<b>&',
  })
  expect(links(page).filter((it) => it.includes('evil'))).toEqual([])
  expect(page).not.toContain('<b>')
})

test('the page where devices are signed out is a link, beside the button', () => {
  const page = html({ text: `${parts.text}\n\nNot you? Sign out of all other devices:\n${parts.devices}` })
  expect(links(page)).toContain(parts.devices)
  expect(page.match(/class="button"/g)).toHaveLength(1)
  expect(links(html({ text: `Reason: ${parts.devices}` }))).not.toContain(parts.devices)
})

test('a sentence with a colon over the address is no row, and the address stays a button', () => {
  const page = html({ text: `Wrong on the policy: apply again.\n${URL_OF_ORDER}` })
  expect(page).toContain('class="button"')
  expect(page).not.toContain('class="row"')
})

test('a code stands large; without an address there is no button', () => {
  const page = html({ url: null, action: '', code: '482913', text: 'Your code is 482913.\n\nIt works once.' })
  expect(page).toContain('>482913</p>')
  expect(page).not.toContain('class="button"')
})

test('nothing is loaded from anywhere', () => {
  expect(html({})).not.toMatch(/<img|<link|<script|url\(/)
})

test('the other language is below, marked as such, with a button and a footer of its own, and announced in its own words', () => {
  const page = html({
    second: {
      ...parts,
      lang: 'cn',
      subject: '订单1：请付款',
      text: `请付款。\n${URL_OF_ORDER}`,
      action: '付款',
      automatic: '请勿回复。',
      bareAddress: '或打开：',
      below: '下方有中文版。',
    },
  })
  expect(page.indexOf('下方有中文版。')).toBeLessThan(page.indexOf('We have it.'))
  expect(page.indexOf('订单1：请付款')).toBeGreaterThan(page.indexOf('We have it.'))
  expect(page.match(/class="button"/g)).toHaveLength(2)
  expect([...page.matchAll(/<td class="(?:card|quiet)" lang="([^"]*)"/g)].map((found) => found[1])).toEqual([
    'zh-CN',
    'en',
    'en',
    'zh-CN',
    'zh-CN',
  ])
  expect(page).toContain('请勿回复。')
})
