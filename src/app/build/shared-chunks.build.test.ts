import { expect, test } from 'vitest'
import { filesOf, merged, type Shared } from './shared-chunks.build.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const at = (name: string): string => `${ROOT}src/${name}`
const shared = (pages: string, bytes: number, name = pages): Shared => ({
  pages: new Set(pages),
  modules: [name],
  bytes,
})
const evenly = (): number => 1
const together = (all: readonly Shared[], weight: (page: string) => number = evenly): string[] =>
  merged(all, weight)
    .map(({ modules }) => modules.join('+'))
    .sort()

test('sets that the same pages need become one', () => {
  expect(together([shared('ab', 5000, 'x'), shared('ab', 9000, 'y')])).toEqual(['y+x'])
})

test('a small set joins what most of its pages load, a large one stays by itself', () => {
  expect(together([shared('abcd', 4000), shared('abc', 300)])).toHaveLength(1)
  expect(together([shared('abcd', 4000), shared('ab', 3000)])).toHaveLength(2)
})

test('sets without a page in common never meet', () => {
  expect(together([shared('ab', 1), shared('cd', 1)])).toHaveLength(2)
})

test('a page whose bytes count more loads nothing in vain', () => {
  const all = [shared('abcd', 400), shared('abc', 100)]
  expect(together(all)).toHaveLength(1)
  expect(together(all, (page) => (page === 'd' ? 50 : 1))).toHaveLength(2)
})

interface Module {
  imports?: string[]
  later?: string[]
  entry?: boolean
}
function graphOf(modules: Record<string, Module>): Parameters<typeof filesOf>[0] {
  const ids = Object.keys(modules)
  return {
    getModuleIds: () => ids.map(at),
    getModuleInfo: (id) => {
      const name = ids.find((it) => at(it) === id)
      const info = name === undefined ? undefined : modules[name]
      return info
        ? {
            code: 'x'.repeat(1000),
            importedIds: (info.imports ?? []).map(at),
            dynamicallyImportedIds: (info.later ?? []).map(at),
            importers: ids.filter((it) => name !== undefined && modules[it]?.imports?.includes(name)),
            isEntry: info.entry === true,
          }
        : null
    },
  }
}

test('pages, and what is opened on them, share files; what they are loaded by keeps its own', () => {
  const files = filesOf(
    graphOf({
      'orders/index.tsx': {
        entry: true,
        imports: ['app/load/island.tsx', 'orders/store.ts'],
        later: ['orders/step.tsx'],
      },
      'orders/step.tsx': { imports: ['orders/store.ts', 'orders/fields.ts'] },
      'orders/store.ts': {},
      'orders/fields.ts': {},
      'login/index.tsx': { entry: true, imports: ['app/load/island.tsx'] },
      'app/load/island.tsx': {},
    }),
  )
  expect(files.get(at('app/load/island.tsx'))).toBe('base')
  expect(files.get(at('orders/store.ts'))).toMatch(/^store$|^base$/)
  for (const name of ['orders/index.tsx', 'orders/step.tsx', 'orders/fields.ts', 'login/index.tsx'])
    expect(files.has(at(name))).toBe(false)
})
