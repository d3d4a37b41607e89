/** An island has the words that it can ask for: its page passes it exactly the namespaces that its files use. */
import { once, rule } from './rule.ts'
import { codeUnder, isTest, readSource, sourceOf, type Source } from './source.ts'
import { namespacesOf, usageOf } from './words.ts'

/** Passed to every island by `resources`. */
const ALWAYS = ['ui', 'errors', 'app']
const namespaces = namespacesOf('en')
type Sources = ReadonlyMap<string, Source>
const byPath = (sources: readonly Source[]): Sources => new Map(sources.map((source) => [source.path, source]))
const readSources = once(() =>
  byPath(
    codeUnder('src')
      .filter((path) => !isTest(path))
      .map(readSource),
  ),
)

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map(
      (name) =>
        name
          .replace(/^\s*type\s+/, '')
          .split(' as ')[0]
          ?.trim() ?? '',
    )
    .filter(Boolean)

/** The files that an import runs: for a file that re-exports names, the files that the names come from. */
function filesOf({ text, imports }: Source, all: Sources): string[] {
  return imports.flatMap(({ specifier, file, typeOnly }) => {
    if (typeOnly || file === undefined) return []
    const through = all.get(file)
    const named = new RegExp(`import (?:\\w+, )?\\{([^}]*)\\} from '${specifier.replace(/[.[\]]/g, '\\$&')}'`).exec(
      text,
    )?.[1]
    if (!through || named === undefined) return [file]
    const from = new Map(
      [...through.text.matchAll(/export \{([^}]*)\} from '([^']+)'/g)].flatMap(([, list = '', at = '']) =>
        namesIn(list).map((name) => [name, through.imports.find((it) => it.specifier === at)?.file ?? file] as const),
      ),
    )
    return namesIn(named).map((name) => from.get(name) ?? file)
  })
}

const known = new WeakMap<Source, ReadonlyMap<string, string>>()
/** Namespaces used by a file, each with a key of it. A file is read once, although many islands import it. */
function usedBy(source: Source): ReadonlyMap<string, string> {
  const found = known.get(source)
  if (found) return found
  const { keys, prefixes, patterns } = usageOf([source], namespaces)
  const used = [...keys.keys(), ...prefixes.keys(), ...patterns.keys()].map(
    (key) => [key.split(':')[0] ?? '', key] as const,
  )
  known.set(source, new Map(used))
  return new Map(used)
}

/** Namespaces used by a file and its imports, each with the place of use. */
function usedFrom(start: string, all: Sources): Map<string, string> {
  const seen = new Set<string>()
  const used = new Map<string, string>()
  const visit = (path: string): void => {
    const source = all.get(path)
    if (seen.has(path) || !source) return
    seen.add(path)
    for (const [name, key] of usedBy(source)) used.set(name, `${path} ${key}`)
    // Re-exports are followed only for the names that are imported.
    const own = {
      ...source,
      imports: source.imports.filter(
        ({ specifier }) =>
          !new RegExp(`export \\{[^}]*\\} from '${specifier.replace(/[.[\]]/g, '\\$&')}'`).test(source.text),
      ),
    }
    filesOf(own, all).forEach(visit)
  }
  visit(start)
  return used
}

interface Island {
  page: string
  name: string
  /** The component's file, if it can be found. */
  file: string | undefined
  /** Namespaces passed to it, if they can be read. */
  given: readonly string[] | undefined
}

/** The quoted names in the arguments of `resources(lang, …)`. */
const given = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, it = '']) => it)

/** What the pages that import this file pass to it as `more`. */
const moreFrom = (page: string, all: Sources): string[] =>
  [...all.values()]
    .filter(({ imports }) => imports.some(({ file }) => file === page))
    .flatMap(({ text }) => [...text.matchAll(/\smore=\{\[([^\]]*)\]\}/g)].flatMap(([, list = '']) => given(list)))

/** The islands of an Astro file. Words are passed as `resources(lang, …)`. */
function islandsOf({ path, text, imports }: Source, all: Sources): Island[] {
  if (!path.endsWith('.astro')) return []
  return [...text.matchAll(/<(\w+)\s[^<]*?\bclient:\w/g)].map(({ 1: name = '', index }) => {
    // Each by its name, or all as one constant.
    const constantOf = /^<\w+\s+client:\S+\s+\{\.\.\.(\w+)\}/.exec(text.slice(index))?.[1]
    const said = text.slice(constantOf === undefined ? index : text.indexOf(`const ${constantOf} =`))
    const list = /\sresources(?:=\{|: )resources\(lang,?([^)]*)\)/.exec(said)?.[1]
    const specifier = new RegExp(`import ${name}\\b[^']*? from '([^']+)'`).exec(text)?.[1]
    const file = imports.find((it) => it.specifier === specifier)?.file
    const more = list?.includes('...more') ? moreFrom(path, all) : []
    return {
      page: path,
      name,
      file: all.has(file ?? '') ? file : undefined,
      given: list === undefined ? undefined : [...given(list), ...more],
    }
  })
}
const allIslands = (all: Sources): Island[] => [...all.values()].flatMap((page) => islandsOf(page, all))
const names = (all: Sources): string[] => allIslands(all).map(({ page, name }) => `${page} ${name}`)

