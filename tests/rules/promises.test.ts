/**
 * Every promise of the texts is kept by something that exists, and its list matches the texts (`docs/promises.md`); and
 * a day or an instant by which something is to be done is told in the time of the person's place, too.
 */
import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { SITE } from '../../src/lib/site.ts'
import { matchRoute } from '../../src/routes.ts'
import { features } from '../../src/programs/feature-list.ts'
import { once, rule } from './rule.ts'
import { codeUnder, isTest, readSource, sourceOf, type Source } from './source.ts'
import { flatten, readWords, type Words } from './words.ts'

interface Row {
  promise: string
  file: string
  words: string
  keepers: [kind: string, name: string][]
}

const rowsOf = (list: string): Row[] =>
  list
    .split('\n')
    .filter((line) => /^\| .+`/.test(line))
    .map((line) => {
      const [promise = '', file = '', words = '', kept = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return {
        promise,
        file: file.replaceAll('`', ''),
        words,
        keepers: [...kept.matchAll(/(\w+) `([^`]+)`/g)].map(([, kind = '', name = '']) => [kind, name]),
      }
    })
const readPromises = once(() => rowsOf(readFileSync('docs/promises.md', 'utf8')))

const calls = features.flatMap((it) => it.routes ?? []).map(({ call }) => call.path)
const commands = features.flatMap((it) => it.commands ?? []).map(({ noun, verb }) => `${noun} ${verb}`)
const jobs = features.flatMap((it) => [...(it.jobs ?? []), ...(it.recurring ?? [])]).map(({ kind }) => kind)

const EXISTS: Record<string, (name: string) => boolean> = {
  page: (name) => matchRoute(name) !== undefined,
  call: (name) => calls.includes(name),
  command: (name) => commands.includes(name),
  job: (name) => jobs.includes(name),
  person: (name) => name in SITE.en,
  test: (name) => /\.test\.tsx?$/.test(name) && existsSync(name),
}

const kept = (by: string): Row[] => rowsOf(`| Cancel the policy | \`docs/promises.md\` | Promises | ${by} |`)

rule('every promise is kept by what there is', {
  of: readPromises,
  faults: (rows) =>
    rows.flatMap(({ promise, keepers }) => [
      ...(keepers.length === 0 ? [`${promise}: kept by nothing`] : []),
      ...keepers
        .filter(([kind, name]) => !EXISTS[kind]?.(name))
        .map(([kind, name]) => `${promise}: no ${kind} ${name}`),
    ]),
  looksAt: (rows) => rows.flatMap(({ keepers }) => keepers.map(([kind, name]) => `${kind} ${name}`)),
  among: [
    'page /insurance-policy/details',
    'call policy/surrender',
    'command refunds approve',
    'job invoice.deliver',
    'person email',
    'test tests/api/orders-sensitive.test.ts',
  ],
  atLeast: 60,
  seeds: {
    'no keeper': [kept('`nobody`'), 'Cancel the policy: kept by nothing'],
    'a page that is gone': [kept('page `/no/such/page`'), 'Cancel the policy: no page /no/such/page'],
    'a call that is gone': [kept('call `claim/unknown`'), 'Cancel the policy: no call claim/unknown'],
    'a command that is gone': [kept('command `claims unknown`'), 'Cancel the policy: no command claims unknown'],
    'a job that is gone': [kept('job `claim.unknown`'), 'Cancel the policy: no job claim.unknown'],
    'a person who is gone': [kept('person `fax`'), 'Cancel the policy: no person fax'],
    'a test that is gone': [kept('test `tests/api/unknown.test.ts`'), 'no test tests/api/unknown.test.ts'],
    'a keeper of an unknown kind': [kept('word `of honour`'), 'Cancel the policy: no word of honour'],
  },
})

const saidIn = (file: string, words: string): Row[] =>
  rowsOf(`| Cancel the policy | \`${file}\` | ${words} | person \`email\` |`)

