import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsWord } from './contains-word.ts'

test.each([
  ['东京大学附属医院', '东京医院', true],
  ['东京大学附属医院', '东京医', true],
  ['东京大学附属医院', '京东', false],
  ['东京大学附属医院', '东院', false],
  ['general hospital', 'hosp', true],
  ['general hospital', 'generalhospital', false],
])('%s holds %s: %s', (text, word, expected) => {
  expect(containsWord(text, word)).toBe(expected)
})

test('typing on finds less and never more, and what stands in a text is held by it', () => {
  const chinese = fc.string({ unit: fc.constantFrom('东', '京', '大', '学', '医', '院'), maxLength: 12 })
  fc.assert(
    fc.property(chinese, chinese, chinese, (text, word, more) => {
      if (containsWord(text, word + more)) expect(containsWord(text, word)).toBe(true)
      expect(containsWord(word + text + more, text)).toBe(true)
    }),
  )
})
