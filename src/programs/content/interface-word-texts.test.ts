/** What a reader would see wrong in one text of the interface, and beside it what is right and looks like it. */
import { describe, expect, test } from 'vitest'
import { textProblems } from './interface-word-texts.ts'
import { typedForValue, valueDoubts } from './interface-word-values.ts'

const COMMON = new Set(['claims', 'policy', 'number', 'visa'])
const told = (lang: 'en' | 'cn', text: string, twin?: string): string[] =>
  textProblems({
    file: `${lang}/a.json`,
    namespace: 'a',
    line: () => 2,
    key: 'a.b',
    lang,
    text,
    twin,
    common: (it) => COMMON.has(it),
  }).map(({ line, field, code, message, example }) => `${line} ${field} ${code}: ${message} → ${example}`)

describe('a text in the other language', () => {
  const IN_ENGLISH =
    '2 a.b language: is in English, in the Chinese file. Write it in Chinese; words that must stay in English stand in quotation marks. → 用中文写的一句话。'
  const IN_CHINESE =
    '2 a.b language: is in Chinese, in the English file. Write it in English. → The sentence in English.'

  test.each<[string, string]>([
    ['Your answers are saved.', '您填写的内容已保存。'],
    ['Pay now', 'Pay now'],
    ['您的订单已关闭。\n\nYour answers are kept here.', 'Closed.\n\nYour answers are kept here.'],
    ['订单已关闭。We will write to you as soon as the refund has arrived.', 'Closed.'],
    ['Claims', '理赔'],
    ['<b>{{count}}</b> days left', '剩余{{count}}天'],
    ['{{count}} page', '{{count}} page'],
    ['nobody', 'nobody'],
    ['Claims', 'Claims'],
    ['Policy number', 'Policy number'],
    ['Claims: {{count}}', 'Claims: {{count}}'],
    ['Hand it over. The second page is in English.', '请递交。第2页是中文说明。'],
  ])('cn: %j', (text, twin) => {
    expect(told('cn', text, twin)).toEqual([IN_ENGLISH])
  })

  test.each<[string, string]>([
    ['您填写的内容已保存。', 'Your answers are saved.'],
    ['请递交。第2页是中文说明。', 'Hand it over. The second page is in English.'],
    ['理赔', 'Claims'],
    ['理赔', '理赔'],
    ['剩余{{count}}天', '剩余{{count}}天'],
    ['Closed.\n\n已填写的内容仍保留。', '已关闭。\n\n已填写的内容仍保留。'],
  ])('en: %j', (text, twin) => {
    expect(told('en', text, twin)).toEqual([IN_CHINESE])
  })

  test.each<['en' | 'cn', string, string]>([
    ['cn', 'Visa, Mastercard', 'Visa, Mastercard'],
    ['cn', 'iPhone', 'iPhone'],
    ['cn', 'Edge', 'Edge'],
    ['cn', 'VISA', 'VISA'],
    ['cn', 'J-1', 'J-1'],
    ['cn', '{{count}} km', '{{count}} km'],
    ['cn', '{{form}}{{number}}.pdf', '{{form}} {{number}}.pdf'],
    ['cn', '{{name}}，PDF，{{size}} KB', '{{name}}, PDF, {{size}} KB'],
    ['cn', '填写Form I-20', 'Fill in Form I-20'],
    ['cn', 'English', '中文'],
    ['cn', 'English', 'English'],
    ['cn', 'Read this in English', '阅读中文版'],
    ['en', '阅读中文版', 'Read this in English'],
    ['en', '中文', '中文'],
    ['en', 'The registration fee (挂号费)', '挂号费'],
    ['en', '{{count}} / {{all}}', '{{count}} / {{all}}'],
  ])('%s: %j is in its place', (lang, text, twin) => {
    expect(told(lang, text, twin)).toEqual([])
  })
})

describe('marks', () => {
  const BOLD =
    '2 a.b open_mark: has **, which is shown as stars: buttons, labels and messages have no bold words. → the words'
  test.each<[string, string[]]>([
    ['By <time>{{at}}', ['2 a.b open_mark: has <time>, which is not closed. → <time>words</time>']],
    ['By <at>{{at}}, <left>5 days</left>', ['2 a.b open_mark: has <at>, which is not closed. → <at>words</at>']],
    ['{{at}}</at> at the latest', ['2 a.b open_mark: has </at>, and no <at> before it. → <at>words</at>']],
    ['Read <terms>it</terms', ['2 a.b open_mark: has </terms without > after it. → </terms>']],
    [
      'Read <terms>it</term>',
      [
        '2 a.b open_mark: has </term>, and no <term> before it. → <term>words</term>',
        '2 a.b open_mark: has <terms>, which is not closed. → <terms>words</terms>',
      ],
    ],
    ['Pay by **Friday', [BOLD]],
    ['Pay by **Friday**', [BOLD]],
  ])('%j', (text, expected) => {
    expect(told('en', text)).toEqual(expected)
  })

  test.each(['By <at>{{at}}</at>, <b>{n}</b> left', 'Without < or >', 'a <5 and b > 2', '2 * 3 * 4'])(
    '%j is in its place',
    (text) => {
      expect(told('en', text)).toEqual([])
    },
  )
})

