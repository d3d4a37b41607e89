/** Words of the page that shows mails and documents; here for the reason given in `editor-words.ts`. */
import type { Lang } from '../../../lib/locale.ts'
import type { MessageKind } from '../../../server/messages/define-message.ts'
import type { DocumentGroup } from './document-samples.ts'

interface SampleWords {
  title: string
  about: string
  sample: string
  messages: string
  documents: string
  kinds: Record<MessageKind, string>
  groups: Record<DocumentGroup, string>
  other: string
  back: string
  mail: string
  plain: string
  sms: string
  /** `{{count}}`: text messages that are paid for. */
  parts: string
  notFound: string
  failed: string
}

export const SAMPLE_WORDS: Record<Lang, SampleWords> = {
  en: {
    title: 'Mails and documents',
    about:
      'What customers get, as it will be with the texts that are saved now. After you have saved a change, reload.',
    sample: 'Sample: people, numbers and sums are invented. Links in mails lead nowhere.',
    messages: 'Mails and text messages',
    documents: 'Letters and documents (PDF)',
    kinds: {
      direct: 'Codes, invitations and what was asked for',
      orders: 'Orders and payments',
      policies: 'Policies',
      claims: 'Claims',
      reminders: 'Reminders, which can be switched off',
    },
    groups: {
      policy: 'Policy',
      terms: 'Policy terms',
      school: 'Forms of schools',
      claim: 'Claim',
      download: 'For download: forms, letters to clinics, checklists',
      sale: 'Sales record',
    },
    other: '中文',
    back: 'All mails and documents',
    mail: 'Mail',
    plain: 'The mail as plain text',
    sms: 'Text message',
    parts: 'Charged as text messages: {{count}}',
    notFound: 'There is nothing of this name. It may have been renamed: choose it from the list.',
    failed: 'This cannot be shown, because a text that it needs has a mistake:',
  },
  cn: {
    title: '邮件与文件',
    about: '客户实际收到的样子，以现在已保存的文字为准。保存修改后，刷新即可看到。',
    sample: '示例：人名、号码和金额均为虚构，邮件中的链接不会打开。',
    messages: '邮件与短信',
    documents: '信函与文件（PDF）',
    kinds: {
      direct: '验证码、邀请与本人要求发送的内容',
      orders: '订单与付款',
      policies: '保单',
      claims: '理赔',
      reminders: '提醒（可关闭）',
    },
    groups: {
      policy: '保单文件',
      terms: '保险条款',
      school: '学校表格',
      claim: '理赔文件',
      download: '可下载：表格、致医院的信、材料清单',
      sale: '销售过程记录',
    },
    other: 'English',
    back: '全部邮件与文件',
    mail: '邮件',
    plain: '邮件的纯文字版本',
    sms: '短信',
    parts: '计费短信条数：{{count}}',
    notFound: '没有这一项，可能已改名，请从列表中选择。',
    failed: '所需的文字有误，暂时无法显示：',
  },
}
