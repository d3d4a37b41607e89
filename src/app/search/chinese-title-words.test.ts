import { expect, test } from 'vitest'
import { titleWords } from './chinese-title-words.ts'

test('a Chinese title is split into words, without characters that would end the list', () => {
  expect(titleWords('cn', '免赔额、自付、限额：一个例子，三档计划')).toMatch(/^words:[\p{Script=Han} ]+$/u)
  expect(titleWords('cn', '自付、自付')).toBe(titleWords('cn', '自付'))
})

test('an English title is not split', () => {
  expect(titleWords('en', 'Deductible, share, limit')).toBeUndefined()
})
