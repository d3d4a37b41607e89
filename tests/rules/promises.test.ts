/** Every promise of the texts is kept by something that exists, and its list matches the texts (`docs/promises.md`). */
import { existsSync, readFileSync } from 'node:fs'
import { SITE } from '../../src/lib/site.ts'
import { matchRoute } from '../../src/routes.ts'
import { features } from '../../src/programs/feature-list.ts'
import { once, rule } from './rule.ts'

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
