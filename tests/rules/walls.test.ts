/** The boundaries of the architecture (design §3). */
import { existsSync } from 'node:fs'
import { contactReads, HELD_CONTACTS, strayContactReads } from './contact-reads.ts'
import { once, rule } from './rule.ts'
import { codeUnder, isTest, readSource, sourceOf, type Source } from './source.ts'
import { AGREED, circles, closure, isBrowser, isBuiltin, ORDER, wallViolations, zoneOf } from './walls.ts'

const readSources = once(() => codeUnder('src').map(readSource))
const paths = (sources: readonly Source[]): string[] => sources.map(({ path }) => path)

/** One file of each part of the house. */
const PARTS = [
  'src/lib/money/money.ts',
  'src/routes.ts',
  'src/ui/Icon.tsx',
  'src/app/words/words.tsx',
  'src/features/orders/contract.ts',
  'src/features/orders/steps.ts',
  'src/features/orders/screens/confirm/index.tsx',
  'src/features/orders/server/submit-order.ts',
  'src/server/http/create-app.ts',
  'src/programs/build/main.ts',
  'src/pages/[...lang]/home.astro',
  'src/content.config.ts',
] as const

const CROSSED: readonly (readonly [path: string, text: string])[] = [
  ['src/lib/money/money.ts', "import { readFileSync } from 'node:fs'"],
  ['src/lib/money/money.ts', "export { x } from '../../app/requests/api.ts'"],
  ['src/ui/Field.tsx', "import { useT } from '../app/words.tsx'"],
  ['src/app/requests/api.ts', "import { $plans } from '../../features/plans/rules/store.ts'"],
  ['src/features/plans/contract.ts', "import { $session } from '../../app/session.ts'"],
  ['src/features/plans/rules/store.ts', "import { $draft } from '../../claims/rules/store.ts'"],
  ['src/features/plans/screens/list.tsx', "import type { Plan } from '../server/plan-states.ts'"],
  ['src/features/plans/screens/List.astro', "---\nimport Card from '../../claims/screens/Card.astro'\n---\n"],
  ['src/features/plans/server/plan-states.ts', "import { localPrice } from '../../../app/price.ts'"],
  ['src/features/plans/server/plan-states.ts', "import { claimRule } from '../../claims/rules/draft.ts'"],
  ['src/server/http/create-app.ts', "import type { Plan } from '../../features/plans/contract.ts'"],
  ['src/server/http/create-app.ts', "import { planOf } from '../../features/plans/server/door.ts'"],
  ['src/server/http/create-app.ts', "import { features } from '../../programs/feature-list.ts'"],
  ['src/features/plans/server/plan-states.ts', "import { features } from '../../../programs/feature-list.ts'"],
  ['src/app/requests/api.ts', "import { features } from '../../programs/feature-list.ts'"],
  ['src/features/plans/server/plan-states.ts', "import { quote } from '../../orders/contract.ts'"],
  ['src/features/orders/server/draft/draft.ts', "import type { Claim } from '../../../claims/tables.ts'"],
  ['src/features/orders/tables.ts', "import type { Claim } from '../claims/tables.ts'"],
  ['src/features/claims/server/a.ts', "import { a } from '../../letters/server/door.ts'"],
  ['src/features/claims/server/a.ts', "import { planOf } from '../../policies/server/b.ts'"],
  ['src/features/claims/server/a.ts', "import { a } from './door.ts'"],
  ['src/ui/Icon.tsx', "import { writeSprite } from './icons.build.ts'"],
  ['src/pages/[...lang]/home.astro', "---\nimport { db } from '../../server/db/database.ts'\n---\n"],
  ['src/features/home/screens/home.tsx', "const m = await import('../../../server/create-app.ts')"],
  ['src/app/requests/api.ts', "import {\n  $plans,\n  type Plan,\n} from '../../features/plans/rules/store.ts'"],
]
const ALLOWED: readonly (readonly [path: string, text: string])[] = [
  ['src/lib/money/money.ts', "import type { Buffer } from 'node:buffer'"],
  ['src/features/plans/rules/store.ts', "import { quote } from '../../orders/contract.ts'"],
  ['src/features/claims/server/a.ts', "import { planOf } from '../../policies/server/door.ts'"],
  [
    'src/features/plans/server/plan-states.ts',
    "import { quote } from '../contract.ts'\nimport { facts } from '../rules/facts.ts'",
  ],
  ['src/pages/[...lang]/home.astro', "---\nimport Home from '../../features/home/screens/Home.astro'\n---\n"],
]

rule('nothing is imported across a wall (design §3)', {
  of: readSources,
  faults: wallViolations,
  looksAt: paths,
  among: PARTS,
  atLeast: 1000,
  seeds: Object.fromEntries(
    CROSSED.map(([path, text]) => [`${path}: ${text}`, [[sourceOf(path, text)], `${path} → `] as const]),
  ),
  sound: Object.fromEntries(ALLOWED.map(([path, text]) => [`${path}: ${text}`, [sourceOf(path, text)]])),
})

