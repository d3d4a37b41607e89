import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesUnder } from './source.ts'
import { AMERICAN, badChinese, banned, NEVER_CN, NEVER_EN, plain } from './tone.ts'
import { readWords } from './words.ts'

const words = (lang: string): [string, string][] => [...readWords(lang)]

/** A line without what carries it: list marks, YAML keys and quotes, the numbers of clauses. */
const spoken = (line: string): string =>
  line
    .replace(/^\s*(- )?\s*[\w-]+:(\s+|$)/, '')
    .replace(/^\s*(#+|>|[-*]|\d+\.)\s+/, '')
    .replace(/^(\*\*)?\d+(\.\d+)*\s+/, '')
    .replace(/^"(.*)"$|^'(.*)'$/, '$1$2')

/** Lines that people read, as `file:line` → text. */
function contentLines(lang: string): [string, string][] {
  return filesUnder('content')
    .filter((file) => /\.(md|ya?ml)$/.test(file) && !file.includes(lang === 'en' ? '/cn/' : '/en/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => (file.endsWith('.md') ? line : line.replace(/(^|\s)#.*$/, '')))
        .map((line, index): [string, string] => [`${file}:${index + 1}`, spoken(line)])
        // Files of both languages hold a line in each.
        .filter(([, line]) => (lang === 'cn') === /\p{Script=Han}/u.test(line)),
    )
}

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

describe('tone of content', () => {
  test('English never says', () => {
    expect(problems(contentLines('en'), (line) => banned(line, NEVER_EN))).toEqual([])
  })
  test('Chinese never says', () => {
    expect(problems(contentLines('cn'), (line) => banned(line, NEVER_CN))).toEqual([])
  })
  test('Chinese typography', () => {
    expect(problems(contentLines('cn'), badChinese)).toEqual([])
  })
  test('every entry is written in both languages', () => {
    const files = filesUnder('content').filter((file) => !file.endsWith('.gitkeep'))
    const twin = (file: string): string =>
      file.includes('/en/') ? file.replace('/en/', '/cn/') : file.replace('/cn/', '/en/')
    expect(files.filter((file) => /\/(en|cn)\//.test(file) && !files.includes(twin(file)))).toEqual([])
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
