import { expect, test } from 'vitest'
import { loadWords } from '../../../server/load-words.ts'
import { LANGS } from '../../../lib/locale.ts'
import { DOCUMENT_KIND_IDS } from './document-kinds.ts'
import { REASON_VALUES, reasonKey, reasonsOf } from './send-back-reasons.ts'

const words = loadWords()

test('a reason of another kind is none', () => {
  expect(reasonKey('invoice', 'card_slip')).toBe('sentback:invoice.card_slip')
  expect(reasonKey('invoice', 'blurred')).toBe('sentback:common.blurred')
  expect(reasonKey('invoice', 'film')).toBeUndefined()
})

test('reasons with a value say which', () => {
  for (const kind of DOCUMENT_KIND_IDS) {
    for (const reason of reasonsOf(kind)) {
      const value = REASON_VALUES[reason]
      for (const lang of LANGS) {
        const text = words(lang, reasonKey(kind, reason) ?? '')
        expect(
          [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]),
          `${kind} ${reason}`,
        ).toEqual(value ? [value] : [])
      }
    }
  }
})
