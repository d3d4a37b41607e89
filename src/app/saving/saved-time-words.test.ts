import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Lang } from '../../lib/locale.ts'
import { savedTimeWords } from './saved-time-words.ts'
import { translator } from '../words/translate.ts'

const say = (lang: Lang) =>
  translator(lang, { app: JSON.parse(readFileSync(`public/locales/${lang}/app.json`, 'utf8')) as unknown })
const at = Date.UTC(2026, 2, 2, 15, 30)
const MINUTE = 60_000

test.each([
  [-MINUTE, 'Saved just now', '刚刚保存'],
  [59_000, 'Saved just now', '刚刚保存'],
  [MINUTE, 'Saved 1 min ago', '1分钟前保存'],
  [59 * MINUTE, 'Saved 59 min ago', '59分钟前保存'],
  [60 * MINUTE, 'Saved 1\u00a0h ago', '1小时前保存'],
  [24 * 60 * MINUTE - 1, 'Saved 23\u00a0h ago', '23小时前保存'],
  [24 * 60 * MINUTE, 'Saved on 2\u00a0March', '3\u2060月\u20602\u2060日保存'],
  [365 * 24 * 60 * MINUTE, 'Saved on 2\u00a0March\u00a02026', '2026\u2060年\u20603\u2060月\u20602\u2060日保存'],
])('%d ms later', (later, en, cn) => {
  expect([savedTimeWords(say('en'), 'en', at, at + later), savedTimeWords(say('cn'), 'cn', at, at + later)]).toEqual([
    en,
    cn,
  ])
})
