/** One thing has one name: applies the table of terms in `docs/editing.md` to interface words and content. */
import { describe, expect, test } from 'vitest'
import { readTree } from '../../src/app/content/check/content-files.ts'
import { toneProblems } from '../../src/app/content/check/writing-style.ts'
import { brokenTerms, mayBreakTerms, readTerms, readTermTable } from '../../src/app/content/term-list.ts'
import { plain } from '../../src/app/content/typography.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { readWords } from './words.ts'

describe('terms', () => {
  test('the table is read, and each row rules something out', () => {
    expect(readTerms().length).toBeGreaterThan(70)
    expect(
      readTerms()
        .filter(({ never }) => never.length === 0)
        .map(({ concept }) => concept),
    ).toEqual([])
  })

  test.each(LANGS)('no word of the interface breaks the table: %s', (lang) => {
    const words = [...readWords(lang)]
    expect(words.length).toBeGreaterThan(2000)
    expect(
      words.flatMap(([where, text]) =>
        brokenTerms(plain(text), lang, where).map(({ found, concept }) => `${where}: ${found} (${concept})`),
      ),
    ).toEqual([])
  })

  test('no line of the content breaks it', () => {
    expect(toneProblems(readTree('content')).map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([])
  })

  test.each([
    '您的保险政策',
    '扣除额为300元',
    '被保人',
    '请补充文件',
    '支持自动续保',
    '全网最便宜',
    '第一时间赔付',
    '恭喜您！',
    '请写信至0',
    '请致电或来信',
    '安心无忧',
    '还有3样',
  ])('%s is found', (line) => {
    expect(brokenTerms(plain(line), 'cn')).toHaveLength(1)
  })
  test.each([
    '保险卡印有验证码',
    '凭文件上的验证码，任何人都可以核对真伪',
    '验证码为12位字母和数字',
    '查无此验证码',
    '在0输入验证码0，可查看',
  ])('%s is found: what a document carries is 防伪码', (line) => {
    expect(brokenTerms(plain(line), 'cn')).toHaveLength(1)
  })
  test('验证码 is sent and never printed: no word of documents and their check says it', () => {
    const printed = [...readWords('cn')].filter(([key]) => /^(policies|documents):/.test(key))
    expect(printed.some(([, text]) => text.includes('防伪码'))).toBe(true)
    expect(printed.filter(([, text]) => text.includes('验证码'))).toEqual([])
  })
  test.each([
    '最多9张',
    '第一步',
    '被保险人',
    '文件大小不超过15MB',
    '该文件没有内容',
    '本产品不自动续保',
    '最近30天',
    '一样',
    '验证码为6位数字',
    '凭验证码下载',
    '输入验证码后注销',
    '请发邮件至0',
    '填写信息',
    '往来信函',
  ])('but %s is right', (line) => {
    expect(brokenTerms(plain(line), 'cn')).toEqual([])
  })
  test.each([
    'Upload your papers',
    'The insurance period',
    'We guarantee cover',
    'Done!',
    'Kindly wait',
    'cash value',
    'Organize it',
    'The sum is paid',
  ])('%s is found', (line) => {
    expect(brokenTerms(plain(line), 'en')).toHaveLength(1)
  })
  test.each([
    'A guarantee of payment',
    'Renewal is not guaranteed',
    'Refund value (cash value)',
    '![map](/map.png)',
    'There are no hidden discounts',
    'A summary',
  ])('but %s is right', (line) => {
    expect(brokenTerms(plain(line), 'en')).toEqual([])
  })
})

describe('how a row is read', () => {
  const terms = readTermTable(
    '\n## Terms\n\n| concept | English | Chinese | never | except |\n|---|---|---|---|---|\n| money | amount | 金额 | sum; 款额 | sum insured; no…sum; search:same; `content/legal` |\n| items | items | 项 | #样; ^亲，; organiz* | |\n',
  )
  const found = (text: string, where = 'home:title'): number =>
    brokenTerms(text, /\p{Script=Han}/u.test(text) ? 'cn' : 'en', where, terms).length

  test.each(['The Sum is paid', 'The sum insured and the sum', '款额不变', '还有3样', '亲，您好', 'Organized'])(
    '%s',
    (text) => {
      expect(found(text)).toBe(1)
    },
  )
  test.each(['The sum insured', 'There is no such sum', 'zero-sum', '金额不变', '母亲，您好'])(
    'but %s is right',
    (text) => {
      expect(found(text)).toBe(0)
    },
  )
  test('places that a row does not hold for', () => {
    expect([
      found('sum', 'search:same'),
      found('sum', 'content/legal/en/about.md'),
      found('sum', 'content/faq/en/x.md'),
    ]).toEqual([0, 0, 1])
  })
  test('one look at a whole text finds what the look at a line finds', () => {
    expect([
      mayBreakTerms('a\nThe sum', 'en', terms),
      mayBreakTerms('a\n亲，', 'cn', terms),
      mayBreakTerms('a summary', 'en', terms),
    ]).toEqual([true, true, false])
  })
})
