/** What a page would show wrong, or not at all; each kind once, and beside it what is right and looks like it. */
import { describe, expect, test } from 'vitest'
import { emptyPartProblems } from './empty-parts.ts'
import { foreignWords, languageProblems, yamlLanguageProblems } from './language-of-text.ts'
import { leftoverInWords, leftoverProblems } from './leftovers.ts'
import { markdownFilesOf, type MarkdownFile } from './markdown-blocks.ts'
import { siteValueProblems } from './site-values.ts'
import { twinBlockProblems } from './twin-blocks.ts'
import { typedMarkProblems } from './typed-marks.ts'
import { SITE } from '../../../lib/site.ts'

const HEAD = '---\ntitle: "A"\n---\n'
const filesOf = (texts: Record<string, string>): MarkdownFile[] =>
  markdownFilesOf({ root: 'content', files: new Map(Object.entries(texts)) })
const textOf = (body: string, path = 'notices/en/a.md'): MarkdownFile => {
  const [text] = filesOf({ [path]: HEAD + body })
  if (!text) throw new Error(path)
  return text
}

describe('marks that would be shown as typed', () => {
  test.each<[string, string[]]>([
    ['**open', ['4: **open → **open**']],
    ['** spaced **', ['4: ** spaced → **spaced**']],
    ['**bold** and `**code**`', []],
    ['5 * 4 ** 2', ['4: ** 2 → **2**']],
    ['See [here] (/notice).', ['4: [here] (/notice) → [here](/notice)']],
    ['A list [of two] (or three).', []],
    ['• one\n• two', ['4: • one → - one']],
    ['text • text', []],
    ['1、甲\n2、乙', ['4: 1、甲 → 1. 甲']],
    ['144、112', []],
    ['1. One\n2. Two', []],
    ['｜A｜B｜', ['4: ｜A｜B｜ → | A | B |']],
    ['| A | B |\n| 1 | 2 |', ['4: | A | B | → | --- | --- |']],
    ['| A |\n| --- |\n| 1 |', []],
    ['| A | B |\n| --- | --- |\n| 1 | 2 | 3 |', ['6: | 1 | 2 | 3 | → | 1 | 2 |']],
    ['| A | B |\n| --- | --- |\n| 1 |', ['6: | 1 | → | 1 | |']],
    ['| A | B |\n| --- | --- |\n| 1 | |', []],
    ['Text.\n\n    four spaces', ['6: four spaces → four spaces']],
    ['- item\n\n    its second paragraph', []],
  ])('%j', (body, expected) => {
    expect(typedMarkProblems(textOf(body)).map(({ line, field, example }) => `${line}: ${field} → ${example}`)).toEqual(
      expected,
    )
  })
})

describe('parts without words', () => {
  test.each<[string, string[]]>([
    ['', ['4: text']],
    ['## A\n\nText.', []],
    ['##\n\nText.', ['4: ##']],
    ['## A\n\n## B\n\nText.', ['4: A']],
    ['## A\n\n### B\n\nText.\n\n## C', ['10: C']],
  ])('%j', (body, expected) => {
    expect(emptyPartProblems(textOf(body)).map(({ line, field }) => `${line}: ${field}`)).toEqual(expected)
  })

  test('policy terms have chapters without words, and a form may be fields alone', () => {
    expect(emptyPartProblems(textOf('# 1 A\n\n# 2 B', 'clauses/en/a.md'))).toEqual([])
    expect(emptyPartProblems(textOf('', 'purchase/en/a.md'))).toEqual([])
  })
})

