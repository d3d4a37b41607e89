/** Typography of interface words. The content's check applies the same rules (`npm run content -- check`). */
import { describe, expect, test } from 'vitest'
import { badChinese } from '../../src/app/content/typography.ts'
import { readWords } from './words.ts'

describe('Chinese typography', () => {
  test('of interface words', () => {
    // Printed documents have no `text-autospace`: filled-in values are separated by a space.
    const printed = (key: string): boolean => key.startsWith('policydocuments:')
    const faults = [...readWords('cn')].flatMap(([where, text]) => badChinese(text).map((why) => `${where} ${why}`))
    expect(faults.filter((line) => !(printed(line) && line.includes('a typed space')))).toEqual([])
  })
  test.each(['保单,条款', '保单 PDF', '共3 页', '"保单"', '保单.'])('%s', (line) => {
    expect(badChinese(line)).toHaveLength(1)
  })
  test.each([
    '第{{now}}步，共{{all}}步',
    '见[条款](/plan/details/clause)第5.2条',
    '10:30至12:00',
    '阅读<terms>条款</terms>，共3页',
  ])('but %s is right', (line) => {
    expect(badChinese(line)).toEqual([])
  })
})
