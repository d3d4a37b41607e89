/** The editing screen is a tool for editors: nothing of it may be on the site. */
import { readFileSync } from 'node:fs'
import { DIST } from './dist.ts'
import { rule } from './rule.ts'
import { closure } from './walls.ts'
import { codeUnder, filesUnder, readSource, readTexts, sourceOf, type Texts } from './source.ts'

const isEditing = (path: string): boolean => path.startsWith('src/programs/editing/')
/** What runs or builds the site. */
const STARTS = [
  'src/programs/server/main.ts',
  'src/programs/build/main.ts',
  'src/programs/dev/main.ts',
  'src/content.config.ts',
]
const reached = (sources: Parameters<typeof closure>[0]): string[] =>
  STARTS.flatMap((from) => [...closure(sources, from)])
const main = sourceOf('src/programs/server/main.ts', "import '../../server/http/create-app.ts'")

rule('the editing screen is not reached from the site, the server or the build', {
  of: () => codeUnder('src').map(readSource),
  faults: (sources) => [
    ...reached(sources)
      .filter(isEditing)
      .map((path) => `${path} is reached`),
    ...sources
      .filter(
        ({ path, imports }) =>
          !isEditing(path) &&
          imports.some(({ specifier, file = '' }) => specifier.startsWith('@sveltia/') || isEditing(file)),
      )
      .map(({ path }) => `${path} imports it`),
  ],
  looksAt: (sources) => [...reached(sources), ...sources.map(({ path }) => path).filter(isEditing)],
  among: ['src/server/http/create-app.ts', 'src/routes.ts', 'src/programs/editing/main.ts'],
  atLeast: 500,
  seeds: {
    'a server that reaches it': [
      [main, sourceOf('src/server/http/create-app.ts', "import '../../programs/editing/app.ts'")],
      'src/programs/editing/app.ts is reached',
      'src/server/http/create-app.ts imports it',
    ],
    'a page that imports it': [
      [sourceOf('src/pages/edit.astro', "---\nimport '../programs/editing/app.ts'\n---\n")],
      'src/pages/edit.astro imports it',
    ],
    'its package on the site': [
      [sourceOf('src/app/cms.ts', "const cms = await import('@sveltia/cms')")],
      'src/app/cms.ts imports it',
    ],
  },
  sound: {
    'the screen itself': [main, sourceOf('src/programs/editing/main.ts', "import '@sveltia/cms'\nimport './app.ts'")],
  },
})

const readManifest = (): Record<'dependencies' | 'devDependencies', object> =>
  JSON.parse(readFileSync('package.json', 'utf8')) as ReturnType<typeof readManifest>

rule('the editing screen is a package of development only', {
  of: readManifest,
  faults: ({ dependencies, devDependencies }) => [
    ...('@sveltia/cms' in dependencies ? ['it is a dependency'] : []),
    ...('@sveltia/cms' in devDependencies ? [] : ['it is none of development']),
  ],
  looksAt: ({ dependencies, devDependencies }) => [...Object.keys(dependencies), ...Object.keys(devDependencies)],
  among: ['@sveltia/cms', 'astro', 'vitest'],
  seeds: {
    'a package of the site': [
      { dependencies: { '@sveltia/cms': '1' }, devDependencies: { '@sveltia/cms': '1' } },
      'it is a dependency',
    ],
    'no package at all': [{ dependencies: {}, devDependencies: {} }, 'it is none of development'],
  },
})

const NAMED = /sveltia|\/cms\/|\/screen\/|\/edit(ing)?(\.html|\/)/

rule('the editing screen is absent from the built site', {
  built: true,
  of: (): Texts => {
    const files = filesUnder(DIST)
    const texts = files.filter((file) => /\.(html|js|json|css)$/.test(file))
    return new Map([...files.map((file) => [file, ''] as const), ...readTexts(texts)])
  },
  faults: (texts) =>
    [...texts].flatMap(([file, text]) => (NAMED.test(file) || /sveltia|nc-root/i.test(text) ? [file] : [])),
  looksAt: (texts) => [...texts].filter(([, text]) => text !== '').map(([file]) => file),
  among: ['dist/home.html', 'dist/cn/home.html', 'dist/hospitals-sw.js'],
  atLeast: 600,
  seeds: {
    'a page of it': [new Map([['dist/edit.html', '']]), 'dist/edit.html'],
    'a script of its package': [new Map([['dist/assets/a.js', 'var SveltiaCMS={}']]), 'dist/assets/a.js'],
    'its root on a page': [new Map([['dist/home.html', '<div id="nc-root">']]), 'dist/home.html'],
  },
  sound: { 'another page': new Map([['dist/credit.html', '<p>Edit your order']]) },
})