rule('every file stands in a part of the house', {
  of: readSources,
  faults: (sources) => paths(sources).filter((path) => zoneOf(path) === 'other'),
  looksAt: (sources) => sources.map(({ path }) => zoneOf(path)),
  among: [
    'lib',
    'routes',
    'contract',
    'ui',
    'app',
    'shared',
    'screen',
    'server',
    'room',
    'program',
    'pages',
    'build',
    'config',
  ],
  seeds: {
    'a folder of its own': [[sourceOf('src/helpers/a.ts', '')], 'src/helpers/a.ts'],
    'a file at the top': [[sourceOf('src/helpers.ts', '')], 'src/helpers.ts'],
  },
})

const featuresOf = (sources: readonly Source[]): string[] => [
  ...new Set(paths(sources).flatMap((path) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? [])),
]

rule('every feature has its place in the order', {
  of: readSources,
  faults: (sources) => featuresOf(sources).filter((feature) => !ORDER.includes(feature)),
  looksAt: featuresOf,
  among: ['plans', 'orders', 'info'],
  seeds: { 'a feature without a place': [[sourceOf('src/features/letters/contract.ts', '')], 'letters'] },
})

rule('every import of a file of ours finds it', {
  of: readSources,
  faults: (sources) =>
    sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !existsSync(file))
        .map(({ specifier }) => `${path} → ${specifier}`),
    ),
  looksAt: (sources) => sources.flatMap(({ path, imports }) => imports.map(({ file = '' }) => `${path} → ${file}`)),
  among: [
    'src/features/orders/contract.ts → src/lib/contract.ts',
    'src/pages/[...lang]/confirm.astro → src/features/orders/screens/confirm/index.tsx',
  ],
  atLeast: 5000,
  seeds: {
    'a file that is gone': [[sourceOf('src/lib/a.ts', "import { b } from './gone.ts'")], 'src/lib/a.ts → ./gone.ts'],
    'a file that is gone, when it is needed': [
      [sourceOf('src/lib/a.ts', "const b = await import('./gone.ts')")],
      'src/lib/a.ts → ./gone.ts',
    ],
  },
  sound: { 'a file that is there': [sourceOf('src/lib/a.ts', "import { b } from './money/money.ts'")] },
})

const circle = (third: string): Source[] => [
  sourceOf('src/lib/a.ts', "import { b } from './b.ts'"),
  sourceOf('src/lib/b.ts', "import type { C } from './c.ts'"),
  sourceOf('src/lib/c.ts', third),
]

rule('there is no circle of imports', {
  of: readSources,
  faults: circles,
  looksAt: paths,
  among: PARTS,
  seeds: {
    'a circle of three, one of them a type': [
      circle("export * from './a.ts'"),
      'src/lib/a.ts → src/lib/b.ts → src/lib/c.ts → src/lib/a.ts',
    ],
    'a circle of types': [
      [
        sourceOf('src/lib/a.ts', "import { b } from './b.ts'"),
        sourceOf('src/lib/b.ts', "import type { A } from './a.ts'"),
      ],
      'src/lib/a.ts → src/lib/b.ts → src/lib/a.ts',
    ],
  },
  sound: { 'a way that ends': circle("export * from './d.ts'") },
})

/** What a file reaches at run time, itself included. */
const reachedFrom = (sources: readonly Source[], from: string): Source[] => {
  const reached = closure(sources, from)
  return sources.filter(({ path }) => reached.has(path))
}
const needsNode = ({ imports }: Source): boolean =>
  imports.some(({ specifier, typeOnly }) => !typeOnly && isBuiltin(specifier))
const contracts = (sources: readonly Source[]): string[] => paths(sources).filter((path) => zoneOf(path) === 'contract')
const FOR_ONE = ['app', 'ui', 'screen', 'server', 'room', 'program', 'pages']

rule('contracts and steps reach nothing that needs a browser, a server or Node', {
  of: readSources,
  faults: (sources) =>
    contracts(sources).flatMap((path) =>
      reachedFrom(sources, path)
        .filter((reached) => needsNode(reached) || FOR_ONE.includes(zoneOf(reached.path)))
        .map((reached) => `${path} reaches ${reached.path}`),
    ),
  looksAt: contracts,
  among: ['src/features/orders/contract.ts', 'src/features/claims/steps.ts', 'src/features/policies/list-contract.ts'],
  atLeast: 15,
  seeds: {
    'a browser, by way of another file': [
      [
        sourceOf('src/features/a/contract.ts', "import { b } from './b.ts'"),
        sourceOf('src/features/a/b.ts', "import { c } from '../../app/c.ts'"),
        sourceOf('src/app/c.ts', ''),
      ],
      'src/features/a/contract.ts reaches src/app/c.ts',
    ],
    'a part of a screen': [
      [sourceOf('src/features/a/steps.ts', "import { b } from './b.tsx'"), sourceOf('src/features/a/b.tsx', '')],
      'src/features/a/steps.ts reaches src/features/a/b.tsx',
    ],
    Node: [
      [
        sourceOf('src/features/a/contract.ts', "import { b } from '../../lib/b.ts'"),
        sourceOf('src/lib/b.ts', "import { join } from 'path'"),
      ],
      'src/features/a/contract.ts reaches src/lib/b.ts',
    ],
  },
  sound: {
    'a type of Node': [
      sourceOf('src/features/a/contract.ts', "import { b } from '../../lib/b.ts'"),
      sourceOf('src/lib/b.ts', "import type { Buffer } from 'node:buffer'"),
    ],
  },
})

