/** Compares the documentation with what it describes: links, paths, settings, commands, decisions. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { features } from '../../src/programs/feature-list.ts'
import { hostCommands, serverCommands } from '../../src/server/operator/server-commands.ts'
import { once, rule } from './rule.ts'
import { settingsOf, SETTINGS } from './settings.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'

const readDocs = once(() => readTexts(['README.md', ...filesUnder('docs').filter((file) => file.endsWith('.md'))]))

interface Repository {
  pages: Texts
  exists: (path: string) => boolean
  /** Paths of all files of the repository. */
  files: readonly string[]
}

/** What a page points to: links outside of code, and paths and source files in code. */
interface Pointer {
  kind: 'link' | 'path' | 'file'
  to: string
}

function pointersOf(text: string): Pointer[] {
  const found = (kind: Pointer['kind'], from: string, pattern: RegExp): Pointer[] =>
    [...from.matchAll(pattern)].map(([, to = '']) => ({ kind, to }))
  return [
    ...found('link', text.replace(/```[\s\S]*?```|`[^`]*`/g, ''), /\]\(([^)\s]+)\)/g),
    // Except those with `<…>`, `{…}` and `*`.
    ...found('path', text, /`((?:src|tests|content|public|docs)\/[\w./[\]-]+)`/g),
    // By the end of its path, such as `server/intake/clean-pdf.ts`.
    ...found('file', text, /`([\w./-]+\.tsx?)(?: [^`]*)?`/g),
  ]
}

/** Anchors as GitHub derives them from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

function isThere({ pages, exists, files }: Repository, page: string, { kind, to }: Pointer): boolean {
  if (kind === 'path') return exists(to)
  if (kind === 'file') return files.some((file) => file === to || file.endsWith(`/${to.replace(/^\.\//, '')}`))
  if (/^https?:/.test(to)) return true
  const [path = '', anchor] = to.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  return exists(file) && (anchor === undefined || anchorsOf(pages.get(file) ?? '').includes(anchor))
}

const small = (text: string): Repository => ({
  pages: new Map([
    ['docs/a.md', text],
    ['docs/b.md', '# B\n\n## A term, two\n'],
  ]),
  exists: (path) => ['docs/a.md', 'docs/b.md', 'src/lib', 'src/lib/money/money.ts'].includes(path),
  files: ['docs/a.md', 'docs/b.md', 'src/lib/money/money.ts'],
})

rule('pages lead only to what is there', {
  of: () => ({
    pages: readDocs(),
    exists: existsSync,
    files: execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n'),
  }),
  faults: (repository) =>
    [...repository.pages].flatMap(([page, text]) =>
      pointersOf(text)
        .filter((pointer) => !isThere(repository, page, pointer))
        .map(({ to }) => `${page}: ${to}`),
    ),
  looksAt: ({ pages }) =>
    [...pages].flatMap(([page, text]) => pointersOf(text).map(({ kind, to }) => `${page} ${kind} ${to}`)),
  among: [
    'README.md link docs/operating.md',
    'docs/testing.md link editing.md#terms',
    'docs/contributing.md path src/lib/money/money.ts',
    'docs/contributing.md file transfer-account.ts',
  ],
  atLeast: 500,
  seeds: {
    'a dead link': [small('[c](c.md)'), 'docs/a.md: c.md'],
    'a dead anchor': [small('[b](b.md#a-term)'), 'docs/a.md: b.md#a-term'],
    'a dead anchor of its own': [small('# A\n[b](#b)'), 'docs/a.md: #b'],
    'a path that is gone': [small('`src/lib/gold`'), 'docs/a.md: src/lib/gold'],
    'a source file that is gone': [small('`lib/gold.ts`'), 'docs/a.md: lib/gold.ts'],
    'a source file with its options': [small('`node gold.ts --all`, `gold.ts --all`'), 'docs/a.md: gold.ts'],
  },
  sound: {
    'what is there': small('[b](b.md#a-term-two) [c](https://c.example) `src/lib` `lib/money/money.ts` `[d](d.md)`'),
  },
})

rule('every setting of the server is explained', {
  of: () => ({ settings: settingsOf(readTexts(SETTINGS)), text: readFileSync('docs/deploying.md', 'utf8') }),
  faults: ({ settings, text }) => settings.filter((name) => !text.includes(`| \`${name}\` |`)),
  looksAt: ({ settings }) => settings,
  among: ['DATABASE_URL', 'PORT', 'STRIPE_SECRET_KEY', 'WECHAT_PAY_APP_ID', 'SMTP_URL', 'TWILIO_URL'],
  atLeast: 50,
  seeds: {
    'a setting that the table does not have': [{ settings: ['PORT', 'HOST'], text: '| `PORT` | … |' }, 'HOST'],
    'one that is only mentioned': [{ settings: ['PORT'], text: 'Set `PORT`.' }, 'PORT'],
  },
})

rule('every command of the operator is explained', {
  of: () => ({
    commands: [...serverCommands, ...hostCommands, ...features.flatMap((it) => it.commands ?? [])].map(
      ({ noun, verb }) => `${noun} ${verb}`,
    ),
    text: readFileSync('docs/operating.md', 'utf8'),
  }),
  faults: ({ commands, text }) => commands.filter((name) => !text.includes(`| \`${name}`)),
  looksAt: ({ commands }) => commands,
  among: ['claims show', 'refunds approve', 'rates import', 'keys reseal'],
  atLeast: 50,
  seeds: {
    'a command without its row': [
      { commands: ['claims show', 'claims hide'], text: '| `claims show` |' },
      'claims hide',
    ],
  },
})

const namedScripts = (pages: Texts): { page: string; name: string }[] =>
  [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/npm run (?:-s )?([a-z][a-z-]*)/g)].map(([, name = '']) => ({ page, name })),
  )
const scriptsOf = (json: string): string[] => Object.keys((JSON.parse(json) as { scripts: object }).scripts)

rule('every npm command that a page names is there', {
  of: () => ({ pages: readDocs(), scripts: scriptsOf(readFileSync('package.json', 'utf8')) }),
  faults: ({ pages, scripts }) =>
    namedScripts(pages)
      .filter(({ name }) => !scripts.includes(name))
      .map(({ page, name }) => `${page}: npm run ${name}`),
  looksAt: ({ pages }) => namedScripts(pages).map(({ page, name }) => `${page}: npm run ${name}`),
  among: ['README.md: npm run check-production', 'README.md: npm run operator', 'docs/testing.md: npm run faults'],
  seeds: {
    'a command that is gone': [
      { pages: new Map([['docs/a.md', '`npm run -s check-all`']]), scripts: ['check'] },
      'docs/a.md: npm run check-all',
    ],
  },
})

const decisionsOf = (pages: Texts): string[] =>
  [...pages.keys()].filter((page) => /^docs\/decisions\/\d/.test(page)).map((page) => basename(page))

rule('every decision stands in the index', {
  of: readDocs,
  faults: (pages) =>
    decisionsOf(pages).filter((name) => !pages.get('docs/decisions/README.md')?.includes(`](${name})`)),
  looksAt: decisionsOf,
  among: ['0039-oldest-browsers.md', '0083-group-payments.md'],
  atLeast: 50,
  seeds: {
    'a decision that the index does not have': [
      new Map([
        ['docs/decisions/README.md', '[one](0001-one.md)'],
        ['docs/decisions/0001-one.md', ''],
        ['docs/decisions/0002-two.md', ''],
      ]),
      '0002-two.md',
    ],
  },
})

/** Requirements of levels 1 and 2 of ASVS 5.0.0: in each section they are the first, up to this number. */
const ASVS_SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'
const ASVS = ASVS_SECTIONS.split(' ').flatMap((section) => {
  const [name, most] = section.split(':')
  return Array.from({ length: Number(most) }, (_, i) => `${name}.${i + 1}`)
})

/** Rows of `docs/asvs.md`: one or more requirements, and what is said of them. */
const asvsRows = (text: string): { numbers: string[]; answer: string; how: string; shownBy: string }[] =>
  Array.from(
    text.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*?) +\|[^|]+\| (\w+) +\|([^|]*)\|([^|]*)\|$/gm),
    ([, numbers = '', answer = '', how = '', shownBy = '']) => ({
      numbers: numbers.split(', '),
      answer,
      how: how.trim(),
      shownBy: shownBy.trim(),
    }),
  )

