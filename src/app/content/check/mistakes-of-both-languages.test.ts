/** What one language says otherwise than the other, and what both say that cannot be right; each kind once. */
import { describe, expect, test } from 'vitest'
import { figureDoubts } from './contradicting-figures.ts'
import { shapeDoubts } from './doubtful-shapes.ts'
import { markdownFilesOf, type MarkdownFile } from './markdown-blocks.ts'
import { differingActs, differingWords, twinNameDoubts } from './twin-names.ts'
import { twinItemDoubts } from './twin-items.ts'
import { twinValueDoubts } from './twin-values.ts'

const HEAD = '---\ntitle: "A"\n---\n'
const twins = (en: string, cn: string): MarkdownFile[] =>
  markdownFilesOf({
    root: 'content',
    files: new Map([
      ['notices/cn/a.md', HEAD + cn],
      ['notices/en/a.md', HEAD + en],
    ]),
  })
const alone = (body: string, lang: string): MarkdownFile[] =>
  markdownFilesOf({ root: 'content', files: new Map([[`notices/${lang}/a.md`, HEAD + body]]) })

describe('values', () => {
  const told = (en: string, cn: string): string[] => twinValueDoubts(twins(en, cn)).map(({ field }) => field)
  test.each<[string, string, string[]]>([
    ['Students aged 18 to 25.', '18至24岁的学生。', ['18至24岁']],
    ['Students aged 18 to 25, and a child of 4.', '18至25岁的学生，4岁的孩子。', []],
    ['It was 4 hours 20 minutes.', '共4小时50分。', ['4小时50分']],
    ['It was 4 hours 20 minutes.', '共4小时20分。', []],
    ['It was 4 hours 20 minutes.', '共260分钟。', []],
    ['It was 50 minutes.', '共4小时20分。', ['4小时20分']],
    ['It takes an hour and a half.', '需要1.5小时。', []],
    ['It takes an hour and a half.', '需要2小时。', ['2小时']],
    ['It takes 50 minutes.', '需要半小时。', ['半小时']],
    ['From 00:00 on the first day to 00:00 on the last.', '自首日0时至最后一天24时。', ['24时']],
    ['From 00:00 on the first day to 24:00 on the last.', '自首日0时至最后一天24时。', []],
    ['From the first day to 24:00 on the last.', '自首日0时至最后一天24时。', []],
    ['Within 48 hours, or two weeks.', '2天内，或14天。', []],
    ['Within a month.', '30天内。', []],
    ['Within a month.', '3个月内。', ['3个月']],
    ['Within six months.', '一年内。', ['一年']],
    ['Under 23 it is low, and over 23 it is not.', '未满23周岁较低，满24周岁较高。', ['24周岁']],
    ['It costs CNY 5,000.', '费用为5,000。', ['5,000']],
    ['It costs 5,000.', '费用为5,000元。', ['5,000元']],
    ['It costs USD 5,000.', '费用为5,000元。', ['5,000元']],
    ['Up to USD 100 to 500.', '100至500元。', ['100至500元']],
    ['Up to CNY 10,000, or RM 20,000 to 50,000.', '最多1万元，或2万至5万林吉特。', []],
    ['A sum (in USD): 5,000.', '金额5,000美元。', []],
    ['With a D-4 visa.', '持D-7签证。', ['D-7']],
    ['NHIS pays CNY 70.', '由NHS支付70元。', ['NHS']],
    ['NHIS pays CNY 70.', '由NHIS支付70元（NHIS）。', []],
    ['A pharmacy (약국).', '药房（의원）。', ['의원']],
    ['Take tram 4 to room 204.', '乘14路电车到204室。', ['14']],
    ['Those under 18, or from 1 March 2027/28.', '未满16岁，或2028年3月1日起。', ['16岁']],
    ['Call 116 117, at 2 pm, within 12 months.', '14时拨打116117，1年内。', []],
    ['About USD 100,000 in three parts.', '约10万美元，分3份。', []],
    ['Above 38.5°C.', '超过39.5℃。', ['39.5℃']],
    ['Parcels of up to 20 kg, 500 metres away.', '20公斤以内，500公里外。', ['500公里']],
  ])('%s and %s', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })
  test('a sentence that one language has lost', () => {
    const en =
      'The desk is on the ground floor. It takes questions about claims and policies of every kind. Bring your card.'
    expect(told(en, '服务台位于一楼。')).toEqual(['服务台位于一楼。'])
    expect(told(en, '服务台位于一楼，理赔和保单的问题均可咨询，请带上学生证。')).toEqual([])
    const cn = '服务台位于一楼。理赔、投保和保单的各类问题均可咨询。请带上学生证和保单。'
    expect(told('It is on the ground floor.', cn)).toEqual(['It is on the ground floor.'])
  })
})

