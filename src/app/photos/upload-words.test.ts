import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Lang } from '../../lib/locale.ts'
import { translator } from '../words/translate.ts'
import { itemFrom, newEntry } from './subject-uploads.ts'
import type { UploadItem } from './upload-types.ts'
import { badgeWords, detailWords, fileWords, statusWords, type UploadWords } from './upload-words.ts'
import { formatFileSize } from '../../lib/text/file-size.ts'

const read = (lang: Lang, ns: string): unknown => JSON.parse(readFileSync(`public/locales/${lang}/${ns}.json`, 'utf8'))
const t = Object.fromEntries(
  (['en', 'cn'] as const).map((lang) => [
    lang,
    translator(lang, { app: read(lang, 'app'), uploads: read(lang, 'uploads'), errors: read(lang, 'errors') }),
  ]),
) as Record<Lang, ReturnType<typeof translator>>
const at = Date.UTC(2026, 10, 3, 6, 36, 20)
const told = (lang: Lang, more: Partial<UploadWords> = {}): UploadWords => ({
  lang,
  device: 'mobile',
  online: true,
  durable: true,
  now: at,
  ...more,
})
const item = (more: Partial<UploadItem>): UploadItem => ({
  ...itemFrom(newEntry({ id: 'f', subject: 'c', slot: 's', name: 'a.jpg', addedAt: 0, size: 1 }), null),
  ...more,
})
const both = (given: UploadItem, more?: Partial<UploadWords>): string[] =>
  (['en', 'cn'] as const).map((lang) => statusWords(t[lang], given, told(lang, more)))

test('a file has its own name where no picture tells which it is', () => {
  const name = 'clip.mp4'
  expect(fileWords(t.en, item({ name, state: 'failed', code: 'type' }))).toBe(name)
  expect(fileWords(t.en, item({ name, kind: 'pdf', state: 'sending' }))).toBe(name)
  expect(fileWords(t.en, item({ name, state: 'preparing' }))).toBeUndefined()
  expect(fileWords(t.en, item({ name, state: 'failed', thumbUrl: 'blob:a' }))).toBeUndefined()
})

describe('what a row says', () => {
  test.each<[Partial<UploadItem>, Partial<UploadWords>, string, string]>([
    [{ state: 'sending', percent: 64, secondsLeft: 8 }, {}, '64%, about 8 seconds', '64%，约8秒'],
    [{ state: 'sending', percent: 64, secondsLeft: 200 }, {}, '64%, about 4\u00a0minutes', '64%，约4分钟'],
    [{ state: 'sending', percent: 0 }, {}, '0%', '0%'],
    [{ state: 'received', receipt: { at, sha256: '', size: 1 } }, {}, 'Received 14:36:20', '14:36:20收到'],
    [
      { state: 'failed', code: 'offline', retryable: true, percent: 31 },
      {},
      'Connection lost at 31%. It is safe on this phone',
      '网络中断，停在31%。已保存在这部手机上',
    ],
    [
      { state: 'failed', code: 'offline', retryable: true },
      { device: 'web' },
      'No connection. It is safe on this computer',
      '网络未连接。已保存在这台电脑上',
    ],
    [
      { state: 'failed', code: 'server', retryable: true, percent: 99 },
      { durable: false },
      'We did not receive it. Keep this page open until it is sent',
      '没有上传成功。上传完成之前请不要关闭本页',
    ],
    [
      { state: 'warned', warnings: ['blurred', 'dark'] },
      {},
      'Blurred: small print may not be readable. Too dark: print may not be readable. Not sent yet',
      '照片模糊，小字可能看不清。光线太暗，字迹可能看不清。还没有上传',
    ],
    [{ state: 'waiting', code: 'session' }, {}, 'Continues after you sign in again', '重新登录后继续上传'],
    [
      { state: 'waiting' },
      { online: false },
      'Waiting for a connection. It is safe on this phone',
      '等待网络恢复。已保存在这部手机上',
    ],
    [{ state: 'failed', code: 'file_size' }, {}, 'A file can be up to 15 MB', '单个文件不能超过15 MB'],
    [{ state: 'failed', code: 'not_asked', said: 'Said so' }, {}, 'Said so', 'Said so'],
  ])('%j', (given, more, en, cn) => expect(both(item(given), more)).toEqual([en, cn]))

  test('a row with a receipt shows its number and size', () => {
    const given = item({ receipt: { at, sha256: 'b80d4e17ff', size: 550_900 } })
    expect([detailWords(t.en, given), detailWords(t.cn, given)]).toEqual([
      'Receipt B80D-4E17, 538 KB',
      '回执B80D-4E17，538 KB',
    ])
    expect([formatFileSize(10), formatFileSize(2_500_000)]).toEqual(['1 KB', '2.4 MB'])
  })

  test('a receipt from another day shows the date', () => {
    const now = at + 3 * 86_400_000
    expect(both(item({ state: 'received', receipt: { at, sha256: '', size: 1 } }), { now })).toEqual([
      'Received 3\u00a0November, 14:36:20',
      '11\u2060月\u20603\u2060日14:36:20收到',
    ])
  })
})

test('the badge of a group shows the worst state', () => {
  const [ok, going, warned, failed] = (['received', 'waiting', 'warned', 'failed'] as const).map((state) =>
    item({ state }),
  )
  const said = (...items: (UploadItem | undefined)[]): string =>
    badgeWords(
      t.en,
      items.filter((it) => it !== undefined),
      [],
    ).text
  expect([said(ok), said(ok, going), said(ok, going, warned), said(ok, going, warned, failed), said()]).toEqual([
    'Received',
    'Sending 1',
    'Retake 1?',
    '1 not sent',
    'Not added yet',
  ])
  expect(badgeWords(t.en, [], [{ state: 'received' }, { state: 'received' }])).toEqual({ kind: 'ok', text: 'Received' })
  expect(badgeWords(t.en, [], [{ state: 'received' }, { state: 'checking' }]).text).toBe('Being checked')
  expect(badgeWords(t.en, [], [{ state: 'checking' }, { state: 'failed' }]).text).toBe('1 cannot be used')
  expect(said(ok, item({ state: 'checking' }))).toBe('Being checked')
  expect(
    badgeWords(t.en, [], [{ state: 'received' }, { state: 'received' }], { pages: { there: 2, least: 3 } }),
  ).toMatchObject({ kind: 'warn', text: '2 of 3 pages' })
  expect(badgeWords(t.cn, [], [{ state: 'received' }], { pages: { there: 1, least: 3 } })).toMatchObject({
    kind: 'warn',
    text: '1页，共需3页',
  })
  expect(badgeWords(t.en, [], [{ state: 'received' }], { pages: { there: 3, least: 3 } }).kind).toBe('ok')
  expect(badgeWords(t.en, [], [], { pages: { there: 0, least: 3 } }).text).toBe('Not added yet')
  expect(said(ok, warned, item({ state: 'failed', receipt: { at, sha256: 'b80d4e17ff', size: 1 } }))).toBe(
    '1 cannot be used',
  )
})
