/**
 * Every message in both languages with likely values: complete as text and as HTML, and no longer as a text message
 * than we pay for. And how many of each reach a mailbox.
 */
import { readFileSync } from 'node:fs'
import { SEND_LIMITS } from '../../src/features/session/server/when-a-code-may-be-sent.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { optionalKindOf } from '../../src/server/messages/define-message.ts'
import { MESSAGE_LIMITS, type MessageLimit } from '../../src/server/messages/message-limits.ts'
import { render, valuesOfAll } from '../../src/server/messages/send-message.ts'
import { billedParts, MOST_PARTS } from '../../src/server/messages/sms/billing-length.ts'
import { signatureOf, templateText } from '../../src/server/messages/sms/sms-templates.ts'
import { SITE_URL, sampleAlso, sampleVars, MESSAGES } from '../../src/programs/editing/samples/message-samples.ts'
import { rule } from './rule.ts'
import { codeUnder, isTest, readTexts } from './source.ts'

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
  /** Where a refund goes, if it says so. */
  refundTo: string | undefined
}

const words = loadWords()

function sent(template: string, lang: Lang): Sent {
  const vars = sampleVars(template, lang)
  const stop = optionalKindOf(MESSAGES.get(template)) === undefined ? undefined : `${SITE_URL}/unsubscribe?code=x`
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
      .map((it) => words(it.lang, `messages:${template}.text`, { ...valuesOfAll(it.lang, SITE_URL), ...it.vars }))
      .join('\n'),
    sms: render(words, { template, to: '13800001234', lang, vars }, SITE_URL).text,
    approved: templateText(words, 'tencent', template, lang, SITE_URL),
    hasButton: vars['url'] !== undefined,
    canBeStopped: stop !== undefined,
    isCode: vars['code'] !== undefined,
    refundTo: vars['refundTo'],
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
    ...(it.sms.startsWith(signatureOf(it.lang)) ? [] : ['a text message without our name']),
    ...(it.sms.includes(it.refundTo ?? '') ? [] : ['a text message that does not say to whom the money goes']),
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
  refundTo: undefined,
}
const wrong = (change: Partial<Sent>): Sent[] => [{ ...SOUND, ...change }]

