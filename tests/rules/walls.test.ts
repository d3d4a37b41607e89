import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeUnder, importsOf, readSource } from './source.ts'
import { AGREED, circles, closure, isBrowser, isBuiltin, wallViolations, zoneOf } from './walls.ts'

const sources = codeUnder('src').map(readSource)
const fake = (path: string, text: string) => ({ path, text, imports: importsOf(path, text) })

describe('walls', () => {
  test('nothing is imported across a wall (design §3)', () => {
    expect(wallViolations(sources)).toEqual([])
  })

  test('every file stands in a part of the house', () => {
    expect(sources.filter(({ path }) => zoneOf(path) === 'other').map(({ path }) => path)).toEqual([])
  })

  test('every import of a file of ours finds it', () => {
    const lost = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !existsSync(file))
        .map(({ specifier }) => `${path} → ${specifier}`),
    )
    expect(lost).toEqual([])
  })

  test('there is no circle of imports', () => {
    expect(circles(sources)).toEqual([])
  })

  test('contracts and steps reach nothing that needs a browser, a server or Node', () => {
    const bad = sources
      .filter(({ path }) => zoneOf(path) === 'contract')
      .flatMap(({ path }) =>
        [...closure(sources, path)].flatMap((reached) => {
          const imports = sources.find((source) => source.path === reached)?.imports ?? []
          const node = imports.some(({ specifier, typeOnly }) => !typeOnly && isBuiltin(specifier))
          return node || ['app', 'ui', 'screen', 'server', 'pages'].includes(zoneOf(reached))
            ? [`${path} reaches ${reached}`]
            : []
        }),
      )
    expect(bad).toEqual([])
  })

  test('nothing that runs in the browser reaches Node', () => {
    const islands = sources.filter(({ path }) => isBrowser(path) && path.endsWith('.tsx'))
    const bad = islands.flatMap(({ path }) =>
      [...closure(sources, path)]
        .filter((reached) =>
          sources
            .find((source) => source.path === reached)
            ?.imports.some(({ specifier, typeOnly }) => !typeOnly && isBuiltin(specifier)),
        )
        .map((reached) => `${path} reaches ${reached}`),
    )
    expect(bad).toEqual([])
  })

  test('agreed crossings are still needed', () => {
    const used = (pair: string): boolean => {
      const [from = '', to = ''] = pair.split(' → ')
      return sources.some(
        ({ path, imports }) => path.startsWith(from) && imports.some(({ file }) => file?.startsWith(to)),
      )
    }
    expect(Object.keys(AGREED).filter((pair) => !used(pair))).toEqual([])
  })
})

describe('the rules on walls find what they are for', () => {
  test.each([
    ['src/lib/money.ts', "import { readFileSync } from 'node:fs'"],
    ['src/lib/money.ts', "export { x } from '../app/api.ts'"],
    ['src/ui/Field.tsx', "import { useT } from '../app/words.tsx'"],
    ['src/app/api.ts', "import { $plans } from '../features/plans/store.ts'"],
    ['src/features/plans/contract.ts', "import { $session } from '../../app/session.ts'"],
    ['src/features/plans/store.ts', "import { $draft } from '../claims/store.ts'"],
    ['src/features/plans/screens/list.tsx', "import type { Plan } from '../plan-states.server.ts'"],
    ['src/features/plans/screens/List.astro', "---\nimport Card from '../../claims/screens/Card.astro'\n---\n"],
    ['src/features/plans/plan-states.server.ts', "import { localPrice } from '../../app/price.ts'"],
    ['src/features/plans/plan-states.server.ts', "import { claimRule } from '../claims/draft.ts'"],
    ['src/ui/Icon.tsx', "import { writeSprite } from './icons.build.ts'"],
    ['src/pages/[...lang]/home.astro', "---\nimport { db } from '../../server/db/database.ts'\n---\n"],
    ['src/features/home/screens/home.tsx', "const m = await import('../../../server/create-app.ts')"],
  ])('%s: %s', (path, text) => {
    expect(wallViolations([fake(path, text)])).toHaveLength(1)
  })

  test.each([
    ['src/lib/money.ts', "import type { Buffer } from 'node:buffer'"],
    ['src/features/plans/store.ts', "import { quote } from '../orders/contract.ts'"],
    [
      'src/features/plans/plan-states.server.ts',
      "import { quote } from '../orders/contract.ts'\nimport { facts } from './facts.ts'",
    ],
    ['src/pages/[...lang]/home.astro', "---\nimport Home from '../../features/home/screens/Home.astro'\n---\n"],
  ])('but %s may: %s', (path, text) => {
    expect(wallViolations([fake(path, text)])).toEqual([])
  })

  test('circles, of types too', () => {
    const a = fake('src/lib/a.ts', "import { b } from './b.ts'")
    const b = fake('src/lib/b.ts', "import { c } from './c.ts'")
    const c = fake('src/lib/c.ts', "export * from './a.ts'")
    expect(circles([a, b, c])).toHaveLength(1)
    expect(circles([a, b])).toEqual([])
    expect(circles([a, fake('src/lib/b.ts', "import type { A } from './a.ts'")])).toHaveLength(1)
  })
})
