/**
 * Typography of interface words, and how they write times. The content's check applies the same rules (`npm run content
 * -- check`).
 */
import ts from 'typescript'
import { readTree } from '../../src/app/content/check/content-files.ts'
import { badChinese } from '../../src/app/content/typography.ts'
import { rule, type Rule } from './rule.ts'
import { codeUnder, isTest, readTexts, scriptOf, type Texts } from './source.ts'
import { baseKey, readWords, type Words } from './words.ts'

const said = (text: string, key = 'home:title'): Words => new Map([[key, text]])
const wrong = (...lines: readonly [text: string, fault: string][]): Rule<Words>['seeds'] =>
  Object.fromEntries(lines.map(([line, fault]) => [line, [said(line), `home:title ${fault}: `]]))
const right = (...lines: string[]): Record<string, Words> => Object.fromEntries(lines.map((line) => [line, said(line)]))

rule('interface words follow Chinese typography', {
  of: () => readWords('cn'),
  faults: (words) =>
    [...words]
      .flatMap(([where, text]) => badChinese(text).map((why) => `${where} ${why}`))
      // Printed documents have no `text-autospace`: filled-in values are separated by a space.
      .filter((line) => !(line.startsWith('policydocuments:') && line.includes('a typed space'))),
  looksAt: (words) => words.keys(),
  among: ['titles:home', 'policydocuments:subject', 'messages:login_code.subject'],
  atLeast: 2000,
  seeds: {
    ...wrong(
      ['保单,条款', 'half-width punctuation'],
      ['保单.', 'half-width punctuation'],
      ['保单 PDF', 'a typed space'],
      ['共3 页', 'a typed space'],
      ['"保单"', 'a straight quotation mark'],
    ),
    'a comma in a printed document': [
      said('保单,条款', 'policydocuments:subject'),
      'policydocuments:subject half-width punctuation: ',
    ],
  },
  sound: {
    ...right(
      '第{{now}}步，共{{all}}步',
      '见[条款](/plan/details/clause)第5.2条',
      '10:30至12:00',
      '阅读<terms>条款</terms>，共3页',
    ),
    'a value in a printed document': said('保单 YF1', 'policydocuments:subject'),
  },
})

/** "15MB": in both languages a figure is set apart from the unit of a file's size. */
const UNSPACED = /(?:\d|\}\})(?:KB|MB|GB|KiB|MiB|GiB)\b/

rule('a file’s size has a space before its unit, as in English', {
  of: () => readWords('cn'),
  faults: (words) => [...words].filter(([, text]) => UNSPACED.test(text)).map(([where, text]) => `${where}: ${text}`),
  looksAt: (words) => [...words].filter(([, text]) => /[KMG]i?B\b/.test(text)).map(([where]) => where),
  among: ['errors:field.file_size', 'uploads:note.web', 'cashier:documents.size'],
  seeds: {
    'a figure': [said('不超过15MB'), 'home:title: '],
    'a value': [said('不超过{{mebibytes}}MB'), 'home:title: '],
  },
  sound: right('不超过{{mebibytes}} MB', '不超过15 MB的PDF'),
})

rule('a file’s size in the content has a space before its unit too', {
  of: () => readTree('content').files,
  faults: (files) => [...files].filter(([, text]) => UNSPACED.test(text)).map(([path]) => path),
  looksAt: (files) => [...files].filter(([, text]) => /[KMG]i?B\b/.test(text)).map(([path]) => path),
  among: ['claims/cn/instructions.md', 'notices/cn/upload-receipts.md'],
  seeds: { 'a value': [new Map([['faq/cn/a.md', '每份不超过{{limits.maxFileMebibytes}}MB']]), 'faq/cn/a.md'] },
  sound: { 'with a space': new Map([['faq/cn/a.md', '每份不超过{{limits.maxFileMebibytes}} MB']]) },
})