describe('a text in the other language', () => {
  test.each([
    ['The whole text is still English.', 'cn'],
    ['What changes for you', 'cn'],
    ['系统升级。We will be back as soon as the work is done on Sunday.', 'cn'],
    ['系统将于夜间维护，期间无法登录。', 'en'],
  ] as const)('%s', (text, lang) => {
    expect(foreignWords(text, lang)).not.toBe('')
  })

  test.each([
    ['Massachusetts General Hospital', 'cn'],
    ['填写Form I-20、DS-2019。', 'cn'],
    ['问“Do you bulk bill my OSHC, or is there a gap to pay for me?”', 'cn'],
    ['{{site.phone}} {{site.email}} {{site.hours}} {{site.name}}', 'cn'],
    ['https://www.gov.uk/visas-and-immigration/how-to-apply', 'cn'],
    ['The front desk says 挂号费 and means the registration fee.', 'en'],
    ['医療費', 'en'],
  ] as const)('%s is in its place', (text, lang) => {
    expect(foreignWords(text, lang)).toBe('')
  })

  test('a cell holds a name of several words; fields are read too', () => {
    expect(foreignWords('What is left to pay', 'cn', 'cell')).toBe('')
    const [text] = filesOf({
      'notices/cn/a.md': '---\ntitle: "What changes for you"\nrelated: [a, b, c, d]\n---\n字。',
    })
    expect(text && languageProblems(text).map(({ line, field }) => `${line}: ${field}`)).toEqual(['2: title'])
  })

  test('a field is read whatever its form: an item, a folded text, one of several in a line', () => {
    const head = [
      'know:',
      '  - "What changes for you"',
      '  - 需要知道的',
      '  - copy_of_claim_form',
      'summary: >',
      '  The whole text',
      '  is still English.',
      'tiers:',
      '  silver: { name: 银, who: "Students who stay for a year" }',
    ].join('\n')
    const [text] = filesOf({ 'plans/cn/a.md': `---\n${head}\n---\n字。` })
    expect(text && languageProblems(text).map(({ line, field }) => `${line}: ${field}`)).toEqual([
      '3: know.0',
      '6: summary',
      '10: tiers.silver.who',
    ])
  })

  test('so are files with both languages, and the letters', () => {
    const files = {
      'hospitals/jp.yaml':
        'name: { en: Japan, cn: 日本 }\nnote:\n  en: 叫救护车和火警拨119\n  cn: "Call 119 for an ambulance."\n',
      'insurers/a.yaml':
        'address: { en: 北京市西城区示例路, cn: 北京 }\ncompany: { en: A, cn: Charles River College }\n',
      'schools/a.yaml': 'name: { en: 湖岸州立大学, cn: Lakeshore State University of the North }\n',
      'letters/cn.yaml': 'invoice:\n  items:\n    - 姓名\n    - The name of the patient\n',
      'letters/en.yaml': 'invoice:\n  items: [Name, 患者的姓名]\n',
      'versions.yaml': 'legal:\n  cn: 1abc2def3abc\n  en: 甲乙丙丁\n',
      'letters/ja.yaml': 'invoice:\n  items: [患者の氏名および生年月日]\n',
    }
    const found = yamlLanguageProblems({ root: 'content', files: new Map(Object.entries(files)) })
    expect(found.map(({ file, line, field }) => `${file.slice(8)}:${line} ${field}`)).toEqual([
      'hospitals/jp.yaml:3 note.en',
      'hospitals/jp.yaml:4 note.cn',
      'insurers/a.yaml:1 address.en',
      'schools/a.yaml:1 name.en',
      'schools/a.yaml:1 name.cn',
      'letters/cn.yaml:4 invoice.items.1',
      'letters/en.yaml:2 invoice.items.1',
    ])
  })
})

