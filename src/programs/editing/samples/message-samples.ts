/**
 * Every message with values of the longest likely length, in both languages: for pictures, and for the billing of
 * texts.
 */
import { otherLang, type Lang } from '../../../lib/locale.ts'
import { features } from '../../feature-list.ts'
import { messagesOf } from '../../../server/messages/define-message.ts'

export const SITE_URL = 'https://www.youfang.example'
export const MESSAGES = messagesOf(features)

const prefix = { en: '', cn: '/cn' } as const

/** By name of the value: the English one, then the Chinese one. */
const VALUES: Readonly<Record<string, readonly [en: string, cn: string]>> = {
  address: ['l•••@example.com', 'l•••@example.com'],
  amount: ['CNY\u00a012,480.00', '12,480.00元'],
  at: ['1 December 2026, 18:00', '2026年12月1日 18:00'],
  case: ['C2026112300017', 'C2026112300017'],
  code: ['482913', '482913'],
  contacts: ['l•••@example.com and 138 •••• 0527', 'l•••@example.com、138 •••• 0527'],
  count: ['3', '3'],
  day: ['15 December 2026', '2026年12月15日'],
  days: ['30', '30'],
  documents: [
    'the insurance policy, the certificate, the visa letter, the waiver letter for a school and the insurance card',
    '保险单、保险证明、签证保险证明、学校保险豁免证明和保险卡',
  ],
  email: ['privacy@youfang.example', 'privacy@youfang.example'],
  end: ['31 August 2027', '2027年8月31日'],
  from: ['1 September 2026', '2026年9月1日'],
  hours: ['24', '24'],
  insured: ['Lin Yutong', '林雨桐'],
  insurer: ['Sample Insurance', '示例财产保险'],
  issued: ['118', '118'],
  returned: ['2', '2'],
  students: ['120', '120'],
  item: ['date of birth', '出生日期'],
  method: ['WeChat Pay', '微信支付'],
  minutes: ['5', '5'],
  new: ['139 •••• 1188', '139 •••• 1188'],
  fee: ['CNY\u00a030.00', '30.00元'],
  numbers: ['YF2026110800042, YF2026110800043', 'YF2026110800042、YF2026110800043'],
  reference: ['2612 0210 1700 83', '2612 0210 1700 83'],
  note: ['This is a sample from the sandbox and not a tax invoice.', '本文件为沙箱样张，不是税务发票。'],
  number: ['YF2026110800042', 'YF2026110800042'],
  old: ['138 •••• 0527', '138 •••• 0527'],
  order: ['YF26112300042', 'YF26112300042'],
  phone: ['400-000-0000', '400-000-0000'],
  plan: ['US Campus Plan, Gold', '美国校园计划金卡'],
  policies: ['YF26-1108-000042 and one more', 'YF26-1108-000042（另有1份）'],
  policyholder: ['Lin Guohua', '林国华'],
  premium: ['CNY\u00a012,480.00', '12,480.00元'],
  product: ['International Student Health', '国际学生健康保险'],
  reason: ['the photo is not clear enough to read', '照片不够清晰，无法辨认'],
  refundTo: ['the account that paid', '原路退回'],
  reversed: ['26312000000412345678', '26312000000412345678'],
  school: ['Charlesbank College', '查尔斯班克学院'],
  start: ['1 September 2026', '2026年9月1日'],
  thing: ['Order YF26112300042', '订单YF26112300042'],
  title: ['Charlesbank College', '查尔斯班克学院'],
  tail: ['4417', '4417'],
  to: ['lin.yutong@example.com', 'lin.yutong@example.com'],
  until: ['24 November 2026, 18:30', '2026年11月24日 18:30'],
  what: ['mobile number', '手机号'],
  why: ['the condition began before the cover', '病症在保障开始前已经存在'],
}

/** An id in our format. */
const ID = '01kbq3v5w8y2d4f6h8j0m2n4p6'
const PAID_LATE = {
  reason: ['it arrived after the order was closed', '到账时订单已关闭'],
  until: ['15 December 2026', '2026年12月15日'],
} as const
const LATE = { until: PAID_LATE.until, payBy: ['11 January 2027', '2027年1月11日'] } as const
/** For a value whose kind differs in one message. */
const OWN: Readonly<Record<string, Readonly<Record<string, readonly [en: string, cn: string]>>>> = {
  refund_started: PAID_LATE,
  refund_approved: PAID_LATE,
  refund_retried: PAID_LATE,
  refund_done: PAID_LATE,
  refund_requested: PAID_LATE,
  refund_rejected: {
    ...PAID_LATE,
    why: [
      'The policy was issued before you asked. You can cancel it on its page.',
      '您申请时保单已出具，可在保单页面申请退保。',
    ],
  },
  refund_account_returned: {
    reason: ['The account is closed or blocked. Use another account.', '账户已销户或冻结，请换一个账户。'],
  },
  policy_surrender_requested: LATE,
  policy_surrender_requested_early: LATE,
  policy_surrender_rejected: {
    why: ['The letter does not prove that the visa was refused (clause 9.4).', '拒签信不能证明被拒签（条款9.4）。'],
  },
  policy_extension_expired: { until: ['31 August 2028', '2028年8月31日'] },
  campaign_invitation: { until: PAID_LATE.until },
  order_under_review: { days: ['1', '1'] },
  order_review_passed: {
    declared: [
      'Acceptance does not mean everything is covered from the start: a pre-existing illness you declared is covered only after 12 months (clause 5.2). Before that, its acute onset is paid up to ¥100,000.',
      '同意承保不等于立即保障：告知的情况属于既往症时，满12个月后才保障（条款5.2）。此前急性发作，最高赔付10万元。',
    ],
    why: ['The asthma was treated years ago.', '哮喘多年前已治愈。'],
  },
  order_review_declined: { why: ['Treatment for this illness is planned.', '该疾病已安排治疗。'] },
  overseas_declined: { reason: ['It does not insure people of this age.', '该公司不承保这一年龄。'] },
  credential_rejected: {
    reason: [
      'The photo is too blurred to read. Take it again in good light.',
      '照片模糊，无法辨认。请在光线充足处重新拍摄。',
    ],
  },
  change_rejected: { reason: ['The document does not show the new date of birth.', '证明材料上没有新的出生日期。'] },
  education_returned: { reason: ['Charlesbank College does not know this student.', '查尔斯班克学院没有这名学生。'] },
  policy_ending: { days: ['30 days left', '还有30天'] },
  policy_ending_extend: { days: ['30 days left', '还有30天'] },
}

/** Mails in both languages, of which `lang` is the first. */
export const sampleAlso = (template: string, lang: Lang): { also?: { lang: Lang; vars: Record<string, string> } } =>
  template === 'order_consent' ? { also: { lang: otherLang(lang), vars: sampleVars(template, otherLang(lang)) } } : {}

export function sampleVars(template: string, lang: Lang): Record<string, string> {
  const at = lang === 'en' ? 0 : 1
  return Object.fromEntries(
    (MESSAGES.get(template)?.vars ?? []).map((name) => {
      if (name === 'url') return [name, `${SITE_URL}${prefix[lang]}/insurance-policy/details?id=${ID}`]
      const value = OWN[template]?.[name]?.[at] ?? VALUES[name]?.[at]
      if (value === undefined) throw new Error(`No sample of ${name}, which ${template} needs`)
      return [name, value]
    }),
  )
}