/** A list of names joined by hand, or a template with a dot between two of them. */
const BY_HAND = /\btier(?:Name)?\]\.filter\(Boolean\)\.join\(|\bplan\w*\} [·–] \$\{\w*tier/i

rule('a plan and its tier are joined in one way: `joined` of locale.ts', {
  of: () => readTexts(codeUnder('src').filter((path) => !isTest(path))),
  faults: (texts) => [...texts].filter(([, text]) => BY_HAND.test(text)).map(([path]) => path),
  looksAt: (texts) => [...texts].filter(([, text]) => /\bjoined\(lang, [^)]*tier/i.test(text)).map(([path]) => path),
  among: ['src/features/cashier/screens/group/group-facts.tsx', 'src/features/collection/screens/campaign/index.tsx'],
  seeds: {
    'a dot': [new Map([['src/a.tsx', "[plan, tier].filter(Boolean).join('·')"]]), 'src/a.tsx'],
    'a template': [new Map([['src/a.ts', '`${plan} · ${tier}`']]), 'src/a.ts'],
  },
  sound: { joined: new Map([['src/a.tsx', 'joined(lang, plan, tier)']]) },
})

const isScreen = (path: string): boolean => !isTest(path) && !/\/(?:server|rules)\//.test(path)

interface Times {
  files: Texts
  words: readonly { zone: string; texts: Words }[]
}

/** Where a time is put into its words elsewhere: the keys of those, or of what names the zone for the whole page. */
const ZONE_SAID: Readonly<Record<string, readonly string[]>> = {
  'src/app/photos/upload-words.ts': ['app:zone'],
  'src/features/account/screens/mine/signed-in-devices.tsx': [
    'account:mine.devices.until',
    'account:mine.devices.last',
  ],
  'src/features/account/screens/orders/web.tsx': ['account:order.lead'],
  'src/features/account/screens/overview/overview-parts.tsx': [
    'account:overview.pay.text',
    'account:overview.task.${kind}.text',
  ],
  'src/features/claims/screens/apply/steps/signature-field.tsx': ['claimform:sign.saved', 'claimform:sign.savedOn'],
  'src/features/claims/screens/document-row.tsx': ['app:zone'],
  'src/features/claims/screens/follow/activity-list.tsx': ['app:zone'],
  'src/features/claims/screens/follow/detail/application-answers.tsx': ['app:zone'],
  'src/features/claims/screens/follow/detail/requests-and-payments.tsx': ['app:zone'],
  'src/features/claims/screens/follow/images/image-row.tsx': ['app:zone'],
  'src/features/collection/screens/campaign/own-applications.tsx': ['collection:mine.${stage}.text'],
  'src/features/education/screens/tuition-progress.tsx': [
    'app:zoned',
    'tuition:head.${status}.title',
    'tuition:head.${status}.text',
    'tuition:next.by',
    'tuition:next.late',
    'tuition:next.lateSend',
  ],
  'src/features/orders/screens/confirm/steps/consent-step.tsx': ['sent', 'agreed', 'refused', 'void'].map(
    (it) => `confirm:consent.${it}`,
  ),
  'src/features/policies/screens/details/surrender-request-state.tsx': ['policies:surrender.state.${shown}.${text}'],
  'src/features/policies/screens/extend/unpaid-extension.tsx': ['extension:pending.text'],
  'src/app/words/deadline.ts': ['app:deadline.instant', 'app:deadline.instantHere'],
}

/** Calls that write an instant, with the keys of the words that they are put into. */
function writtenTimes(path: string, text: string): { call: string; keys: readonly string[] }[] {
  if (!/\bformat(?:Instant|Recent)\(/.test(text)) return []
  const found: { call: string; keys: readonly string[] }[] = []
  const keysAround = (node: ts.Node | undefined): readonly string[] => {
    if (node === undefined) return []
    const [first] = ts.isCallExpression(node) && node.expression.getText() === 't' ? node.arguments : []
    return first
      ? [...first.getText().matchAll(/['`](\w+:[^'`]+)['`]/g)].map(([, one = '']) => one)
      : keysAround(node.parent)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^format(?:Instant|Recent)$/.test(node.expression.getText()))
      found.push({ call: node.getText(), keys: keysAround(node) })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(`${path}.tsx`, scriptOf(path, text), ts.ScriptTarget.Latest, true))
  return found
}

const TIME = /\{\{(?:at|by|closes|from|last|latest|time|until|when)\}\}/

/** By keys of words: those with a time and without its zone; `undefined` if none of all says the zone. */
function withoutZone(keys: readonly string[], words: Times['words']): string[] | undefined {
  const parts = keys.map((key) => key.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+'))
  const pattern = new RegExp(`^(?:${parts.join('|')})(?:_\\w+)?$`)
  const own = words.flatMap(({ zone, texts }) =>
    [...texts].filter(([key]) => pattern.test(key)).map(([key, text]) => ({ key, text, named: text.includes(zone) })),
  )
  if (!own.some(({ named }) => named)) return undefined
  return own.filter(({ text, named }) => !named && TIME.test(text)).map(({ key }) => key)
}

const screenTimes = (times: Times) =>
  [...times.files].flatMap(([path, text]) => writtenTimes(path, text).map((one) => ({ path, ...one })))

const timesOf = (code: string, cn: string, en: string): Times => ({
  files: new Map([['src/a.tsx', code]]),
  words: [
    { zone: '北京时间', texts: said(cn, 'a:sent') },
    { zone: 'Beijing time', texts: said(en, 'a:sent') },
  ],
})

rule('a time of day names its zone', {
  of: (): Times => ({
    files: readTexts([...codeUnder('src/features'), ...codeUnder('src/app')].filter(isScreen)),
    words: [
      { zone: '北京时间', texts: readWords('cn') },
      { zone: 'Beijing time', texts: readWords('en') },
    ],
  }),
  faults: (times) =>
    screenTimes(times).flatMap(({ path, call, keys }) =>
      (withoutZone(ZONE_SAID[path] ?? keys, times.words) ?? [`${call} alone`]).map((one) => `${path}: ${one}`),
    ),
  looksAt: (times) => screenTimes(times).map(({ path }) => path),
  among: ['src/features/account/screens/orders/detail/order-detail.tsx'],
  atLeast: 20,
  seeds: {
    'a time that stands alone': [
      timesOf('{formatInstant(at, lang)}', '{{at}}（北京时间）', '{{at}}, Beijing time'),
      'formatInstant(at, lang) alone',
    ],
    'words of one language': [
      timesOf("t('a:sent', { at: formatInstant(at, lang) })", '{{at}}提交', 'Sent {{at}}, Beijing time'),
      'a:sent',
    ],
  },
  sound: {
    'words with the zone': timesOf(
      't(`a:${state}`, { at: formatRecent(at, lang, now) })',
      '北京时间{{at}}提交',
      'Sent {{at}}, Beijing time',
    ),
  },
})

interface Screens {
  files: Texts
  words: Words
}

/** Filled-in words, and a space after them that a person sees: in Astro a line break is one, too. */
const SPACED = /\)\}(?:\s*<\/(?:strong|span)>)?(?:\{' '\}| (?=[{<]))/g
const SPACED_ASTRO = /\)\}(?:<\/(?:strong|span)>)?\s+(?=<(?:a|strong)\b|\{(?:t|say)\()/g
const FULL_WIDTH_END = /[。！？：，；、]$/

function spacesAfter(path: string, text: string, words: Words): string[] {
  return [...text.matchAll(path.endsWith('.astro') ? SPACED_ASTRO : SPACED)].flatMap(({ 0: found, index }) => {
    const before = text.slice(0, index)
    const call = before.slice(Math.max(...['{t(', '{say(', ' t('].map((begin) => before.lastIndexOf(begin)), 0))
    const unseen = before.slice(before.lastIndexOf('\n')).includes('sr-only')
    if (unseen || text.startsWith('<span className="sr-only', index + found.length)) return []
    return [...call.matchAll(/['`]([\w:.-]+)['`]/g)].flatMap(([, key = '']) => {
      const ends = [...words].some(([name, one]) => baseKey(name).endsWith(key) && FULL_WIDTH_END.test(one))
      return ends ? [`${path}: a space after ${key}`] : []
    })
  })
}

const screensOf = (code: string, path = 'src/a.tsx'): Screens => ({
  files: new Map([[path, code]]),
  words: said('请稍候。', 'a:wait'),
})

rule('no space follows a Chinese full stop, comma or colon: `Gap`, `sentences`', {
  of: (): Screens => ({
    files: readTexts([...codeUnder('src/features'), ...codeUnder('src/app')].filter(isScreen)),
    words: readWords('cn'),
  }),
  faults: ({ files, words }) => [...files].flatMap(([path, text]) => spacesAfter(path, text, words)),
  looksAt: ({ files }) => files.keys(),
  among: ['src/app/photos/upload-slot.tsx', 'src/features/plans/screens/HelpLines.astro'],
  seeds: {
    'a space': [screensOf("{t('a:wait')} {t('a:more')}"), 'a space after a:wait'],
    'a space after an element that ends in a line of its own': [
      screensOf("{t('a:wait')}\n</strong>{' '}\n{names}"),
      'a space after a:wait',
    ],
    'a written space': [screensOf("{t('a:wait')}{' '}\n<TextLink>"), 'a space after a:wait'],
    'a line break in Astro': [screensOf("{t('a:wait')}\n  <a href>", 'src/a.astro'), 'a space after a:wait'],
  },
  sound: {
    'a gap of the language': screensOf("{t('a:wait')}<Gap />{t('a:more')}"),
    'a space before what is only read aloud': screensOf('{t(\'a:wait\')} <span className="sr-only">'),
  },
})

/** Words that stand above a field, each of one field: `errors` are refusals of a whole call, shown as sentences. */
const FIELD_ERROR = /[:.](?:field|error|fieldError|problem)\.[\w.-]+$/

rule('the error of a field ends without a full stop', {
  of: () => new Map([...readWords('cn'), ...[...readWords('en')].map(([key, text]) => [`en ${key}`, text] as const)]),
  faults: (words) =>
    [...words].filter(([key, text]) => FIELD_ERROR.test(key) && /[。.]$/.test(text)).map(([key]) => key),
  looksAt: (words) => [...words.keys()].filter((key) => FIELD_ERROR.test(key)),
  among: [
    'errors:field.no_such_day',
    'plans:price.problem.end_before',
    'extension:error.ends',
    'en invoices:error.email_format',
  ],
  atLeast: 300,
  seeds: { 'a full stop': [said('请填写邮箱。', 'refunds:error.email'), 'refunds:error.email'] },
  sound: {
    'two sentences': said('已满。请更换', 'errors:field.full'),
    'a refusal': said('已满。', 'refunds:errors.full'),
  },
})