describe('twins with different parts', () => {
  const told = (en: string, cn: string, folder = 'notices'): string[] =>
    twinBlockProblems(filesOf({ [`${folder}/cn/a.md`]: HEAD + cn, [`${folder}/en/a.md`]: HEAD + en })).map(
      ({ file, line, code }) => `${file}:${line} ${code}`,
    )
  test.each<[string, string, string[]]>([
    ['One.\n\nTwo.', '一。', ['content/notices/cn/a.md:4 twin_blocks']],
    ['## A\n\nOne.', '## 甲\n\n一。\n\n二。', ['content/notices/en/a.md:4 twin_blocks']],
    ['- a\n- b', '- 甲', ['content/notices/cn/a.md:4 twin_blocks']],
    ['| A |\n| --- |\n| 1 |', '| 甲 |\n| --- |\n| 1 |\n| 2 |', ['content/notices/en/a.md:4 twin_blocks']],
    ['Within {{limits.a}} days.', '几日内。', ['content/notices/cn/a.md:4 twin_figures']],
    ['{{insurer}} pays {{limits.a}}.', '赔付{{limits.a}}。', []],
    ['## A\n\nOne.', '一。\n\n二。', []],
  ])('%j and %j', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })

  test.each<[string, string, string[]]>([
    ['Within {{limits.a}} days.', '请在日内报案。', ['content/faq/cn/a.md:2 {{limits.a}}']],
  ])('fields %j and %j', (...answers) => {
    const [en = '', cn = ''] = answers.slice(0, 2).map((it) => `---\nanswer: "${String(it)}"\n---\n`)
    const found = twinBlockProblems(filesOf({ 'faq/cn/a.md': cn, 'faq/en/a.md': en }))
    expect(found.map(({ file, line, example }) => `${file}:${line} ${example}`)).toEqual(answers[2])
  })

  test('texts with a check of their own are left to it', () => {
    expect(told('One.\n\nTwo.', '一。', 'purchase')).toEqual([])
  })
})

