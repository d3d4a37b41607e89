import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import { EXAMPLE_GBP } from '../../../../lib/money/settlement-example.ts'
import { SITE } from '../../../../lib/site.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { readMarks, readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import { printedChecklist } from '../../rules/documents/printed-checklist.ts'
import { CLAIM_TYPES } from '../../rules/document-kinds.ts'
import { documentKey } from '../../rules/word-keys.ts'
import { makeChecklist } from './draw-checklist-pdf.ts'
import { BILLED, makeSampleInvoices } from './sample-invoice.ts'

const words = loadWords()
const t =
  (lang: Lang) =>
  (key: string, values?: Record<string, unknown>): string =>
    words(lang, key, values)
const facts = (lang: Lang) => ({
  lang,
  site: SITE[lang],
  sampleNotice: words(lang, 'reading:download.sample'),
  madeAt: 0,
})
const flat = (text: string): string => text.replace(/[\s\u00a0]+/g, '')
let fonts: Fonts
beforeAll(() => {
  fonts = loadFonts()
})

describe.each(LANGS)('in %s', (lang) => {
  test.each(CLAIM_TYPES)('the checklist of %s is one page with each document and what it must show', async (type) => {
    const bytes = await makeChecklist(facts(lang), type, t(lang), fonts, { plain: true })
    const pages = readPages(bytes)
    expect(pages).toHaveLength(1)
    const text = flat(pages.join(''))
    const { always, onlyIf } = printedChecklist(type)
    for (const kind of [...always, ...onlyIf.map((it) => it.kind)]) {
      expect(text).toContain(flat(words(lang, documentKey(kind))))
      expect(text).toContain(flat(words(lang, documentKey(kind, 'rule'))))
    }
    expect(text).not.toMatch(/claims:|reading:|\{\{/)
    expect(readMarks(bytes)).toMatchObject({ tagged: true, displayTitle: true })
  })

  test('the sample invoices: a good one with its numbers, and the slip that is none', async () => {
    const pages = readPages(await makeSampleInvoices(facts(lang), t(lang), fonts, { plain: true })).map(flat)
    expect(pages).toHaveLength(1)
    for (const i of [1, 2, 3, 4, 5]) expect(pages[0]).toContain(flat(words(lang, `samples:invoice.points.${i}`)))
    expect(pages[0]).toContain('275.40')
    expect(pages[0]).toContain(flat(words(lang, 'samples:invoice.bad')))
  })
})

test('the sample is the bill of the worked example', () => {
  expect(BILLED.reduce((sum, { amount }) => sum + amount, 0)).toBe(EXAMPLE_GBP[0]?.sum.amount)
})
