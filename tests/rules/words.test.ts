/** Interface words: both languages have the same, and the sources ask for what there is. */
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { ROUTES } from '../../src/routes.ts'
import { once, rule } from './rule.ts'
import { codeUnder, isTest, readSource, sourceOf } from './source.ts'
import {
  baseKey,
  flatten,
  missingKeys,
  namespacesOf,
  readWords,
  unusedKeys,
  usageOf,
  type Usage,
  type Words,
} from './words.ts'

type Both = Readonly<Record<Lang, Words>>
const readBoth = once((): Both => ({ en: readWords('en'), cn: readWords('cn') }))
const keysOf = (words: Words): string[] => [...new Set([...words.keys()].map(baseKey))].sort()
const eachKey = (both: Both): string[] => LANGS.flatMap((lang) => keysOf(both[lang]).map((key) => `${lang} ${key}`))
const both = (en: object, cn: object): Both => ({ en: flatten('plans:', en), cn: flatten('plans:', cn) })
const SEEN = {
  looksAt: eachKey,
  among: ['en titles:home', 'cn titles:home', 'cn policydocuments:subject'],
  atLeast: 4000,
} as const

/** What the summaries of errors of all forms are headed with: the keys in their `title`, and the English of each. */
const readErrorHeadings = once((): Words => {
  const keys = codeUnder('src')
    .filter((path) => !isTest(path))
    .map(readSource)
    .filter(({ text }) => text.includes('<ErrorSummary'))
    .flatMap(({ text }) => [
      ...text.matchAll(/<ErrorSummary[^>]*?title=\{t\('([\w:.]+)'/g),
      // The wizard of an application chooses between two.
      ...(/errorsTitle = /.test(text) ? text.matchAll(/'(confirm:(?:unanswered|errors))'/g) : []),
    ])
    .map(([, key = '']) => key)
  return new Map([...readBoth().en].filter(([key]) => keys.includes(baseKey(key))))
})

rule('the errors of every form have the same English heading', {
  of: readErrorHeadings,
  faults: (words) =>
    [...words]
      .filter(([, text]) => !/^There (is a problem|are \{\{(count|number)\}\} problems)$/.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  looksAt: (words) => words.keys(),
  among: [
    'ui:errors.title_other',
    'session:login.errorTitle_one',
    'verificationcode:errorTitle_other',
    'confirm:errors_one',
    'confirm:unanswered_other',
    'claimprogress:send.errors_other',
    'extension:errors.summary_one',
  ],
  atLeast: 24,
  seeds: {
    'another heading': [flatten('plans:', { errors_one: 'One thing to put right' }), 'plans:errors_one: One thing'],
    'a number in words': [flatten('plans:', { errors_other: 'There are two problems' }), 'plans:errors_other: '],
  },
  sound: {
    'one and several': flatten('plans:', { a_one: 'There is a problem', a_other: 'There are {{count}} problems' }),
  },
})

rule('no word is empty', {
  of: readBoth,
  faults: (words) =>
    LANGS.flatMap((lang) =>
      [...words[lang]]
        .filter(([, text]) => text.trim() === '' || text !== text.trim())
        .map(([key]) => `${lang} ${key}`),
    ),
  ...SEEN,
  seeds: {
    'an empty word': [both({ a: '' }, {}), 'en plans:a'],
    'a space at the end': [both({}, { a: '甲 ' }), 'cn plans:a'],
  },
})

/**
 * What a reader may rely on or has to do, in the words of each language. Chinese often names what English only implies,
 * and the reverse: a fact is here when both languages write it out every time. `also back`: English never has it alone.
 */
const FACTS: readonly (readonly [fact: string, cn: RegExp, en: RegExp, alsoBack?: 'also back'])[] = [
  ['Beijing time', /北京/, /Beijing/, 'also back'],
  ['the end of a day', /24时/, /24:00|\b[Ee]nd of (?:\{\{|that day|the (?:last|day))/, 'also back'],
  ['the beginning of a day', /(?<!\d)0时/, /00:00|begins? in Beijing/, 'also back'],
  ['working days', /工作日/, /working day/, 'also back'],
  [
    'where a refund goes',
    /原路|原支付方式(?!完成)|原(?:付款|支付)账户/,
    /original payment method|account (?:that (?:paid|the transfer came)|it came from)/,
    'also back',
  ],
  ['what may be left out', /选填|自愿/, /optional/i, 'also back'],
  ['that nothing was charged', /没有扣款/, /not (?:been )?charged|Nobody has been charged/i],
  ['that all of it is refunded', /全额/, /\b(?:full|whole|all (?:of )?(?:it|the))\b/],
  ['a consent of its own', /单独同意/, /\bseparate|\bconsent/i],
  ['that it is we who act or answer', /我们/, /\b(?:we|us|ours?)\b/i],
  ['that the insurer acts', /保险公司|\{\{insurer\}\}/, /insurer/i],
  ['that an adviser acts', /顾问/, /adviser/i, 'also back'],
  ['that a handler of claims acts', /理赔员/, /handler/i],
  ['that a guardian acts', /监护人/, /guardian/i],
  ['that the assistance company acts', /救援(?:机构|公司)/, /assistance/i],
  ['mainland China', /内地|境内/, /mainland/i],
  ['a text message', /短信/, /\btext/i],
  ['to reload the page', /刷新(?:页面|查看)/, /reload/i],
]

rule('a fact that one language states is in the other', {
  of: readBoth,
  faults: ({ en, cn }) =>
    [...cn].flatMap(([key, chinese]) => {
      const english = en.get(key) ?? en.get(`${baseKey(key)}_other`)
      if (english === undefined) return []
      return FACTS.filter(([, inChinese, inEnglish, alsoBack]) =>
        inChinese.test(chinese) ? !inEnglish.test(english) : alsoBack && inEnglish.test(english),
      ).map(([fact]) => `${key}: ${fact}`)
    }),
  ...SEEN,
  seeds: {
    'an offer of help that English lacks': [
      both({ a: 'The ID is missing. Send it too.' }, { a: '缺少证件，请补充；暂时拿不到可以告诉我们。' }),
      'plans:a: that it is we who act or answer',
    ],
    'a refund that says only in Chinese where it goes': [
      both({ a: 'We will refund it automatically.' }, { a: '款项将自动原路退回。' }),
      'plans:a: where a refund goes',
    ],
    'a time that has its zone only in English': [
      both({ a_one: 'By {{at}}, Beijing time', a_other: 'By {{at}}, Beijing time' }, { a: '{{at}}前' }),
      'plans:a: Beijing time',
    ],
  },
  sound: {
    'the same in other words': both(
      { a: 'The insurer decides by the end of {{day}}, Beijing time.', b: 'Write to us' },
      { a: '{{insurer}}将在北京时间{{day}}24时前告知结果。', b: '请发邮件' },
    ),
  },
})

/** `change_to_pay` is paid by a moment, which its sender calls `day`. */
const BEFORE_A_DAY = /\{\{(?:day|due|ends)(?:, shortDeadline)?\}\}(?:（北京时间）)?前/

rule('a day by which something has to come counts itself: 最晚15日, or 15日24时前', {
  of: () => readBoth().cn,
  faults: (words) =>
    [...words]
      .filter(([key, text]) => BEFORE_A_DAY.test(text) && !key.startsWith('messages:change_to_pay.'))
      .map(([key, text]) => `${key}: ${text}`),
  looksAt: (words) => [...words].filter(([, text]) => /\{\{(?:day|due|ends)\b/.test(text)).map(([key]) => key),
  among: ['claimprogress:next.decision', 'claimprogress:clock.late.payment', 'messages:claim_request.sms'],
  atLeast: 100,
  seeds: {
    'a day': [flatten('plans:', { a: '{{day}}前告知结果' }), 'plans:a: '],
    'a day of Beijing': [flatten('plans:', { a: '{{due}}（北京时间）前完成审核' }), 'plans:a: '],
    'a day with its end elsewhere': [flatten('plans:', { a: '{{day, shortDeadline}}前付款' }), 'plans:a: '],
  },
  sound: {
    'the last day, the end of a day and a moment': flatten('plans:', {
      a: '最晚{{day}}告知结果',
      b: '请在{{day, deadline}}前提交',
      c: '请在{{until}}前支付',
    }),
  },
})

/** What the sources use, beside what there is. */
interface Used {
  usage: Usage
  words: Words
  /** Prefixes of keys that are looked up by code, not by name. */
  reached: readonly string[]
}

const readUsed = once((): Used => {
  const namespaces = namespacesOf('en')
  const usage = usageOf(
    codeUnder('src')
      .filter((path) => !isTest(path))
      .map(readSource),
    namespaces,
  )
  // A string that looks like a key and is not: who did something, in events.
  usage.keys.delete('gateway:sandbox')
  const reached = [
    // Page.astro: the title of every route.
    ...ROUTES.map(({ id }) => `titles:${id}`),
    // envelope.ts: words of a refusal, `<feature>:errors.<code>` first.
    ...namespaces.map((name) => `${name}:errors.`),
    // messages/send-message.ts: subject and text by the name of the message.
    'messages:',
  ]
  return { usage, words: readBoth().en, reached }
})
const places = ({ usage }: Used): string[] => [...usage.keys].map(([key, path]) => `${path} ${key}`)
const USED = {
  looksAt: places,
  among: [
    'src/features/policies/server/documents/draw-document.ts policydocuments:subject',
    'src/pages/[...lang]/other/overseas/apply/[slug].astro overseas:details.applyNow',
  ],
  atLeast: 2000,
} as const

const used = (text: string, words: object, path = 'src/a.ts'): Used => ({
  usage: usageOf([sourceOf(path, text)], ['plans']),
  words: flatten('plans:', words),
  reached: ['plans:errors.'],
})

rule('every word a source asks for is there', {
  of: readUsed,
  faults: ({ usage, words }) => missingKeys(usage, words),
  ...USED,
  seeds: {
    'a word that is gone': [used("t('plans:gone')", { a: 'A' }), 'plans:gone (src/a.ts)'],
    'a word of a table': [used("const map = { a: 'plans:gone' }", { a: 'A' }), 'plans:gone (src/a.ts)'],
    'a group of words': [used('t(`plans:none.${a}`)', { a: 'A' }), 'plans:none.… (src/a.ts)'],
    'a beginning that is completed elsewhere': [
      used("const of = 'plans:none.'", { a: 'A' }),
      'plans:none.… (src/a.ts)',
    ],
    'a word in the middle of which something is filled in': [
      used('t(`plans:${kind}.title`)', { a: { text: 'A' } }),
      'plans:….title (src/a.ts)',
    ],
    'a word in the markup of a page': [
      used(
        '---\nconst { t } = x\n---\n<h1\n  title={t(\'plans:gone\')}\n>\n  {t("plans:a")}\n</h1>',
        { a: 'A' },
        'src/A.astro',
      ),
      'plans:gone (src/A.astro)',
    ],
  },
  sound: {
    'words, plurals and groups': used("t('plans:a'); t(`plans:b.${c}`); fetch('https://x.example')", {
      a_one: 'A',
      a_other: 'As',
      b: { c: 'C' },
    }),
    'a comment of a page': used('---\n---\n<!-- {t("plans:gone")} -->', { a: 'A' }, 'src/A.astro'),
  },
})

rule('every word is used', {
  of: readUsed,
  faults: ({ usage, words, reached }) => unusedKeys(usage, words, reached),
  ...USED,
  seeds: {
    'a word that nobody asks for': [used("t('plans:a')", { a: 'A', b: 'B' }), 'plans:b'],
    'a word beside one that is filled in': [
      used('t(`plans:${kind}.title`)', { a: { title: 'A', text: 'B' } }),
      'plans:a.text',
    ],
    'a plural': [used("t('plans:a')", { a: 'A', b_other: 'Bs' }), 'plans:b_other'],
  },
  sound: {
    'words, groups and refusals': used("t('plans:a'); t(`plans:b.${c}`); all('plans:d')", {
      a_other: 'As',
      b: { c: 'C' },
      d: { e: { f: 'F' } },
      errors: { g: 'G' },
    }),
  },
})
