import { readdirSync, readFileSync } from 'node:fs'
import i18next from 'i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LANGS } from '../../lib/locale.ts'
import { onOneLine } from '../../lib/text/on-one-line.ts'
import { deadlineWords } from './deadline.ts'
import { translator } from './translate.ts'

const FOLDER = 'public/locales'
const read = (lang: string): Record<string, object> =>
  Object.fromEntries(
    readdirSync(`${FOLDER}/${lang}`).map((file): [string, object] => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`${FOLDER}/${lang}/${file}`, 'utf8')),
    ]),
  )

const keysOf = (value: unknown, at: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${at}${at.endsWith(':') ? '' : '.'}${key}`))
    : [at]

test.each(LANGS)(
  'every text of %s is the same as i18next would give, with values and plurals, on one line where it must be',
  (lang) => {
    const resources = read(lang)
    const other = i18next.createInstance()
    const code = lang === 'cn' ? 'zh-CN' : 'en'
    void other.init({
      lng: code,
      fallbackLng: false,
      initImmediate: false,
      resources: { [code]: resources },
      ns: Object.keys(resources),
      interpolation: { escapeValue: false },
    })
    const t = translator(lang, resources)
    // Compared in one expectation: one for each of thousands of words took most of the time.
    const different: string[] = []
    for (const key of Object.entries(resources).flatMap(([name, words]) => keysOf(words, `${name}:`))) {
      const base = key.replace(/_(zero|one|other)$/, '')
      const text: unknown = other.getResource(code, ...split(key))
      const holes = [...String(text).matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name)
      // i18next is slow for each word, so words without counts are looked up only once.
      for (const count of key !== base || holes.includes('count') ? [0, 1, 2, 21] : [2]) {
        const values = { ...Object.fromEntries(holes.map((name) => [name, `«${name}»`])), count }
        const [ours, theirs] = [t(base, values), onOneLine(other.t(base, values))]
        if (ours !== theirs) different.push(`${base} ${count}: ${ours} instead of ${theirs}`)
      }
    }
    expect(different).toEqual([])
  },
)

const split = (key: string): [string, string] => {
  const [namespace = '', path = ''] = key.split(':')
  return [namespace, path]
}

test('a telephone number that is filled in stays on one line', () => {
  expect(translator('en', { a: { b: 'Call {{phone}} now' } })('a:b', { phone: '+86 21 5550 0199' })).toBe(
    'Call +86\u00a021\u00a05550\u00a00199 now',
  )
})

test('a date that is filled in stays on one line, in Chinese too', () => {
  expect(translator('cn', { a: { b: '{{day}}前答复' } })('a:b', { day: '11月29日' })).toBe(
    '11\u2060月\u206029\u2060日前答复',
  )
})

test('a missing key is returned as it is', () => {
  expect(translator('en', { a: {} })('a:b.c')).toBe('b.c')
})

describe('a deadline is told in Beijing time and, where the device shows another, in that as well', () => {
  const at = Date.parse('2026-12-12T16:00:00Z')
  const said = (lang: 'en' | 'cn', zone: string, format: string, value: string | number): string => {
    vi.stubEnv('TZ', zone)
    const resources = { ...read(lang), x: { y: `{{value, ${format}}}` } }
    return translator(
      lang,
      resources,
      deadlineWords,
    )('x:y', { value })
      .replaceAll('\u00a0', ' ')
      .replaceAll('\u2060', '')
  }
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test.each([
    ['Asia/Shanghai', '13 December 2026, 00:00, Beijing time', '2026年12月13日00:00（北京时间）'],
    [
      'America/Los_Angeles',
      '13 December 2026, 00:00, Beijing time (12 December, 08:00 where you are)',
      '2026年12月13日00:00（北京时间，即您所在地时间12月12日08:00）',
    ],
    [
      'Australia/Sydney',
      '13 December 2026, 00:00, Beijing time (03:00 where you are)',
      '2026年12月13日00:00（北京时间，即您所在地时间03:00）',
    ],
  ])('an instant, in %s', (zone, en, cn) => {
    expect([said('en', zone, 'deadline', at), said('cn', zone, 'deadline', at)]).toEqual([en, cn])
  })

  // No current year is this one, so the day has its own.
  test.each([
    ['Asia/Shanghai', 'the end of 12 December 2022, Beijing time', '2022年12月12日24时（北京时间）'],
    [
      'America/Los_Angeles',
      'the end of 12 December 2022, Beijing time (08:00 where you are)',
      '2022年12月12日24时（北京时间，即您所在地时间08:00）',
    ],
    [
      'Pacific/Auckland',
      'the end of 12 December 2022, Beijing time (13 December, 05:00 where you are)',
      '2022年12月12日24时（北京时间，即您所在地时间12月13日05:00）',
    ],
  ])('a last day by its end, in %s', (zone, en, cn) => {
    const day = '2022-12-12'
    expect([said('en', zone, 'deadline', day), said('cn', zone, 'deadline', day)]).toEqual([en, cn])
  })

  test.each([
    ['Asia/Shanghai', '12 December 2022', '2022年12月12日'],
    ['America/Toronto', '12 December 2022 (11:00 where you are)', '2022年12月12日（您所在地时间11:00）'],
  ])('a last day where there is room for no more, in %s', (zone, en, cn) => {
    const day = '2022-12-12'
    expect([said('en', zone, 'shortDeadline', day), said('cn', zone, 'shortDeadline', day)]).toEqual([en, cn])
  })
})