const islands = (sources: readonly Source[]): string[] =>
  paths(sources).filter((path) => isBrowser(path) && path.endsWith('.tsx'))

rule('nothing that runs in the browser reaches Node', {
  of: readSources,
  faults: (sources) =>
    islands(sources).flatMap((path) =>
      reachedFrom(sources, path)
        .filter(needsNode)
        .map((reached) => `${path} reaches ${reached.path}`),
    ),
  looksAt: islands,
  among: ['src/features/orders/screens/confirm/index.tsx', 'src/app/words/words.tsx', 'src/ui/Icon.tsx'],
  atLeast: 300,
  seeds: {
    'Node, by way of another file': [
      [
        sourceOf('src/features/a/screens/b.tsx', "import { c } from '../c.ts'"),
        sourceOf('src/features/a/c.ts', "import { readFileSync } from 'node:fs'"),
      ],
      'src/features/a/screens/b.tsx reaches src/features/a/c.ts',
    ],
  },
  sound: { 'a test': [sourceOf('src/ui/Icon.test.tsx', "import { readFileSync } from 'node:fs'")] },
})

interface Crossings {
  agreed: readonly string[]
  sources: readonly Source[]
}

rule('agreed crossings are still needed', {
  of: (): Crossings => ({ agreed: Object.keys(AGREED), sources: readSources() }),
  faults: ({ agreed, sources }) =>
    agreed.filter((pair) => {
      const [from = '', to = ''] = pair.split(' → ')
      return !sources.some(
        ({ path, imports }) => path.startsWith(from) && imports.some(({ file }) => file?.startsWith(to)),
      )
    }),
  looksAt: ({ agreed }) => agreed,
  among: ['src/features/account/screens/orders/detail → src/features/invoices/screens/invoice-panel.tsx'],
  seeds: {
    'a crossing that nobody makes any more': [
      { agreed: ['src/app → src/features/a.ts'], sources: [sourceOf('src/app/b.ts', "import './c.ts'")] },
      'src/app → src/features/a.ts',
    ],
  },
})

const policy = (line: string): Source[] => [sourceOf('src/features/policies/server/a.ts', line)]
const READ = 'src/features/policies/server/a.ts:1 reads contacts'

rule('whose a contact is, and when it was, is read in one module (decision 0100)', {
  of: () => readSources().filter(({ path }) => !isTest(path)),
  faults: strayContactReads,
  looksAt: (sources) => sources.flatMap((it) => contactReads(it).map((read) => read.replace(/:\d+/, ''))),
  among: [
    `${HELD_CONTACTS} reads contacts`,
    'src/features/session/server/contacts/contact-changes.ts reads the history of contacts',
  ],
  seeds: {
    'a query': [policy("const a = db.selectFrom('contacts').select('mac')"), READ],
    'a query under another name': [policy("const a = db.selectFrom('contacts as c').select('mac')"), READ],
    'a query of two tables': [policy("const a = db.selectFrom(['users', 'contacts'])"), READ],
    'a join': [policy("const a = query.leftJoin('contacts', 'contacts.mac', 'policies.mac')"), READ],
    'a part of another query': [policy("const a = (eb) => eb.exists(eb.selectFrom('contacts').select('id'))"), READ],
    SQL: [policy('const a = sql`select mac from contacts where user_id = ${id}`'), READ],
    'SQL after a value': [policy('const a = sql`select ${mac} in (select mac from contacts)`'), READ],
    'SQL with the table’s name': [policy("const a = sql`select * from ${sql.table('contacts')}`"), READ],
    'all that a person ever had': [
      policy("import { contactHistory as all } from '../../session/server/contacts/held-contacts.ts'"),
      'src/features/policies/server/a.ts:1 reads the history of contacts',
    ],
  },
  sound: {
    'what the module answers': policy("import { heldContacts } from '../../session/server/contacts/held-contacts.ts'"),
    'another table': policy("const a = db.selectFrom('contact_changes').select('id')"),
    'a change': policy("const a = trx.updateTable('contacts').set({ ended_at: now })"),
    'a word': policy("const a = t('claims:contacts from contactsheet')"),
  },
})