const PAGE = 'src/pages/p.astro'
/** A page with an island, which imports by a file of re-exports. */
function made(markup: string, front = ''): Sources {
  const files = byPath([
    sourceOf(PAGE, `---\nimport A from '../a.tsx'\n${front}---\n${markup}`),
    sourceOf('src/a.tsx', "import { b } from './rows.ts'\nt('plans:x')"),
    sourceOf('src/rows.ts', "export { b } from './b.ts'\nexport { c } from './c.ts'"),
    sourceOf('src/b.ts', "t('orders:y')"),
    sourceOf('src/c.ts', "t('claims:z')"),
  ])
  return files
}
const island = (list: string): string => `<A client:only="react" lang={lang} resources={${list}} />`
const SOUND = made(island("resources(lang, 'plans', 'orders')"))
const ALL_AS_ONE = made(
  '<A client:only="react" {...given} />',
  "const given = { lang, resources: resources(lang, 'plans', 'orders') }\n",
)

const AMONG = [
  'src/pages/[...lang]/confirm.astro Confirm',
  'src/pages/[...lang]/login.astro Login',
  'src/features/claims/screens/apply/Wizard.astro Apply',
  'src/features/claims/screens/follow/Follow.astro FollowPage',
  'src/features/plans/screens/PlanDetails.astro Price',
] as const

rule('every island is found with its file and its words', {
  of: readSources,
  faults: (all) => [
    ...allIslands(all).flatMap(({ page, name, file, given: words }) => [
      ...(file ? [] : [`${page}: ${name} has no file`]),
      ...(words ? [] : [`${page}: the words of ${name} cannot be read`]),
    ]),
    ...[...all.values()]
      .filter((page) => page.path.endsWith('.astro'))
      .filter((page) => [...page.text.matchAll(/\sclient:\w/g)].length !== islandsOf(page, all).length)
      .map(({ path }) => `${path} has an island that is not found`),
  ],
  looksAt: names,
  among: AMONG,
  atLeast: 35,
  seeds: {
    'an island without a file': [made('<B client:load resources={resources(lang)} />'), `${PAGE}: B has no file`],
    'words from elsewhere': [made(island('texts')), `${PAGE}: the words of A cannot be read`],
    'an island with a part of another before it': [
      made('<A when={a < b} client:load resources={resources(lang)} />'),
      `${PAGE} has an island that is not found`,
    ],
  },
  sound: { 'words in place': SOUND, 'all as one constant': ALL_AS_ONE },
})

rule('what an island asks for is handed to it', {
  of: readSources,
  faults: (all) =>
    allIslands(all).flatMap(({ page, file = '', given: words = [] }) =>
      [...usedFrom(file, all)]
        .filter(([name]) => ![...ALWAYS, ...words].includes(name))
        .map(([name, where]) => `${page} lacks ${name}: ${where}`),
    ),
  looksAt: names,
  among: AMONG,
  seeds: {
    'words of what it imports': [made(island("resources(lang, 'plans')")), `${PAGE} lacks orders: src/b.ts orders:y`],
    'words of its own': [made(island("resources(lang, 'orders')")), `${PAGE} lacks plans: src/a.tsx plans:x`],
  },
  sound: { 'words in place': SOUND, 'all as one constant': ALL_AS_ONE },
})

rule('nothing is handed over that no file uses', {
  of: readSources,
  faults: (all) =>
    allIslands(all).flatMap(({ page, file = '', given: words = [] }) => {
      const used = usedFrom(file, all)
      return words.filter((name) => !used.has(name)).map((name) => `${page} hands over ${name}, which nothing uses`)
    }),
  looksAt: names,
  among: AMONG,
  seeds: {
    'words that no file has': [
      made(island("resources(lang, 'plans', 'orders', 'search')")),
      `${PAGE} hands over search, which nothing uses`,
    ],
    'words of a file that is re-exported and not imported': [
      made(island("resources(lang, 'plans', 'orders', 'claims')")),
      `${PAGE} hands over claims, which nothing uses`,
    ],
  },
  sound: { 'words in place': SOUND },
})
