import { expect, test } from 'vitest'
import { localLinks } from './local-links.ts'

test('pictures stay pictures, and files keep their address', () => {
  const text =
    'See ![an invoice](/pictures/invoice.svg).\n\n![An invoice](/pictures/invoice.svg)\n\n[The form](/downloads/claim-form-en.pdf)'
  for (const lang of ['en', 'cn'] as const) expect(localLinks(text, lang)).toBe(text)
  expect(localLinks('[a](/notice/rss.xml)', 'cn')).toBe('[a](/cn/notice/rss.xml)')
})

test('the text of a link may contain brackets and pictures', () => {
  expect(localLinks('[see [1]](/notice) [![A](/a.svg)](/plan?x=1#y)', 'cn')).toBe(
    '[see [1]](/cn/notice) [![A](/a.svg)](/cn/plan?x=1#y)',
  )
})
