import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { loadFonts } from '../../../../server/pdf/load-fonts.ts'
import { readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { drawDocument } from './draw-document.ts'
import { drawMark, markCancelled } from './mark-cancelled.ts'
import { sampleFacts } from './testing/sample-policy-facts.ts'

const fonts = loadFonts()
const mark = ['Cancelled on 28 Nov 2026: never in force', '2026年11月28日已退保，从未生效']

test('the mark says it in both languages', async () => {
  const text = readPages(await drawMark(mark, 'en', fonts, true))
    .join('')
    .replaceAll(/\s/g, '')
  for (const line of mark) expect(text).toContain(line.replaceAll(' ', ''))
})

test.each(['visa_letter', 'card'] as const)('lies on every page of a %s, whatever its size', async (kind) => {
  const words = loadWords()
  const document = await drawDocument(sampleFacts(kind, 'en'), (key, values) => words('en', key, values), fonts)
  const before = await PDFDocument.load(document)
  const marked = await PDFDocument.load(await markCancelled({ document, mark, title: 'cancelled' }, 'en', fonts))
  expect(marked.getPageCount()).toBe(before.getPageCount())
  for (const page of marked.getPages())
    expect(page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(1)
  expect(marked.getTitle()).toBe(`${before.getTitle() ?? ''} (cancelled)`)
})
