import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const LONG = 'The first sentence says something. '.repeat(12)

test('a short text is shown whole', () => {
  expect(excerptOf('押金由保险公司垫付。', ['押金'])).toBe('押金由保险公司垫付。')
})

test('it begins with the sentence that has the word, and says where it was cut', () => {
  expect(excerptOf(`${LONG}A deposit is asked for. ${LONG}`, ['deposit'])).toContain('A deposit is asked for.')
  expect(excerptOf(`${LONG}A deposit is asked for. ${LONG}`, ['deposit'])).not.toContain('…A deposit')
  expect(excerptOf('word '.repeat(100), [])).toMatch(/word…$/)
})

test('it shows the place where most of the words stand', () => {
  expect(excerptOf(`Deposit. ${LONG}A deposit in a clinic. ${LONG}`, ['deposit', 'clinic'])).toContain('in a clinic')
})

test('it is never longer than two lines, and adds nothing but the marks of a cut', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z .。退保]{0,400}$/), fc.constantFrom('退保', 'a', 'zz'), (text, word) => {
      const shown = excerptOf(text, [word])
      expect(shown.length).toBeLessThanOrEqual(153)
      expect(text).toContain(shown.replace(/^…|…$/g, ''))
    }),
  )
})
