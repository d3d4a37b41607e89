/** Limits that are typed as a number, in one language or in both. */
import { describe, expect, test } from 'vitest'
import { readTree } from './content-files.ts'
import { markdownFilesOf, type MarkdownFile } from './markdown-blocks.ts'
import { typedLimitDoubts } from './number-for-placeholder.ts'
import { numbersInBothLanguages } from './number-in-both-languages.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'

const HEAD = '---\ntitle: "A"\n---\n'
const filesOf = (texts: Record<string, string>): MarkdownFile[] =>
  markdownFilesOf({ root: 'content', files: new Map(Object.entries(texts)) })

describe('a limit that one language names and the other has as a number', () => {
  const days = LIMITS.decisionDays
  const NAMED = '{{limits.decisionDays}}'
  const told = (en: string, cn: string): string[] =>
    typedLimitDoubts(filesOf({ 'faq/cn/a.md': HEAD + cn, 'faq/en/a.md': HEAD + en })).map(
      ({ file, line, field, example }) => `${file}:${line} ${field} → ${example}`,
    )
  test.each<[string, string, string[]]>([
    [`Within ${days} days.`, `${NAMED}日内。`, [`content/faq/en/a.md:4 ${days} → ${NAMED}`]],
    [`One.\n\n- In ${NAMED} days.`, `一。\n\n- ${days}个工作日内。`, [`content/faq/cn/a.md:6 ${days} → ${NAMED}`]],
    [`Within ${days} days.`, `${days}日内。`, []],
    [`Within ${NAMED} days, and ${days} pages.`, `${NAMED}日内，${days}页。`, []],
    [`Within 1${days} days, ${days}.5.`, `${NAMED}日内。`, []],
    [`Within ${days} days.\n\nTwo.`, `${NAMED}日内。`, []],
  ])('%j and %j', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })

  test('fields are compared too', () => {
    const field = (words: string): string => `---\nanswer: "${words}"\n---\n`
    const files = { 'faq/cn/a.md': field(`${days}日内。`), 'faq/en/a.md': field(`In ${NAMED} days.`) }
    expect(typedLimitDoubts(filesOf(files)).map(({ file, line }) => `${file}:${line}`)).toEqual([
      'content/faq/cn/a.md:2',
    ])
  })
})

describe('a limit that both languages have as a number, and texts about the same thing by its name', () => {
  const { files } = readTree('content')
  const told = (en: string, cn: string, path = 'faq'): string[] =>
    numbersInBothLanguages(
      markdownFilesOf({
        root: 'content',
        files: new Map([...files, [`${path}/en/zz.md`, HEAD + en], [`${path}/cn/zz.md`, HEAD + cn]]),
      }),
    ).map(({ file, line, field, example }) => `${file}:${line} ${field} → ${example}`)

  test.each<[string, string, string, string, keyof typeof LIMITS]>([
    ['The insurer decides within 5 days.', '保险公司5天内作出决定。', '5 days', '5天', 'decisionDays'],
    ['Your claim is decided in five days.', '理赔五日内作出结果。', 'five days', '五日', 'decisionDays'],
    ['Your order waits 90 minutes for payment.', '订单等待付款90分钟。', '90 minutes', '90分钟', 'orderMinutes'],
    ['You have 60 days to ask for a review.', '60天内可以申请复核。', '60 days', '60天', 'appealDays'],
    [
      'Your own translation is enough below CNY 5,000.',
      '5000元以下的，本人翻译即可。',
      'CNY 5,000',
      '5000元',
      'ownTranslationBelow',
    ],
  ])('%s', (en, cn, typed, typedCn, name) => {
    expect(told(en, cn)).toEqual([
      `content/faq/en/zz.md:4 ${typed} → {{limits.${name}}}`,
      `content/faq/cn/zz.md:4 ${typedCn} → {{limits.${name}}}`,
    ])
  })

  test('another thing that takes as long, one language alone, terms, and the content as it is', () => {
    const others = [
      ['The office is closed for 7 days.', '办公室休息7天。'],
      ['The bank needs five days for the payment.', '该银行付款需要五天。'],
      ['A taxi costs CNY 1,000.', '打车要1000元。'],
      ['The help line answers 24 hours a day.', '救援热线24小时接听。'],
      ['We decide within 5 days.', '我们很快作出决定。'],
    ] as const
    expect(told(others.map(([en]) => en).join('\n\n'), others.map(([, cn]) => cn).join('\n\n'))).toEqual([])
    expect(told('We decide within 5 days.', '我们5天内作出决定。', 'clauses')).toEqual([])
  })
})
