import { expect, test } from 'vitest'
import { ranked, readTexts } from './ranking.ts'
import type { Kind } from './result-kinds.ts'
import type { SearchedPage } from './search-data.ts'

const page = (title: string, text: string, kind: Kind): SearchedPage => ({
  url: title,
  title,
  kind,
  sections: [{ text }],
})
const REMAINS = page('身故与遗体送返', '《取消外国公文书认证要求的公约》', 'guide')
const SCHOOL = page('学校统一缴费', '学校可以取消名单，退保由投保人办理。', 'page')
const COOLING = page('什么是犹豫期？', '犹豫期内退保，退还全部保费。', 'question')
const CANCEL = page('怎么退保，退多少？', '在我的保单中办理。', 'question')
const LIST = page('医院名单', '退保', 'hospital')
const OTHER = page('公告', '系统维护', 'notice')
const texts = readTexts([REMAINS, SCHOOL, LIST, COOLING, CANCEL, OTHER])
const titles = (terms: string[][], asides: string[] = []): string[] =>
  ranked(texts, { terms, asides }).map(({ page: { title } }) => title)

test('the word in a title comes first, then in a question, then elsewhere', () => {
  expect(titles([['退保']])).toEqual([CANCEL.title, COOLING.title, SCHOOL.title, LIST.title])
})

test('a word that only means the same says less than the typed one', () => {
  const pages = readTexts([page('甲', '退保手续', 'guide'), page('乙', '取消手续', 'guide')])
  const first = (words: string[]): string | undefined => ranked(pages, { terms: [words], asides: [] })[0]?.page.title
  expect([first(['取消', '退保']), first(['退保', '取消'])]).toEqual(['乙', '甲'])
})

test('a page with all of the words comes before one with some, and says how many it has', () => {
  expect(ranked(texts, { terms: [['退保'], ['学校']], asides: [] })[0]).toEqual({ page: SCHOOL, has: 2 })
})

test('a word of a question tells one title from another', () => {
  expect(titles([['犹豫期'], ['退保']], ['多少'])[0]).toBe(COOLING.title)
  expect(titles([['退保']], ['多少'])[0]).toBe(CANCEL.title)
})

test('Latin words are found by their family, and two letters only as they are', () => {
  const english = readTexts([page('Cancel', 'Cancelling a policy', 'guide'), page('Error', 'ER visits', 'guide')])
  const found = (word: string): string[] =>
    ranked(english, { terms: [[word]], asides: [] }).map(({ page: { title } }) => title)
  expect(found('cancellation')).toEqual(['Cancel'])
  expect(found('er')).toEqual(['Error'])
  expect(found('po')).toEqual([])
})

test('nothing is found by no words, and in no pages', () => {
  expect(ranked(texts, { terms: [], asides: ['多少'] })).toEqual([])
  expect(ranked(readTexts([]), { terms: [['退保']], asides: [] })).toEqual([])
})