rule('every promise is said where the list says', {
  of: readPromises,
  faults: (rows) =>
    rows
      .filter(({ file, words }) => !existsSync(file) || words === '' || !readFileSync(file, 'utf8').includes(words))
      .map(({ promise, file }) => `${promise}: not in ${file}`),
  looksAt: (rows) => rows.map(({ promise }) => promise),
  among: ['Cancel the policy', 'Invoice', 'Close the account, delete data'],
  atLeast: 26,
  seeds: {
    'words that no longer stand there': [
      saidIn('docs/promises.md', 'We deliver by pigeon'),
      'Cancel the policy: not in docs/promises.md',
    ],
    'a text that is gone': [
      saidIn('content/faq/en/none.md', 'choose'),
      'Cancel the policy: not in content/faq/en/none.md',
    ],
    'no words': [saidIn('docs/promises.md', ''), 'Cancel the policy: not in docs/promises.md'],
  },
})

/** What the server writes: it does not know where the person is, and names Beijing's time. */
const WRITTEN_BY_SERVER = /^(messages|claimdocuments|policydocuments|salesrecord|tuitionreceipt|groupreceipt|gateway):/
const BY_WHEN =
  /\b(?:by|until|before|after|due(?: on)?|closed? (?:on|at)|[Ee]nd of) \{\{(?:at|by|closes|date|day|due|ends?|expires|last|payBy|time|until)\}\}|\{\{(?:by|due|payBy|until)\}\}/i
/** Sentences with such words that set nobody a time. */
const NO_DEADLINES: readonly [keys: RegExp, why: string][] = [
  [/^app:deadline\./, 'the words of the format itself'],
  [/^(cashier:facts\.end|confirm:check\.toValue|plans:price\.until|policies:(surrender\.last|terms\.until))/, 'cover'],
  [/^extension:(paid|check|pending|blocked)\./, 'cover'],
  [/^policies:surrender\.state\.under_review\.text$/, 'cover, beside a deadline that is told'],
  [/^(claimform:missing|collection:standing\.over|(contact|credentials):undo\.over)\./, 'what is over'],
  [/^claims:activity\./, 'what has happened'],
  [/^closing:keeps\./, 'how long records are kept'],
  [/^(info:(notice|legal)|plans:(details\.retired|clause))\b/, 'which text or plan applied'],
]
const tellsOnlyBeijing = ([key, text]: readonly [string, string]): boolean =>
  BY_WHEN.test(text) && !NO_DEADLINES.some(([keys]) => keys.test(key))

rule('a deadline of the interface is told in the time of the person’s place: {{until, deadline}}', {
  of: once((): Words => new Map([...readWords('en')].filter(([key]) => !WRITTEN_BY_SERVER.test(key)))),
  faults: (words) => [...words].filter(tellsOnlyBeijing).map(([key, text]) => `${key}: ${text}`),
  looksAt: (words) => [...words].filter(([, text]) => /, (?:d|shortD)eadline\}\}/.test(text)).map(([key]) => key),
  among: ['cashier:payBy', 'claimprogress:clock.running.decision', 'claimprogress:next.decision', 'tuition:next.by'],
  atLeast: 60,
  seeds: {
    'an instant': [flatten('plans:', { a: 'Pay by {{at}}, Beijing time' }), 'plans:a: Pay by'],
    'a last day': [flatten('plans:', { a: 'Send it by the end of {{day}}' }), 'plans:a: Send it'],
    'a value named as one': [flatten('plans:', { a: '{{until}}' }), 'plans:a: '],
  },
  sound: {
    'one with its format, and what has happened': flatten('plans:', {
      a: 'Pay by {{at, deadline}}',
      b: 'Paid on {{at}}, Beijing time',
    }),
  },
})

/** Holes of a text that have a format, with it: `until, deadline`. */
const formatted = (text: string | undefined): string =>
  [...(text ?? '').matchAll(/\{\{(\w+, \w+)\}\}/g)]
    .map(([, hole = '']) => hole)
    .sort()
    .join(' ')
