import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleOf } from './claim-title.ts'

it.each([
  ['Fractured wrist, bicycle fall. I braked on wet leaves.', 'Fractured wrist, bicycle fall'],
  ['夜间突发右下腹剧痛，急诊入院，诊断为急性阑尾炎，当晚手术，住院两晚后出院。', '夜间突发右下腹剧痛，急诊入院'],
  [
    'Sore throat and fever since the night before, seen by the campus clinic',
    'Sore throat and fever since the night before',
  ],
  ['前一晚开始发烧、咽痛。到诊所就诊', '前一晚开始发烧、咽痛'],
  ['', ''],
])('%s', (description, title) => {
  expect(titleOf(description)).toBe(title)
})

it('cuts a text without parts between words, if it has any', () => {
  expect(titleOf('a long sentence that never comes to any kind of a pause whatsoever')).toBe(
    'a long sentence that never comes to any…',
  )
  expect(titleOf('长'.repeat(60))).toBe(`${'长'.repeat(21)}…`)
})

it('never contains more than was written, and never more than fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const title = titleOf(text)
      expect(Array.from(title).length).toBeLessThanOrEqual(47)
      expect(text).toContain(title.replace(/…$/, ''))
    }),
  )
})
