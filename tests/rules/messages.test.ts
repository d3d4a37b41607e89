/**
 * Every message in both languages with likely values: complete as text and as HTML, and no longer as a text message
 * than we pay for.
 */
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { optionalKindOf } from '../../src/server/messages/message-kinds.ts'
import { render } from '../../src/server/messages/send-message.ts'
import { billedParts, MOST_PARTS } from '../../src/server/messages/sms/billing-length.ts'
import { templateText } from '../../src/server/messages/sms/sms-templates.ts'
import { SITE_URL, sampleAlso, sampleVars, TEMPLATES } from '../tools/message-samples.ts'
import { rule } from './rule.ts'

/** A message as it is sent. */
interface Sent {
  template: string
  lang: Lang
  subject: string
  text: string
  html: string
  /** Words of the message, without greeting and foot. */
  said: string
  sms: string
  /** The text that a provider of text messages approves. */
  approved: string
  hasButton: boolean
  canBeStopped: boolean
  isCode: boolean
}

const words = loadWords()

function sent(template: string, lang: Lang): Sent {
  const vars = sampleVars(template, lang)
  const stop = optionalKindOf(template) === undefined ? undefined : `${SITE_URL}/unsubscribe?code=x`
  const { also } = sampleAlso(template, lang)
  const letter = { template, to: 'lin.yutong@example.com', lang, vars, ...(also && { also }) }
  const mail = render(words, letter, SITE_URL, stop)
  return {
    template,
    lang,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? '',
    said: [{ lang, vars }, ...(also ? [also] : [])]
      .map((it) => words(it.lang, `messages:${template}.text`, it.vars))
      .join('\n'),
    sms: render(words, { template, to: '13800001234', lang, vars }, SITE_URL).text,
    approved: templateText(words, 'tencent', template, lang, SITE_URL),
    hasButton: vars['url'] !== undefined,
    canBeStopped: stop !== undefined,
    isCode: vars['code'] !== undefined,
  }
}

const UNFILLED = /\{\{|undefined|\bnull\b|messages:|\[object/

const plain = (html: string): string =>
  html
    .replace(/<(style|title)>[^]*?<\/\1>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, '')

/** Lines of the text that the HTML shows as they are: not addresses, and not rows of a table. */
const paragraphs = (said: string): string[] =>
  said.split('\n').filter((line) => line && !line.includes('://') && !/^[^:：]{1,24}[:：]/.test(line))

function faultsOf(it: Sent): string[] {
  const shown = plain(it.html)
  const parts = billedParts(it.sms)
  const most = MOST_PARTS[it.lang][it.isCode ? 'code' : 'other']
  return [
    ...(it.subject.length > 4 ? [] : ['no subject']),
    ...[it.subject, it.text, it.html, it.sms, it.approved].flatMap((text) => {
      const found = UNFILLED.exec(text)
      return found ? [`not filled in: ${text.slice(found.index, found.index + 20)}`] : []
    }),
    ...paragraphs(it.said)
      .filter((line) => !shown.includes(line.replace(/\s+/g, '')))
      .map((line) => `the HTML lacks: ${line}`),
    ...(it.html.includes('class="button"') === it.hasButton ? [] : ['a button without an address, or the reverse']),
    ...(it.text.includes('unsubscribe') === it.canBeStopped ? [] : ['an end for what cannot be ended, or the reverse']),
    ...((it.lang === 'cn' ? /^【有方】/ : /^\[Youfang\] /).test(it.sms) ? [] : ['a text message without our name']),
    ...(parts <= most ? [] : [`${parts} text messages of at most ${most}: ${it.sms}`]),
  ]
}

const SOUND: Sent = {
  template: 'a',
  lang: 'en',
  subject: 'Your policy',
  text: 'Your policy is issued.',
  html: '<style>p{}</style><p>Your policy is&nbsp;<b>issued</b> &amp; sent.</p>'.replace('&nbsp;', ' '),
  said: 'Your policy is issued & sent.\n\nNumber: 1\nhttps://www.youfang.example/a',
  sms: '[Youfang] Your policy is issued.',
  approved: '[Youfang] Your policy {1} is issued.',
  hasButton: false,
  canBeStopped: false,
  isCode: false,
}
const wrong = (change: Partial<Sent>): Sent[] => [{ ...SOUND, ...change }]

rule('every message is complete in both languages, and short enough', {
  of: () => Object.keys(TEMPLATES).flatMap((template) => LANGS.map((lang) => sent(template, lang))),
  faults: (all) => all.flatMap((it) => faultsOf(it).map((what) => `${it.template} in ${it.lang}: ${what}`)),
  looksAt: (all) => all.map(({ template, lang }) => `${template} in ${lang}`),
  among: ['login_code in en', 'login_code in cn', 'claim_approved in cn', 'order_consent in en', 'policy_ending in cn'],
  atLeast: 100,
  seeds: {
    'no subject': [wrong({ subject: '' }), 'a in en: no subject'],
    'a value that was not filled in': [wrong({ text: 'Hello {{name}}' }), 'a in en: not filled in: {{name}}'],
    'a value that is not there': [wrong({ html: `${SOUND.html}undefined` }), 'a in en: not filled in: undefined'],
    'a missing word': [wrong({ sms: '[Youfang] messages:a.sms' }), 'a in en: not filled in: messages:a.sms'],
    'an object in place of a text': [wrong({ subject: '[object Object]' }), 'a in en: not filled in: [object'],
    'a placeholder that a provider does not know': [
      wrong({ approved: '[Youfang] {{name}}' }),
      'not filled in: {{name}}',
    ],
    'a paragraph that the HTML lacks': [
      wrong({ html: '<p>Your policy is issued.</p>' }),
      'a in en: the HTML lacks: Your policy is issued & sent.',
    ],
    'an address without its button': [wrong({ hasButton: true }), 'a in en: a button without an address'],
    'a reminder that cannot be ended': [wrong({ canBeStopped: true }), 'a in en: an end for what cannot be ended'],
    'a notice that offers an end': [
      wrong({ text: 'https://a.example/unsubscribe' }),
      'a in en: an end for what cannot',
    ],
    'a text message without our name': [
      wrong({ sms: 'Your policy is issued.' }),
      'a in en: a text message without our name',
    ],
    'the name of the other language': [wrong({ lang: 'cn' }), 'a in cn: a text message without our name'],
    'a text message that is too long': [wrong({ sms: `[Youfang] ${'a'.repeat(270)}` }), '5 text messages of at most 4'],
    'a code that is too long': [
      wrong({ isCode: true, sms: `[Youfang] ${'a'.repeat(130)}` }),
      '3 text messages of at most 2',
    ],
  },
  sound: { 'a complete message': [SOUND] },
})
