/** One thing has one name: applies the table of terms in `docs/editing.md` to interface words and content. */
import { describe, expect, test } from 'vitest'
import { readTree } from '../../src/app/content/check/content-files.ts'
import { toneProblems } from '../../src/app/content/check/writing-style.ts'
import { brokenTerms, mayBreakTerms, readTerms, readTermTable } from '../../src/app/content/term-list.ts'
import { plain } from '../../src/app/content/typography.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { rule, type Rule } from './rule.ts'
import { readWords, type Words } from './words.ts'

const row = (cells: string): string =>
  `\n## Terms\n\n| concept | English | Chinese | never | except |\n|---|---|---|---|---|\n${cells}`

rule('each row of the table of terms rules something out', {
  of: readTerms,
  faults: (terms) => terms.filter(({ never }) => never.length === 0).map(({ concept }) => concept),
  looksAt: (terms) => terms.map(({ concept }) => concept),
  among: ['code that proves who signs in', 'code that proves a document genuine'],
  atLeast: 88,
  seeds: {
    'a row that rules nothing out': [readTermTable(row('| money | amount | 金额 | | sum insured |\n')), 'money'],
  },
})

type Interface = Readonly<Record<Lang, Words>>
const readInterface = (): Interface => ({ en: readWords('en'), cn: readWords('cn') })
const keysOf = (words: Interface): string[] =>
  LANGS.flatMap((lang) => [...words[lang].keys()].map((key) => `${lang} ${key}`))
const said = (lang: Lang, text: string, key = 'home:title'): Interface => ({
  en: new Map(),
  cn: new Map(),
  [lang]: new Map([[key, text]]),
})
const wrong = (lang: Lang, lines: readonly string[]): Rule<Interface>['seeds'] =>
  Object.fromEntries(lines.map((line) => [line, [said(lang, line), `${lang} home:title: `]]))
const right = (lang: Lang, lines: readonly string[]): Record<string, Interface> =>
  Object.fromEntries(lines.map((line) => [line, said(lang, line)]))

rule('no word of the interface breaks the table', {
  of: readInterface,
  faults: (words) =>
    LANGS.flatMap((lang) =>
      [...words[lang]].flatMap(([where, text]) =>
        brokenTerms(plain(text), lang, where).map(({ found, concept }) => `${lang} ${where}: ${found} (${concept})`),
      ),
    ),
  looksAt: keysOf,
  among: ['en policydocuments:subject', 'cn policydocuments:subject', 'cn messages:login_code.subject'],
  atLeast: 4000,
  seeds: {
    ...wrong('cn', [
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
      '首日0时至末日24时',
      '可理算金额',
      '差额谁都不用付',
      '如果不是您本人操作',
      '如非您本人操作，请致电0',
      '救护车单独出账',
      '要求覆盖整个停留期',
      '缺少的材料一次说全',
      '还在等您补件',
      '理赔记录',
      '仅限内地账户',
      '错一个字都可能影响理赔',
      '刷卡小票不能代替发票',
      '有2处需要更正',
      '此前突然发作的，最高赔付10万元',
      // What a document carries is 防伪码.
      '保险卡印有验证码',
      '凭文件上的验证码，任何人都可以核对真伪',
      '验证码为12位字母和数字',
      '查无此验证码',
      '款项按原支付方式退回',
      '提供给境外救援公司',
      '在{{url}}输入验证码{{code}}，可查看',
      '5日内给出结果',
      '待补件',
    ]),
    ...wrong('en', [
      'Upload your papers',
      'The insurance period',
      'We guarantee cover',
      'Done!',
      'Kindly wait',
      'cash value',
      'Organize it',
      'The sum is paid',
      'The money goes back to your card',
      'In danger, call an ambulance first',
      'You have borne 300 so far',
      '2 things to put right',
      'Change the title',
      'The payment came too late',
      'There is no cover from it',
      'Follow the claim:',
      '¥500,000',
      'Buy the next term',
    ]),
  },
  sound: {
    ...right('cn', [
      '最多9张',
      '第一步',
      '被保险人',
      '文件大小不超过15MB',
      '文件没有内容',
      '本产品不自动续保',
      '最近30天',
      '一样',
      '验证码为6位数字',
      '凭验证码下载',
      '输入验证码后注销',
      '请发邮件至0',
      '填写信息',
      '往来信函',
      '如非本人操作',
      '自3月2日起等您补件',
      '逐项列出账单金额',
      '中国内地账户',
      '港澳居民来往内地通行证',
      '没有覆盖您的内容',
    ]),
    ...right('en', [
      'A guarantee of payment',
      'Renewal is not guaranteed',
      'Refund value (cash value)',
      '![map](/map.png)',
      'There are no hidden discounts',
      'A summary',
      'Go back to the order',
      'Someone is in danger, or badly hurt',
      'Change the billing name',
      'CNY 500,000',
      'Two weeks into the next school term',
    ]),
  },
})