rule('every message is complete in both languages, and short enough', {
  of: () => [...MESSAGES.keys()].flatMap((template) => LANGS.map((lang) => sent(template, lang))),
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
    'a text message that is silent about the payee': [
      wrong({ refundTo: 'the school' }),
      'a in en: a text message that does not say to whom the money goes',
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

/** Names of messages that are sent under a limit, and the row of the table that names each. */
interface Limits {
  limits: ReadonlyMap<string, string | undefined>
  page: string
}
const figures = (windows: readonly (readonly [number | undefined, string])[]): string =>
  windows.flatMap(([most, span]) => (most === undefined ? [] : `${most} ${span}`)).join(', ') || '–'

/** What the table says of a limit, in its columns: to one mailbox, and from one cause. */
function limitInWords(name: string): string {
  if (name === 'code') {
    const [day, hour] = [SEND_LIMITS.destination[1][1], SEND_LIMITS.destination[0][1]]
    const from = figures([
      [SEND_LIMITS.address[0][1], 'an hour'],
      [SEND_LIMITS.address[1][1], 'a day'],
    ])
    return `${hour} an hour, ${day} a day | ${from}`
  }
  const limit: MessageLimit | undefined = Object.entries(MESSAGE_LIMITS).find(([it]) => it === name)?.[1]
  const mailbox = figures([
    [limit?.hour, 'an hour'],
    [limit?.day, 'a day'],
  ])
  return `${mailbox} | ${figures([[limit?.causerHour, 'an hour']])}`
}

const rowsOf = (page: string): string[] =>
  (page.split('### How many messages reach a mailbox')[1] ?? '').split('\n').filter((line) => line.startsWith('| `'))

const namedIn = (row: string): string[] =>
  [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')

const table = (row: string): Limits => ({
  limits: new Map([['order_consent', 'consent']]),
  page: `### How many messages reach a mailbox\n\n${row}`,
})

rule('every message has a limit, and the table of docs/security.md says who causes it and how many there are', {
  of: (): Limits => ({
    limits: new Map([...MESSAGES.values()].map(({ name, limit }) => [name, limit])),
    page: readFileSync('docs/security.md', 'utf8'),
  }),
  faults: ({ limits, page }) => {
    const rows = rowsOf(page)
    const named = rows.flatMap(namedIn)
    return [
      ...[...limits].flatMap(([template, limit]) => {
        const row = rows.find((it) => namedIn(it).includes(template))
        if (limit === undefined) return [`${template} has no limit`]
        if (row === undefined) return [`${template} is not in the table`]
        return row.endsWith(`| \`${limit}\` | ${limitInWords(limit)} |`)
          ? []
          : [`${template} is limited by \`${limit}\` | ${limitInWords(limit)}`]
      }),
      ...named.filter((it) => !limits.has(it)).map((it) => `${it} is no message`),
      ...named.filter((it, i) => named.indexOf(it) !== i).map((it) => `${it} stands twice`),
    ]
  },
  looksAt: ({ limits, page }) => [
    ...limits.keys(),
    ...rowsOf(page)
      .flatMap(namedIn)
      .map((it) => `row of ${it}`),
  ],
  among: ['login_code', 'order_consent', 'row of claim_sent', 'row of invoice_issued', 'row of campaign_invitation'],
  atLeast: 150,
  seeds: {
    'a message without a limit': [{ limits: new Map([['order_new', undefined]]), page: '' }, 'order_new has no limit'],
    'a message that the table leaves out': [table(''), 'order_consent is not in the table'],
    'another number': [
      table('| `order_consent` | buyer | student | `consent` | 11 a day | 100 an hour |'),
      'order_consent is limited by `consent` | 10 a day | 100 an hour',
    ],
    'a message that is gone': [
      table('| `order_consent`, `order_gone` | buyer | student | `consent` | 10 a day | 100 an hour |'),
      'order_gone is no message',
    ],
  },
  sound: { 'a row': table('| `order_consent` | buyer | student | `consent` | 10 a day | 100 an hour |') },
})

const declaring = (...names: string[]): Map<string, string> =>
  new Map([
    ['src/a.ts', `defineMessages({\n${names.map((it) => `  ${it}: { kind: 'orders', vars: [] },\n`).join('')}})`],
  ])
/** Names that are declared in a file's source. */
const declaredIn = (text: string): string[] =>
  text.includes('defineMessages(') ? [...text.matchAll(/^ {2}(\w+): \{\s*kind: /gm)].map(([, name = '']) => name) : []

rule('every declared message is in the list of its feature', {
  of: () => ({
    texts: readTexts(codeUnder('src').filter((path) => !isTest(path))),
    listed: [...MESSAGES.keys()],
  }),
  faults: ({ texts, listed }) => {
    const declared = [...texts.values()].flatMap(declaredIn)
    return [
      ...declared.filter((it) => !listed.includes(it)).map((it) => `${it} is in no list`),
      ...declared.filter((it, i) => declared.indexOf(it) !== i).map((it) => `${it} is declared twice`),
      ...listed.filter((it) => !declared.includes(it)).map((it) => `${it} is declared where nobody looks`),
    ]
  },
  looksAt: ({ texts }) => [...texts.values()].flatMap(declaredIn),
  among: ['login_code', 'order_consent', 'claim_paid', 'policy_ending'],
  atLeast: 100,
  seeds: {
    'one that no feature lists': [{ texts: declaring('a_new', 'a_new2'), listed: ['a_new'] }, 'a_new2 is in no list'],
    'one name for two': [{ texts: declaring('a_new', 'a_new'), listed: ['a_new'] }, 'a_new is declared twice'],
    'one of another form': [{ texts: declaring(), listed: ['a_new'] }, 'a_new is declared where nobody looks'],
  },
  sound: { 'a declared message in a list': { texts: declaring('a_new'), listed: ['a_new'] } },
})

const MESSAGE_QUEUE = 'src/server/messages/send-message.ts'
const QUEUES_MESSAGE =
  /(?:enqueue|writeJob)\(\s*\w+,\s*(?:mailJob|textJob|codeMailJob|codeTextJob|messageJobOf)\b|defineJob\(\s*'message(?:\.text|\.code|\.code\.text)?'/

rule('messages are queued only where they are counted', {
  of: () =>
    readTexts(codeUnder('src').filter((path) => !isTest(path) && path !== 'src/server/messages/message-jobs.ts')),
  faults: (texts) =>
    [...texts]
      .filter(([path, text]) => path !== MESSAGE_QUEUE && QUEUES_MESSAGE.test(text))
      .map(([path]) => `${path} queues a message that nothing counts`),
  looksAt: (texts) => [...texts].filter(([, text]) => text.includes('messages.send(')).map(([path]) => path),
  among: ['src/features/orders/server/consent/student-consent.ts', 'src/features/claims/server/send-claim-message.ts'],
  atLeast: 20,
  seeds: {
    'a job by name': [new Map([['src/a.ts', 'enqueue(trx, codeMailJob, { sealed })']]), 'src/a.ts queues'],
    'the job that fits': [
      new Map([['src/a.ts', 'writeJob(\n  trx,\n  messageJobOf(name, to),\n  payload)']]),
      'src/a.ts queues',
    ],
    'a job of its own': [new Map([['src/a.ts', "defineJob('message.code', 'mails', sealed)"]]), 'src/a.ts queues'],
  },
  sound: { 'the jobs that are counted': new Map([['src/a.ts', 'count(mailJob, codeMailJob)']]) },
})
