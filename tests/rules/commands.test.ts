/** Every command that README and docs name is run by a test: those of npm and Node, and those of operators. */
import { existsSync } from 'node:fs'
import { features } from '../../src/programs/feature-list.ts'
import { hostCommands, serverCommands } from '../../src/server/operator/server-commands.ts'
import { COMMANDS } from '../runner/documented-commands.ts'
import { PHASES } from '../runner/phases.ts'
import { once, rule } from './rule.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'

const COMMAND = /\b(npm (?:ci|test|start|run (?:-s )?[a-z][a-z:-]*)|node [a-z.-]+\/[a-z./-]+\.ts|npx [a-z-]+)/g

const namedIn = (pages: Texts): string[] => [
  ...new Set([...pages.values()].flatMap((text) => [...text.matchAll(COMMAND)].map(([it]) => it.replace(' -s ', ' ')))),
]

interface Run {
  pages: Texts
  commands: typeof COMMANDS
  exists: (path: string) => boolean
}

rule('every command that a page names is run', {
  of: (): Run => ({
    pages: readTexts(['README.md', ...filesUnder('docs').filter((file) => file.endsWith('.md'))]),
    commands: COMMANDS,
    exists: (path) => existsSync(path) || PHASES.some(({ name }) => path === `phase ${name}`),
  }),
  faults: ({ pages, commands, exists }) => {
    const named = namedIn(pages)
    return [
      ...named.filter((name) => !commands[name]).map((name) => `${name} is run by nothing`),
      ...Object.keys(commands)
        .filter((name) => !named.includes(name))
        .map((name) => `${name} is named on no page`),
      ...Object.entries(commands).flatMap(([name, it]) =>
        'by' in it && !exists(it.by) ? [`${name}: ${it.by} is not there`] : [],
      ),
    ]
  },
  looksAt: ({ pages }) => namedIn(pages),
  among: ['npm test', 'npm run bench', 'node tests/tools/lock.ts', 'npx vitest'],
  seeds: {
    'a command that nothing runs': [
      { pages: new Map([['docs/a.md', 'Then `npm run -s polish`.']]), commands: {}, exists: () => true },
      'npm run polish is run by nothing',
    ],
    'a command that no page names any more': [
      { pages: new Map([['docs/a.md', '']]), commands: { 'npm run polish': { by: 'x' } }, exists: () => true },
      'npm run polish is named on no page',
    ],
    'a test that is gone': [
      {
        pages: new Map([['docs/a.md', 'npm test']]),
        commands: { 'npm test': { by: 'tests/gone.test.ts' } },
        exists: () => false,
      },
      'tests/gone.test.ts is not there',
    ],
  },
})

const testsOfCommands = once(() =>
  readTexts(
    [...filesUnder('tests'), ...filesUnder('src').filter((file) => file.endsWith('.test.ts'))].filter(
      (file) => file.endsWith('.ts') && !/^tests\/(rules|bench)\//.test(file),
    ),
  ),
)

/** In full, or its verb where a helper of the file puts the noun before it. */
function isRun(texts: Texts, [noun = '', verb = '']: readonly string[]): boolean {
  const [word, inFull] = [new RegExp(`['\`]${verb}['\`]`), new RegExp(`\\b${noun}(?: |', ')${verb}\\b`)]
  return [...texts.values()].some(
    (text) => inFull.test(text) || (word.test(text) && /desk|operator|[cC]ommand/.test(text)),
  )
}

rule('every command of operators is run by a test', {
  of: () => ({
    commands: [...serverCommands, ...hostCommands, ...features.flatMap((it) => it.commands ?? [])].map(
      ({ noun, verb }) => [noun, verb],
    ),
    texts: testsOfCommands(),
  }),
  faults: ({ commands, texts }) => commands.filter((it) => !isRun(texts, it)).map((it) => it.join(' ')),
  looksAt: ({ commands }) => commands.map((it) => it.join(' ')),
  among: ['claims show', 'payments try', 'messages templates'],
  atLeast: 100,
  seeds: {
    'a command without a test': [
      { commands: [['claims', 'hide']], texts: new Map([['tests/a.test.ts', "desk('claims', 'show')"]]) },
      'claims hide',
    ],
  },
})
