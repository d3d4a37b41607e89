import { expect, test } from 'vitest'
import { ranked } from './ranking.ts'

const page = (title: string, content: string, kind: string) => ({ content, filters: { kind: [kind] }, meta: { title } })
const REMAINS = page('身故与遗体送返', '《取消外国公文书认证要求的公约》', 'guide')
const SCHOOL = page('学校统一缴费', '学校可以取消名单，退保由投保人办理。', 'page')
const COOLING = page('什么是犹豫期？', '犹豫期内退保，退还全部保费。', 'question')
const CANCEL = page('怎么退保，退多少？', '在我的保单中办理。', 'question')
const LIST = page('医院名单', '退保', 'hospital')

test('the word in a title comes first, then in a question, then elsewhere, then a word that only means the same', () => {
  const asked = { typed: ['退保'], asides: [], terms: [['退保', '取消']] }
  expect(ranked([REMAINS, SCHOOL, LIST, COOLING, CANCEL], asked, 1)).toEqual([CANCEL, COOLING, SCHOOL, LIST, REMAINS])
})

test('pages with fewer of the words than asked for are left out', () => {
  const asked = { typed: ['退保', '学校'], asides: [], terms: [['退保'], ['学校']] }
  expect(ranked([COOLING, SCHOOL], asked, 2)).toEqual([SCHOOL])
  expect(ranked([COOLING, SCHOOL], asked, 1)).toEqual([SCHOOL, COOLING])
})