const text = (path: string, line: string) => ({ root: 'content', files: new Map([[path, line]]) })

rule('no line of the content breaks the table', {
  of: () => readTree('content'),
  faults: (tree) => toneProblems(tree).map(({ file, line, message }) => `${file}:${line} ${message}`),
  looksAt: ({ files }) => files.keys(),
  among: ['faq/en/emergency.md', 'faq/cn/emergency.md', 'purchase/cn/health.md', 'legal/cn/privacy.md'],
  atLeast: 300,
  seeds: {
    'a Chinese line': [
      text('faq/cn/a.md', '---\ntitle: 保单\n---\n\n- 您的保险政策\n'),
      'content/faq/cn/a.md:5 says “保险政策”',
    ],
    'an English line': [text('faq/en/a.md', '---\ntitle: Papers\n---\n'), 'content/faq/en/a.md:2 says “Papers”'],
    'a line of a plan': [
      text('plans/a.yaml', 'name: Cover\nname_cn: 被保人\n'),
      'content/plans/a.yaml:2 says “被保人”',
    ],
    'a comma of the other width': [
      text('faq/cn/a.md', '保单,条款\n'),
      'content/faq/cn/a.md:1 has half-width punctuation',
    ],
  },
  sound: { 'an earlier version, which people agreed to': text('legal/cn/privacy-2025-01.md', '您的保险政策\n') },
})

/** Words that documents are printed with, and (`policies`) those of the page where they are checked. */
const PRINTED = ['policydocuments', 'claimdocuments', 'lettersandforms', 'groupreceipt', 'tuitionreceipt', 'policies']
const printed = (words: Words): [key: string, text: string][] =>
  [...words].filter(([key]) => PRINTED.includes(key.split(':')[0] ?? ''))

rule('验证码 is sent and never printed: no word of documents and their check says it', {
  of: () => readWords('cn'),
  faults: (words) =>
    printed(words)
      .filter(([, line]) => line.includes('验证码'))
      .map(([key, line]) => `${key}: ${line}`),
  looksAt: (words) =>
    printed(words).flatMap(([key, line]) => [key.split(':')[0] ?? '', line.includes('防伪码') ? key : '']),
  among: ['policydocuments:check.how', 'policies:verify.label', ...PRINTED],
  seeds: {
    'a document': [new Map([['policydocuments:check.how', '在0输入验证码']]), 'policydocuments:check.how: '],
    'a receipt': [new Map([['groupreceipt:code', '凭验证码核对']]), 'groupreceipt:code: '],
    'the check of documents': [new Map([['policies:verify.label', '验证码']]), 'policies:verify.label: '],
  },
  sound: { 'the code that signs in': new Map([['session:code', '验证码']]) },
})

describe('how a row of the table is read', () => {
  const terms = readTermTable(
    row(
      '| money | amount | 金额 | sum; 款额 | sum insured; no…sum; search:same; `content/legal` |\n| items | items | 项 | #样; ^亲，; organiz* | |\n',
    ),
  )
  const found = (line: string, where = 'home:title'): number =>
    brokenTerms(line, /\p{Script=Han}/u.test(line) ? 'cn' : 'en', where, terms).length

  test.each(['The Sum is paid', 'The sum insured and the sum', '款额不变', '还有3样', '亲，您好', 'Organized'])(
    '%s',
    (line) => {
      expect(found(line)).toBe(1)
    },
  )
  test.each(['The sum insured', 'There is no such sum', 'zero-sum', '金额不变', '母亲，您好'])(
    'but %s is right',
    (line) => {
      expect(found(line)).toBe(0)
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