const readBoth = once(() => ({ en: readWords('en'), cn: readWords('cn') }))

rule('a deadline has the same format in both languages', {
  of: readBoth,
  faults: ({ en, cn }) =>
    [...en]
      .filter(([key, text]) => cn.has(key) && formatted(text) !== formatted(cn.get(key)))
      .map(([key, text]) => `${key}: ${formatted(text)} and ${formatted(cn.get(key))}`),
  looksAt: ({ en }) => [...en].filter(([, text]) => formatted(text) !== '').map(([key]) => key),
  among: ['cashier:payBy', 'claimprogress:need.by'],
  atLeast: 60,
  seeds: {
    'one that only English tells': [
      { en: flatten('plans:', { a: 'By {{at, deadline}}' }), cn: flatten('plans:', { a: '最晚{{at}}' }) },
      'plans:a: at, deadline and ',
    ],
  },
})

interface Calls {
  words: Words
  sources: readonly Source[]
}

/** The words that an expression may ask for: strings and templates in it, as patterns. */
function keysIn(node: ts.Node): RegExp[] {
  const inner: RegExp[] = []
  ts.forEachChild(node, (child) => void inner.push(...keysIn(child)))
  if (ts.isStringLiteralLike(node)) return [new RegExp(`^${node.text}(_\\w+)?$`)]
  if (!ts.isTemplateExpression(node)) return inner
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  return [new RegExp(`^${parts.join('[\\w.-]+')}(_\\w+)?$`), ...inner]
}

/** Values of deadlines that a call of `t` has already written out. */
function writtenOut({ words, sources }: Calls): string[] {
  const faults: string[] = []
  const holes = new Map([...words].map(([key, text]) => [key, formatted(text)] as const).filter(([, it]) => it !== ''))
  const visit = (node: ts.Node, path: string): void => {
    ts.forEachChild(node, (child) => visit(child, path))
    const [key, values] = ts.isCallExpression(node) && node.expression.getText() === 't' ? node.arguments : []
    if (!key || !values || !ts.isObjectLiteralExpression(values)) return
    const written = values.properties
      .filter((it) => ts.isPropertyAssignment(it))
      .filter(({ initializer }) => /\b(?:format[A-Z]\w+|near|recent)\(/.test(initializer.getText()))
    if (written.length === 0) return
    const asked = keysIn(key)
    const names = [...holes].filter(([it]) => asked.some((pattern) => pattern.test(it))).map(([, it]) => it)
    for (const it of written)
      if (names.join(' ').includes(`${it.name.getText()}, `)) faults.push(`${path}: ${it.getText()}`)
  }
  for (const { path, text } of sources)
    visit(ts.createSourceFile(`${path}.tsx`, text, ts.ScriptTarget.Latest, true), path)
  return faults
}

const called = (text: string): Calls => ({
  words: flatten('plans:', { by_one: 'By {{at, deadline}}', on: 'On {{at}}' }),
  sources: [sourceOf('src/a.tsx', text)],
})

rule('a deadline is handed to its words as an instant or a day, not written out', {
  of: once((): Calls => ({
    words: readBoth().en,
    sources: codeUnder('src')
      .filter((path) => !isTest(path))
      .map(readSource),
  })),
  faults: writtenOut,
  looksAt: ({ sources }) => sources.map(({ path }) => path),
  among: ['src/features/cashier/screens/pay-deadline.tsx', 'src/features/claims/rules/claim-list-words.ts'],
  seeds: {
    'an instant in Beijing time': [called("t('plans:by', { at: formatInstant(at, lang) })"), 'src/a.tsx: at: format'],
    'a day in one of several words': [called("t(`plans:${x}`, { at: a ? near(b) : '' })"), 'src/a.tsx: at: a ?'],
  },
  sound: {
    'the instant, and the day of what has happened': called(
      "t('plans:by', { at }); t('plans:on', { at: formatDay(day, lang) })",
    ),
  },
})
