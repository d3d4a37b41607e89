/** An island has the words that it can ask for: its page passes it exactly the namespaces that its files use. */
import { describe, expect, test } from 'vitest'
import { codeUnder, importsOf, isTest, readSource, type Source } from './source.ts'
import { namespacesOf, usageOf } from './words.ts'

/** Passed to every island by `resources`. */
const ALWAYS = ['ui', 'errors', 'app']
const namespaces = namespacesOf('en')
const sources = new Map(
  codeUnder('src')
    .filter((path) => !isTest(path))
    .map((path) => [path, readSource(path)]),
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
function filesOf({ text, imports }: Source, all: ReadonlyMap<string, Source>): string[] {
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

/** Namespaces used by a file and its imports, each with the place of use. */
function usedFrom(start: string, all: ReadonlyMap<string, Source>): Map<string, string> {
  const seen = new Set<string>()
  const used = new Map<string, string>()
  const visit = (path: string): void => {
    const source = all.get(path)
    if (seen.has(path) || !source) return
    seen.add(path)
    const usage = usageOf([source], namespaces)
    for (const key of [...usage.keys.keys(), ...usage.prefixes.keys(), ...usage.patterns.keys()])
      used.set(key.split(':')[0] ?? '', `${path} ${key}`)
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

/**
 * The islands of an Astro file: the component's file and the namespaces passed to it. A page that gets more from its
 * caller says so with `...more`.
 */
function islandsOf({ text, imports }: Source): { file: string; given: string[]; open: boolean }[] {
  return [...text.matchAll(/<(\w+) client:[^>]*?resources=\{resources\(lang,?([^)]*)\)\}/g)].map(
    ([, name = '', list = '']) => {
      const specifier = new RegExp(`import ${name}\\b.* from '([^']+)'`).exec(text)?.[1]
      return {
        file: imports.find((it) => it.specifier === specifier)?.file ?? '',
        given: [...list.matchAll(/'(\w+)'/g)].map(([, it = '']) => it),
        open: list.includes('...'),
      }
    },
  )
}

const missing = (all: ReadonlyMap<string, Source>): string[] =>
  [...all.values()].flatMap((page) =>
    islandsOf(page)
      .filter(({ open }) => !open)
      .flatMap(({ file, given }) =>
        [...usedFrom(file, all)]
          .filter(([name]) => ![...ALWAYS, ...given].includes(name))
          .map(([name, where]) => `${page.path} lacks ${name}: ${where}`),
      ),
  )

const unused = (all: ReadonlyMap<string, Source>): string[] =>
  [...all.values()].flatMap((page) =>
    islandsOf(page).flatMap(({ file, given }) => {
      const used = usedFrom(file, all)
      return given
        .filter((name) => !used.has(name))
        .map((name) => `${page.path} hands over ${name}, which nothing uses`)
    }),
  )

describe('words of islands', () => {
  test('every island is found with its file', () => {
    const islands = [...sources.values()].flatMap(islandsOf)
    expect(islands.length).toBeGreaterThan(25)
    expect(islands.filter(({ file }) => !sources.has(file))).toEqual([])
  })

  test('what an island asks for is handed to it', () => {
    expect(missing(sources)).toEqual([])
  })

  test('nothing is handed over that no file uses', () => {
    expect(unused(sources)).toEqual([])
  })
})

test('the rule finds what it is for', () => {
  const fake = (path: string, text: string): Source => ({ path, text, imports: importsOf(path, text) })
  const page = fake(
    'src/pages/p.astro',
    "---\nimport A from '../a.tsx'\n---\n<A client:only=\"react\" lang={lang} resources={resources(lang, 'plans', 'search')} />",
  )
  const files = [
    page,
    fake('src/a.tsx', "import { b } from './rows.ts'\nt('plans:x')"),
    fake('src/rows.ts', "export { b } from './b.ts'\nexport { c } from './c.ts'"),
    fake('src/b.ts', "t('orders:y')"),
    fake('src/c.ts', "t('claims:z')"),
  ]
  const all = new Map(files.map((it) => [it.path, it]))
  // The files of this example are not on disk, so their imports are resolved by hand.
  for (const it of files) for (const each of it.imports) each.file = `src/${each.specifier.replace(/^(\.\.?\/)+/, '')}`
  expect(missing(all)).toEqual(['src/pages/p.astro lacks orders: src/b.ts orders:y'])
  expect(unused(all)).toEqual(['src/pages/p.astro hands over search, which nothing uses'])
})
