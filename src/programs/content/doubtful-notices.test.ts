/** A notice beside the files that make it true, each contradiction once. */
import { expect, test } from 'vitest'
import { noticeDoubts } from './doubtful-notices.ts'

const PLAN = `currency: CNY
destinations: [uk]
premium:
  bands:
    - { ages: { from: 18, to: 24 }, price: { standard: 120 } }
    - { ages: { from: 25, to: 30 }, price: { standard: 130 } }
`
const FILES = {
  'plans/uk.yaml': PLAN,
  'plans/uk.from-2027-02-01.yaml': PLAN.replace('120', '125'),
  'plans/en/uk.md': '---\nname: UK Plus\n---\n',
  'plans/cn/uk.md': '---\nname: 英国补充\n---\n',
  'legal/en/privacy.md': '---\ntitle: Privacy policy\nversion: "1.13"\ndate: 2026-12-01\n---\n',
  'legal/cn/privacy.md': '---\ntitle: 隐私政策\nversion: "1.13"\ndate: 2026-12-01\n---\n',
}
const told = (title: string, body: string, { lang = 'en', slug = 'a', more = '' } = {}): string[] =>
  noticeDoubts({
    root: 'content',
    files: new Map(
      Object.entries({
        ...FILES,
        [`notices/${lang}/${slug}.md`]: `---\ntitle: "${title}"\nsummary: "S."\ndate: 2026-11-29\n${more}---\n${body}`,
      }),
    ),
  }).map(({ line, field }) => `${line} ${field}`)

const LINK = '[UK Plus](/plan/details/uk)'
test.each<[string, string, string[]]>([
  ['a price that is prepared', `${LINK} costs CNY 125 a month at age 18 to 24.`, []],
  ['the price of today', `${LINK} costs CNY 120 a month.`, []],
  ['another price', `${LINK} costs CNY 135 a month.`, ['6 CNY 135']],
  ['the price of other ages', `${LINK} costs CNY 130 a month at age 18 to 24.`, ['6 CNY 130']],
  ['another currency', `With ${LINK}, a visit of AUD 80 is paid.`, ['6 AUD 80']],
  ['a sum of the country', `With ${LINK}, a visit of GBP 80 is paid.`, []],
  ['a version that never was', 'Privacy policy 1.31 applies.', ['6 Privacy policy 1.31']],
  ['a version', 'Privacy policy 1.13 applies.', []],
  ['the day of a version', 'Privacy policy 1.13 applies from 1 December. Read it by 1 March.', []],
  ['another day of a version', 'Privacy policy 1.13 applies from 1 March.', ['6 1 March']],
  ['a day to send it by', 'Please send it by 20 November 2026.', ['6 by 20 November 2026']],
  ['a day in the past', 'We asked for it before 20 November 2026.', []],
])('%s', (_, body, expected) => {
  expect(told('News', body)).toEqual(expected)
})

test.each<[string, string, string[]]>([
  ['en', `${LINK} costs CNY 125 a month instead of CNY 120.`, []],
  ['en', `${LINK} costs CNY 120 a month instead of CNY 125.`, ['6 CNY 120']],
  ['cn', '[英国补充](/plan/details/uk)每月由120元调整为125元。', []],
  ['cn', '[英国补充](/plan/details/uk)每月由125元调整为120元。', ['6 120元']],
])('the old price and the new one, %s: %s', (lang, body, expected) => {
  expect(told(lang === 'en' ? 'News' : '消息', body, { lang })).toEqual(expected)
})

test('the last day of sale, and the day after', () => {
  const said = (title: string, lang = 'en'): string[] => {
    const plan = Object.entries(FILES).map(([path, text]): [string, string] =>
      path === 'plans/uk.yaml' ? [path, `${text}retired: 2027-01-31\n`] : [path, text],
    )
    const notice = `---\ntitle: "${title}"\nsummary: "S."\ndate: 2026-11-29\n---\n[UK Plus](/plan/details/uk)`
    return noticeDoubts({ root: 'content', files: new Map([...plan, [`notices/${lang}/a.md`, notice]]) }).map(
      ({ field, example }) => `${field} → ${example}`,
    )
  }
  expect(said('UK Plus can be bought until 31 January')).toEqual(['31 January → 2027-01-30'])
  expect(said('UK Plus: the last day of sale is 30 January')).toEqual([])
  expect(said('UK Plus is not sold from 31 January')).toEqual([])
  expect(said('英国补充：1月31日为最后销售日', 'cn')).toEqual(['1月31日 → 2027-01-30'])
  expect(said('英国补充：1月31日起停售', 'cn')).toEqual([])
})

test('days', () => {
  expect(told('UK Plus changes on 1 March', LINK)).toEqual(['2 1 March'])
  expect(told('UK Plus changes on 1 February', LINK)).toEqual([])
  expect(told('Closed from 5 January 2026', 'Text.')).toEqual(['2 5 January 2026'])
  expect(told('2027年1月5日起休息', 'Text.', { lang: 'cn' })).toEqual([])
  expect(told('News', 'Text.', { more: 'pinned: true\nexpires: 2027-12-12\n' })).toEqual(['6 expires: 2027-12-12'])
  expect(told('Closed on 13 December', 'Text.', { slug: 'closed-12-december' })).toEqual(['2 12-december'])
})

test('a time in which nobody is there', () => {
  const title = 'Closed from 5 to 14 December'
  expect(told(title, 'It opens again on 14 December.')).toEqual(['6 14 December'])
  expect(told(title, '| A | First day after |\n| --- | --- |\n| Phone | 10 December |\n')).toEqual(['6 10 December'])
  expect(told(title, 'It opens again on 15 December.')).toEqual([])
  expect(told(title, 'Text.', { more: 'expires: 2026-12-10\n' })).toEqual(['5 expires: 2026-12-10'])
  expect(told(title, 'Text.', { more: 'expires: 2026-12-14\n' })).toEqual([])
})

test('an address that is misspelt stays', () => {
  expect(told('The storm closes the desk', 'Text.', { slug: 'stomr-closes-desk' })).toEqual(['2 stomr-closes-desk'])
  expect(told('The storm closes the desk', 'Text.', { slug: 'storms-close-desk' })).toEqual([])
})
