/** The editing screen is a tool for editors: nothing of it may be on the site. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DIST, isBuilt } from './dist.ts'
import { closure } from './walls.ts'
import { codeUnder, filesUnder, readSource } from './source.ts'

const sources = codeUnder('src').map(readSource)

describe('the editing screen', () => {
  test('is not reached from the site, the server or the build', () => {
    const reached = ['src/server/main.ts', 'src/server/build.ts', 'src/server/dev.ts', 'src/content.config.ts'].flatMap(
      (from) => [...closure(sources, from)],
    )
    expect(reached.filter((path) => path.startsWith('src/server/editing/'))).toEqual([])
    const importers = sources.filter(
      ({ path, imports }) =>
        !path.startsWith('src/server/editing/') &&
        imports.some(
          ({ specifier, file }) => specifier.startsWith('@sveltia/') || file?.startsWith('src/server/editing/'),
        ),
    )
    expect(importers.map(({ path }) => path)).toEqual([])
  })

  test('is a package of development only', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    expect([Object.keys(dependencies), Object.keys(devDependencies)]).toEqual([
      expect.not.arrayContaining(['@sveltia/cms']),
      expect.arrayContaining(['@sveltia/cms']),
    ])
  })

  test.runIf(isBuilt)('is absent from the built site', () => {
    const files = filesUnder(DIST)
    expect(files.filter((file) => /sveltia|\/cms\/|\/screen\/|\/edit(ing)?(\.html|\/)/.test(file))).toEqual([])
    const text = files.filter((file) => /\.(html|js|json|css)$/.test(file) && !file.includes('/pagefind/'))
    expect(text.filter((file) => /sveltia|nc-root/i.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})