describe('what no language has', () => {
  const told = (line: string): string[] =>
    leftoverProblems({ root: 'content', files: new Map([['faq/en/a.md', `a\n${line}\n`]]) }).map(
      ({ line: at, code, example }) => `${at} ${code} → ${example}`,
    )
  test.each<[string, string]>([
    ['<<<<<<< HEAD', '2 conflict → the version that is right, once'],
    ['>>>>>>> other', '2 conflict → the version that is right, once'],
    ['=======', '2 conflict → the version that is right, once'],
    ['======= ', '2 conflict → the version that is right, once'],
    ['Itâ€™s fine', '2 garbled → It’s'],
    ['CafÃ© open', '2 garbled → Café'],
    ['F?r Ihre Hilfe', '2 garbled → Für'],
    ['ä¸­æ–‡', '2 garbled → 中文'],
    ['你好锟斤拷', '2 garbled → the words, typed again'],
    [['TO', 'DO ask'].join(''), '2 leftover → the words themselves'],
    [['Lorem ', 'ipsum dolor'].join(''), '2 leftover → the words themselves'],
    ['金额：待补充。', '2 leftover → the words themselves'],
    ['【待定】', '2 leftover → the words themselves'],
    ['热线照常开放（待领导确认）。', '2 leftover → the words themselves'],
    ['以上请法务审核。', '2 leftover → the words themselves'],
    ['We close early (for approval).', '2 leftover → the words themselves'],
    ['Hi Anna, please put this online.', '2 leftover → the words themselves'],
    ['麻烦今天上线', '2 leftover → the words themselves'],
    ['We close. Commented [LZ1]: sure?', '2 leftover → the words alone'],
    ['批注 [LZ1]：是否', '2 leftover → the words alone'],
    ['On Mon, 23 Nov 2026 at 10:12, Li Wei wrote:', '2 leftover → the words alone'],
    ['李伟写道：', '2 leftover → the words alone'],
    ['李娜10:32：节日期间照常', '2 leftover → the words alone'],
    ['照常开放[微笑]', '2 leftover → the words alone'],
    ...[
      'Fee: to be confirmed',
      '- To be confirmed.',
      '| Fee | to be confirmed |',
      'Paid within 30 days (to be confirmed by the insurer).',
      'The fee (still to be added)',
      'Price to be confirmed.',
      'Pay xxx yuan',
      '费用xxx元',
      'tbd',
      '费用：待定',
      'fee: "待定"',
      '| 费用 | 待定 |',
      '待确认：金额',
      '金额后续补充。',
      '（后续补充）',
      '详情，后续补充',
      '说明稍后补充。',
    ].map((line): [string, string] => [line, '2 leftover → the words themselves']),
  ])('%s', (line, expected) => {
    expect(told(line)).toEqual([expected])
  })

  test('the note itself is named', () => {
    const files = new Map([['faq/en/a.md', '| Fee | to be confirmed |\n费用：待定']])
    expect(leftoverProblems({ root: 'content', files }).map(({ field }) => field)).toEqual(['to be confirmed', '待定'])
  })

  test('the interface shows the same words as the state of something', () => {
    expect(['待确认', '（待填写）', '状态：待定'].map((text) => leftoverInWords(text))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(['Pay\n\nxxx', '（待补充）', 'Itâ€™s'].map((text) => leftoverInWords(text)?.code)).toEqual([
      'leftover',
      'leftover',
      'garbled',
    ])
  })

  test('an earlier version of a legal text stays as people agreed to it', () => {
    const line = 'As the law demands (to be confirmed by the operator’s counsel).'
    const of = (path: string): number => leftoverProblems({ root: 'content', files: new Map([[path, line]]) }).length
    expect([of('legal/en/privacy-1-1.md'), of('legal/en/privacy.md')]).toEqual([0, 1])
  })

  test.each([
    'Your appointment has to be confirmed by phone.',
    'The date still needs to be confirmed.',
    'A copy (to be completed by your doctor)',
    'title: Part A. To be completed by the student',
    'Add your school (to be confirmed by your adviser).',
    'exchange rates of 138xxxx1234',
    '开学日期待定的，请先选最早的日期。',
    '恢复时间待定。',
    '材料可在后续补充。',
    '如需后续补充材料，我们会通知您。',
    '等待确认。',
    '等待补充材料的时间不计入。',
    'Château, façade, Ångström',
    '> quoted',
    'toDo',
    '> > > nested',
    '======',
    '========',
    'a ======= b',
  ])('%s is in its place', (line) => {
    expect(told(line)).toEqual([])
  })
})

describe('what the site knows of the operator, typed', () => {
  const { phone, email, complaintsEmail } = SITE.en
  const local = phone.split(' ').slice(2).join('')
  const told = (line: string, path = 'faq/cn/a.md'): string[] =>
    siteValueProblems({ root: 'content', files: new Map([[path, `a\n${line}\n`]]) }).map(
      ({ line: at, field, example }) => `${at} ${field} → ${example}`,
    )
  test.each<[string, string[]]>([
    [`Call ${phone}.`, [`2 ${phone} → {{site.phone}}`]],
    [`拨打021-${local}。`, [`2 021-${local} → {{site.phone}}`]],
    [`0086（21）${local}`, [`2 0086（21）${local} → {{site.phone}}`]],
    [`[write](mailto:${email})`, [`2 ${email} → {{site.email}}`]],
    [
      `${complaintsEmail.toUpperCase()}, ${phone}`,
      [`2 ${phone} → {{site.phone}}`, `2 ${complaintsEmail.toUpperCase()} → {{site.complaintsEmail}}`],
    ],
    [`（${SITE.cn.hours}）`, [`2 ${SITE.cn.hours} → {{site.hours}}`]],
    [SITE.en.operator, [`2 ${SITE.en.operator} → {{site.operator}}`]],
    [`{{site.phone}}, ${phone}1, 9${local}, a.${email}x`, []],
    [`${SITE.en.short}: +86 21 5550 0161`, []],
  ])('%s', (line, expected) => {
    expect(told(line)).toEqual(expected)
  })

  test('figures know no names in braces, and an earlier version stays as it was', () => {
    expect([told(phone, 'insurers/a.yaml'), told(phone, 'legal/en/privacy-1-1.md')]).toEqual([[], []])
  })
})
