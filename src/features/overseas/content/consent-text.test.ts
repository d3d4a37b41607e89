import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translator } from '../../../app/words/translate.ts'
import { LANGS } from '../../../lib/locale.ts'
import { loadWords } from '../../../server/load-words.ts'
import { loadPlans } from '../../plans/content/load-plans.ts'
import { consentText } from './consent-text.ts'
import { loadProducts } from './load-products.ts'

test.each(LANGS)(
  'the page and the server mean the same text, though pages keep telephone numbers on one line: %s',
  (lang) => {
    const words = loadWords()
    const page = translator(lang, {
      overseas: JSON.parse(readFileSync(`public/locales/${lang}/overseas.json`, 'utf8')) as Record<string, unknown>,
    })
    const [product] = loadProducts().filter(({ kind }) => kind === 'overseas')
    if (!product) throw new Error('no product')
    const [shown, checked] = [
      consentText(loadPlans(), lang, product, true, page),
      consentText(loadPlans(), lang, product, true, (key, values) => words(lang, key, values)),
    ]
    expect(shown.rows.map(({ text }) => text).join('')).toMatch(/\+\d+\u00a0\d/)
    expect(checked.rows.map(({ text }) => text).join('')).not.toContain('\u00a0')
    expect(shown.sha256).toBe(checked.sha256)
  },
)
