import { expect, test } from 'vitest'
import { emailSuggestion } from './email-suggestion.ts'

test.each([
  ['lin@qq.con', 'lin@qq.com'],
  ['Lin@gmial.com', 'lin@gmail.com'],
  ['lin@gmai.com', 'lin@gmail.com'],
  ['lin@gmail.co', 'lin@gmail.com'],
  ['lin@163.cm', 'lin@163.com'],
  ['lin@outlok.com', 'lin@outlook.com'],
  ['lin@hotmial.con', 'lin@hotmail.com'],
  ['lin＠qq．con', 'lin@qq.com'],
  ['lin@gmailcom', 'lin@gmail.com'],
  ['lin@qq', 'lin@qq.com'],
  ['lin@college.eud', 'lin@college.edu'],
  ['lin@qq.om', 'lin@qq.com'],
  ['lin@outlook.om', 'lin@outlook.com'],
])('%s: did you mean %s?', (typed, meant) => expect(emailSuggestion(typed)).toBe(meant))

test.each([
  'lin@qq.com',
  'lin@mail.com',
  'lin@ymail.com',
  'lin@126.com',
  'lin@136.com',
  'lin@163.net',
  'lin@example.co',
  'lin@stanford.edu',
  'lin@ox.ac.uk',
  'lin@yahoo.co.uk',
  'lin@squ.edu.om',
  'lin@college.bet',
  'lin@live.cn',
  'lin@vip.qq.com',
  'lin',
  '@qq.con',
  '',
])('%s is left alone', (typed) => expect(emailSuggestion(typed)).toBeUndefined())