describe('names and small words', () => {
  const told = (en: string, cn: string): string[] => twinNameDoubts(twins(en, cn)).map(({ field }) => field)
  test.each<[string, string, string[]]>([
    ['Cards do not stay valid until the last day.', '保险卡在最后一天之前继续有效。', ['继续有效']],
    ['Cards stay valid until the last day.', '保险卡在最后一天之前继续有效。', []],
    ['Old cards stay valid.', '旧卡失效。', ['失效']],
    ['Old cards do not stay valid.', '旧卡失效。', []],
    ['The code is not valid any more, and the card is.', '验证码失效，保险卡仍有效。', []],
    ['Please bring your passport.', '请带上学生证。', ['学生证']],
    ['Students can take part.', '教师可以参加。', ['教师']],
    ['We receive visitors in the morning.', '我们下午接待访客。', ['下午']],
    ['The phone is answered on weekdays.', '电话在周末有人接听。', ['周末']],
    ['We tell you by email.', '我们会通过短信通知。', ['短信']],
    ['Keep the invoice.', '请保存收据。', ['收据']],
    ['The desk is open on that day.', '服务台当天关闭。', ['关闭']],
    ['Use the north gate.', '请走南门。', ['南门']],
    ['The shuttle is free.', '班车收费。', ['收费']],
    ['The shuttle is free of charge.', '班车不收费。', []],
    ['It lasts for one month.', '持续一年。', ['一年']],
    ['The school pays one third.', '学校付一半。', ['半']],
    ['Under the Insurance Law.', '依据民法典。', ['民法典']],
    ['Do you have a new policy?', '您有新的保单。', ['您有新的保单。']],
    ['Ask the school whether it accepts one.', '请问清学校是否接受。', []],
    ['The desk takes all of our old cards.', '服务台不得收取旧卡。', ['不得']],
    ['- Your boarding pass\n- The report of the police', '- 警方证明\n- 登机牌', ['警方']],
    ['- Your boarding pass\n- The report of the police', '- 登机牌\n- 警方证明', []],
    ['The policyholder or the insured person may ask.', '被保险人或被保险人可以询问。', ['被保险人']],
    ['The insured person and the beneficiary decide.', '由受益人和受益人决定。', ['受益人']],
    ['The policyholder pays for the insured person.', '投保人为被保险人付款。', []],
    ['You decide who is paid.', '由受益人决定。', []],
  ])('%s and %s', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })
  test('words of the interface', () => {
    expect(differingWords('Sign in as the policyholder.', '用被保险人的手机号登录。')).toEqual([
      ['被保险人', 'policyholder'],
    ])
    expect(differingWords('{{old}} was replaced by {{new}}', '由{{new}}更换为{{old}}')).toHaveLength(1)
    expect(differingWords('{{old}} was replaced by {{new}}', '由{{old}}更换为{{new}}')).toEqual([])
    expect(differingActs('Close the search', '打开搜索')).toEqual([['打开', 'Close']])
    expect(differingActs('Close the search', '关闭搜索')).toEqual([])
  })
})

describe('items of a list', () => {
  const told = (en: string, cn: string): string[] => twinItemDoubts(twins(en, cn)).map(({ field }) => field)
  const row = (...cells: string[]): string => `| A | B |\n| --- | --- |\n${cells.map((it) => `| ${it} |`).join('\n')}`
  test.each<[string, string, string[]]>([
    ['- Call 144\n- Pay CNY 200\n- Ask', '- 付200元\n- 拨打144\n- 询问', ['144']],
    ['- Call 144\n- Pay CNY 200\n- Ask', '- 拨打144\n- 付200元\n- 询问', []],
    ['- A GP first\n- Then [claim](/claims)', '- 再[申请](/claims)\n- 先看GP', ['GP']],
    ['1. Ask\n2. Then [claim](/claims)', '1. 再[申请](/claims)\n2. 询问', ['/claims']],
    ['- By 5 March\n- For two weeks', '- 共14天\n- 3月5日前', ['3月5日']],
    [row('x | 15', 'y | 18'), row('乙 | 18', '甲 | 15'), ['15']],
    ['- Call +86 10 12308\n- Ask', '- 询问\n- 拨打+86 10 12308', ['+86 10 12308']],
    ['- Bring the card\n- Bring the photo', '- 请带上学生证\n- 请带上学生证', ['请带上学生证']],
    ['Both say 15.\n\n- 15\n- 18', '都是15。\n\n- 15\n- 18', []],
  ])('%s and %s', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })
})

describe('figures of one text', () => {
  test.each<[string, string, string[]]>([
    ['Open from 17:00 to 9:00.', 'en', ['from 17:00 to 9:00']],
    ['开放时间9:00至17:00，夜间22:00至次日6:00。', 'cn', []],
    ['Closed from 10 March to 5 February.', 'en', ['10 March to 5 February']],
    ['12月20日至1月5日休息。', 'cn', []],
    ['Closed for two weeks, from 5 to 14 February.', 'en', ['for two weeks']],
    ['2月5日至14日休息，共10天。', 'cn', []],
    ['血压90/140以上。', 'cn', ['血压90/140']],
    ['You pay 60% to 30%.', 'en', ['60% to 30%']],
    ['A new card costs 120.', 'en', ['costs 120']],
    ['补办的费用为120元。', 'cn', []],
    ['补办的费用为120。', 'cn', ['费用为120']],
  ])('%s', (body, lang, expected) => {
    expect(figureDoubts(alone(body, lang)).map(({ field }) => field)).toEqual(expected)
  })
})

describe('parts of one text', () => {
  test.each<[string, string, string[]]>([
    ['1. Open it.\n2. Fill it in.\n4. Send it.', 'en', ['4.']],
    ['1. Open it.\n1. Fill it in.', 'en', []],
    ['Bring three documents:\n\n- a card;\n- a photo.', 'en', ['three documents:']],
    ['请带两份材料：\n\n- 护照；\n- 照片。', 'cn', []],
    ['## What waits\n\nIt.\n\n## What waits\n\nThat.', 'en', ['What waits']],
    ['| Day | Time |\n| --- | --- |\n| Mon | 9:00 |\n| Mon | 10:00 |', 'en', ['Mon']],
    ['Choose “other, then go.', 'en', ['“other, then go.']],
  ])('%s', (body, lang, expected) => {
    expect(shapeDoubts(alone(body, lang)).map(({ field }) => field)).toEqual(expected)
  })
})