/** What a row's answer must come with. */
function unanswered({ answer, how, shownBy }: ReturnType<typeof asvsRows>[number]): string | undefined {
  if (answer === 'met') return shownBy === '' ? 'says not what shows it' : undefined
  if (!['unused', 'deviation', 'deployment'].includes(answer)) return `has the answer ${answer}`
  return how === '' ? 'says not why' : undefined
}

const asvs = (numbers: readonly string[], rest = 'met | so | `tests/rules/docs.test.ts`'): string =>
  numbers.map((number) => `| ${number} | asks | ${rest} |`).join('\n')

rule('every requirement of ASVS level 2 has one answer, and names tests that exist', {
  of: () => readFileSync('docs/asvs.md', 'utf8'),
  faults: (text) => {
    const rows = asvsRows(text)
    const answered = rows.flatMap(({ numbers }) => numbers)
    return [
      ...new Set([...ASVS, ...answered])
        .values()
        .filter((number) => !ASVS.includes(number) || answered.filter((it) => it === number).length !== 1)
        .map((number) => `${number} does not stand there once`),
      ...rows.flatMap((row) => {
        const gone = Array.from(row.shownBy.matchAll(/`([^`]+)`/g), ([, test = '']) => test).filter(
          (test) => !/\.test\.tsx?$/.test(test) || !existsSync(test),
        )
        return [unanswered(row), ...gone.map((test) => `no test ${test}`)]
          .filter((fault) => fault !== undefined)
          .map((fault) => `${row.numbers.join(', ')}: ${fault}`)
      }),
    ]
  },
  looksAt: (text) => asvsRows(text).flatMap(({ numbers }) => numbers),
  among: ['1.1.1', '6.2.12', '17.3.2'],
  atLeast: 253,
  seeds: {
    'a number that is missing': [asvs(ASVS.slice(1)), '1.1.1 does not stand there once'],
    'a number that stands twice': [`${asvs(ASVS)}\n${asvs(['3.4.1, 3.4.2'])}`, '3.4.1 does not', '3.4.2 does not'],
    'a number that there is not': [`${asvs(ASVS)}\n${asvs(['1.2.10'])}`, '1.2.10 does not'],
    'one that is met by nothing': [`${asvs(ASVS.slice(1))}\n${asvs(['1.1.1'], 'met | so |')}`, '1.1.1: says not what'],
    'a deviation without a word': [
      `${asvs(ASVS.slice(1))}\n${asvs(['1.1.1'], 'deviation | | ')}`,
      '1.1.1: says not why',
    ],
    'another answer': [`${asvs(ASVS.slice(1))}\n${asvs(['1.1.1'], 'partly | so | ')}`, '1.1.1: has the answer partly'],
    'a test that is gone': [
      `${asvs(ASVS.slice(1))}\n${asvs(['1.1.1'], 'met | so | `tests/api/gone.test.ts`')}`,
      '1.1.1: no test tests/api/gone.test.ts',
    ],
  },
})