describe('notes to whoever writes', () => {
  test.each<['en' | 'cn', string, string]>([
    ['en', 'Fee: to be confirmed', 'to be confirmed'],
    ['cn', '费用xxx元', 'xxx'],
    ['cn', '费用（待补充）', '（待补充）'],
  ])('%s: %j', (lang, text, found) => {
    expect(told(lang, text)).toEqual([
      `2 a.b leftover: has “${found}”, which is a note to whoever writes, not for readers: write the words, or remove it. → the words themselves`,
    ])
  })

  test.each(['待确认', '待上传'])('%s is a state', (text) => {
    expect(told('cn', text)).toEqual([])
  })
})

describe('words that we do not use, and figures that one language has', () => {
  test.each<['en' | 'cn', string, string, string]>([
    ['en', 'Pay at the cashier', '去支付', 'says “cashier”'],
    ['en', 'Dear [NAME], pay now', '请支付', 'has “[NAME]”, which is a note'],
    ['en', 'See http://a.example/help', '请看帮助', 'begins with http://'],
    ['en', 'The best price!', '价格', 'says “best price”'],
    ['cn', '请补充文件', 'Add documents', 'says “补充文件”'],
    ['cn', '被盗请24小时内报案,并保留编号', 'Report theft within 24 hours', 'half-width punctuation'],
    ['cn', '被盗请24小时内报案', 'Report theft within 48 hours', 'says 24 here, and 48 in English'],
    ['cn', '请拨打12378', 'Call 12387', 'says 12378 here, and 12387 in English'],
    ['en', 'Closed on 31 November', '11月30日关闭', 'has “31 November”, which does not exist'],
    ['en', 'Valid for {{minutes}} hours', '{{minutes}}小时内有效', 'is a number of minutes, and hours stand behind it'],
    ['cn', '{{days}}小时内', 'Within {{days}} days', 'is a number of days, and hours stand behind it'],
    ['en', 'By {{until}} (London time)', '{{until}}（北京时间）前', 'is Beijing time in Chinese'],
    ['en', 'Until 00:00 on {{end}}', '至{{end}}24时', 'is the other end of the day in Chinese'],
    ['en', 'The premium is USD {{premium}}', '保费{{premium}}', 'names a currency'],
    ['cn', '保费{{premium}}元', 'The premium is {{premium}}', 'names a currency'],
    ['en', 'The account was closed or may have been', '账号可能已关闭。', 'does not end as a sentence'],
    ['cn', '如需帮助，请', 'If you need help, call us.', 'does not end as a sentence'],
    ['en', 'Call 400-800-1234', '请拨打电话', 'has “400-800-1234”, which is typed'],
    ['cn', '请登录youfang-pay.com/a支付', 'Pay now', 'youfang-pay.com'],
  ])('%s: %j is told', (lang, text, twin, why) => {
    expect(told(lang, text, twin).join()).toContain(why)
  })

  test.each<['en' | 'cn', string, string]>([
    ['cn', '限额1万元，自2026年3月2日0时起', 'Up to CNY 10,000, from 00:00 on 2 March 2026'],
    ['cn', '24小时可拨打', 'At any hour'],
    ['en', 'Cover from 00:00 on {{a}} to 24:00 on {{b}} (Beijing time)', '{{a}}0时至{{b}}24时（北京时间）'],
    ['en', 'Within {{minutes}} minutes', '{{minutes}}分钟内'],
    ['en', 'A number with its country code, for example +44 20 7946 0018', '带国家代码的号码，例如+44 20 7946 0018'],
    ['cn', '没有找到内容', 'Nothing was found.'],
    ['cn', '见细则第二十九条，共{{count}}份', 'Article 29, {{count}} documents'],
  ])('%s: %j is right', (lang, text, twin) => {
    expect(told(lang, text, twin)).toEqual([])
  })
})

