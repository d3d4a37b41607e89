/** Words of the interface. The content is held to the same rules by its checker (`npm run content -- check`). */
import { describe, expect, test } from 'vitest'
import { AMERICAN, badChinese, banned, NEVER_CN, NEVER_EN, plain } from '../../src/app/content/tone.ts'
import { readWords } from './words.ts'

const words = (lang: string): [string, string][] => [...readWords(lang)]

const problems = (lines: [string, string][], check: (line: string) => string[]): string[] =>
  lines.flatMap(([where, text]) => check(text).map((why) => `${where} ${why}`))

describe('tone of interface words', () => {
  test('English never says', () => {
    expect(problems(words('en'), (line) => banned(line, NEVER_EN))).toEqual([])
  })
  test('English is spelt the British way', () => {
    expect(problems(words('en'), (line) => AMERICAN.exec(plain(line))?.slice(0, 1) ?? [])).toEqual([])
  })
  test('Chinese never says', () => {
    expect(problems(words('cn'), (line) => banned(line, NEVER_CN))).toEqual([])
  })
  test('Chinese typography', () => {
    // Printed documents have no `text-autospace`: what is filled in stands apart by a space.
    const printed = (key: string): boolean => key.startsWith('documents:')
    expect(problems(words('cn'), badChinese).filter((line) => !(printed(line) && line.includes('a space by hand')))).toEqual([])
  })
})

describe('the rules on tone find what they are for', () => {
  test.each(['您的保险政策', '扣除额为300元', '被保人', '请补充文件', '支持自动续保', '全网最便宜', '第一时间赔付', '恭喜您！', '安心无忧'])('%s', (line) => {
    expect(banned(line, NEVER_CN)).toHaveLength(1)
  })
  test.each(['最多9张', '第一步', '被保险人', '文件大小不超过15MB', '该文件没有内容', '本产品不自动续保', '最近30天'])('but %s is right', (line) => {
    expect(banned(line, NEVER_CN)).toEqual([])
  })
  test.each(['Upload your papers', 'The insurance period', 'We guarantee cover', 'Done!', 'Kindly wait', 'cash value'])('%s', (line) => {
    expect(banned(line, NEVER_EN)).toHaveLength(1)
  })
  test.each(['A guarantee of payment', 'Renewal is not guaranteed', 'Refund value (cash value)', '![map](/map.png)'])('but %s is right', (line) => {
    expect(banned(line, NEVER_EN)).toEqual([])
  })
  test.each(['保单,条款', '保单 PDF', '共3 页', '"保单"', '保单.'])('%s', (line) => {
    expect(badChinese(line)).toHaveLength(1)
  })
  test.each(['第{{now}}步，共{{all}}步', '见[条款](/plan/details/clause)第5.2条', '10:30至12:00', '阅读<terms>条款</terms>，共3页'])('but %s is right', (line) => {
    expect(badChinese(line)).toEqual([])
  })
})