test.each<[string, string, string, string[]]>([
  ['plans', 'a.b', ' Make  the link', ['has spaces at its ends, or two in a row. → Make the link']],
  ['messages', 'a.subject', 'One\nline', ['is a subject, which has one line. → One line']],
  ['messages', 'a.text', 'Two\nlines', []],
  ['messages', 'a.sms', 'Paid 🎉.', ['has a picture sign, which many phones show as a box. → the words alone']],
  [
    'messages',
    'a.sms',
    'Paid. '.repeat(60).trim(),
    ['has 359 characters: more than two parts of a text message, 306. → a shorter sentence'],
  ],
  ['messages', 'a.sms', 'Your claim is paid.', []],
])('the form of a text of %s, %s: %j', (namespace, key, text, expected) => {
  const word = {
    file: 'a.json',
    namespace,
    line: () => 1,
    key,
    lang: 'en',
    text,
    twin: undefined,
    common: () => false,
  } as const
  const found = textProblems(word).filter(({ code }) => code === 'form_of_word')
  expect(found.map(({ message, example }) => `${message} → ${example}`)).toEqual(expected)
})

test('a number for every number, and one for the value that the message is given', () => {
  const word = { file: 'a.json', line: () => 1, key: 'errors_other', lang: 'en', twin: undefined } as const
  expect(valueDoubts({ ...word, text: 'Correct 3 fields' }).map(({ example }) => example)).toEqual(['{{count}}'])
  expect(valueDoubts({ ...word, text: 'Correct {{count}} fields' })).toEqual([])
  const typed = (text: string): string[] => {
    const words = new Map([
      ['a.sms', { text: 'Expires in {{days}} days.', path: [] }],
      ['a.text', { text, path: [] }],
    ])
    return typedForValue({ file: 'a.json', words, lineOf: () => 1 }).map(({ field }) => field)
  }
  expect(typed('Expires in 3 days.')).toEqual(['a.text'])
  expect(typed('Expires soon, in 3 hours.')).toEqual([])
})

describe('slips of the hand', () => {
  test.each<['en' | 'cn', string, string | undefined, string]>([
    ['en', 'Your paymnet has arrived.', undefined, 'has “paymnet”, which is misspelt. → payment'],
    ['en', 'Signed in。', undefined, 'has “n。”, which has a full-width mark'],
    ['cn', '您的帐号', undefined, 'has “帐号”, which is misspelt. → 账号'],
    ['cn', '登陆后继续', undefined, 'has “登陆”, which is what a storm does'],
    ['cn', '就近的醫院', undefined, 'has “醫”, which is a traditional character'],
    ['en', 'It is valid for {{days}} and for you alone.', undefined, 'has “{{days}}”, which is a bare number'],
    [
      'en',
      'Until {{until}}, Beijing time.',
      '{{until}}前。',
      'has “Beijing time”, which the Chinese text does not say',
    ],
    ['en', 'Answered by {{by, dealine}}.', undefined, 'has “dealine”, which is no form of a value. → deadline'],
    ['en', 'See https://www.youfang.example/claims.', undefined, 'is typed, so it stays when it changes'],
  ])('%s: %s', (lang, text, twin, why) => {
    expect(told(lang, text, twin)).toContainEqual(expect.stringContaining(why))
  })
})

const MESSAGE = {
  file: 'cn/messages.json',
  namespace: 'messages',
  line: () => 2,
  lang: 'cn',
  twin: undefined,
  common: () => false,
} as const

test('a mark behind an address, which phones take for a part of it', () => {
  const said = (text: string): string[] =>
    textProblems({ ...MESSAGE, key: 'a.sms', text }).map(({ message, example }) => `${message} → ${example}`)
  expect(said('赔款计算书：{{url}}。')).toEqual([expect.stringMatching(/^has {{url}}。, .* → {{url}}$/)])
  expect(said('赔款计算书：{{url}}')).toEqual([])
  expect(said('赔款计算书：\n{{url}}\n谢谢')).toEqual([])
})

test('a character that no typeface of the documents has is named in the words that they print', () => {
  const said = (namespace: string): string[] =>
    textProblems({
      file: 'cn/a.json',
      namespace,
      line: () => 2,
      key: 'a.b',
      lang: 'cn',
      text: '保单✔，林语桐😀',
      twin: 'Policy ✔, Lin Yutong 😀',
      common: () => false,
    }).map(({ line, code, message }) => `${line} ${code}: ${message}`)
  for (const namespace of ['policydocuments', 'claimdocuments', 'bankaccount'])
    expect(said(namespace)).toEqual([
      '2 slip: has “😀”, which is a picture sign: this site writes words.',
      expect.stringMatching(/^2 unprintable: has “✔”, which is a character that none .* Write it in words\.$/),
    ])
  expect(said('home')).toHaveLength(1)
})
