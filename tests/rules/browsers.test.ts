/** The built site uses no browser feature that the oldest browsers of decision 0039 lack. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { SCRIPT_FEATURES, SHEET_FEATURES, tooYoung } from './browser-features.ts'
import { DIST, inlineScripts, pageOf, readPages } from './dist.ts'
import { rule, type Rule } from './rule.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'
import { ROOM } from './walls.ts'

/** Code that needs a feature, with the feature's name. */
const SCRIPTS: readonly (readonly [code: string, name: string])[] = [
  ['a.toSorted((b,c)=>b-c)', 'toSorted'],
  ['a.toReversed()', 'toReversed'],
  ['a.toSpliced(1,1)', 'toSpliced'],
  ['a.with(1,2)', 'Array.with'],
  ['Array.fromAsync(a)', 'Array.fromAsync'],
  ['a.replace(/(?<=x)y/g,"")', 'lookbehind'],
  ['a.replace(/(?<!x)y/g,"")', 'lookbehind'],
  ['const {promise:a}=Promise.withResolvers()', 'Promise.withResolvers'],
  ['Promise.try(a)', 'Promise.try'],
  ['Object.groupBy(a,b)', 'groupBy'],
  ['structuredClone(a)', 'structuredClone'],
  ['/[\\p{L}--a]/v.test(a)', 'v flag'],
  ['new RegExp("[a--b]","v")', 'v flag'],
  ['new Set([1]).union(a)', 'Set methods'],
  ['a.values().filter(b).toArray()', 'iterator helpers'],
  ['a.matchAll(b).map(c)', 'iterator helpers'],
  ['class A{static{this.a=1}}', 'static block'],
  ['await using a=b()', 'using'],
  ['a=`url`;import("x.json",{with:{type:"json"}})', 'import attributes'],
  ['a.isWellFormed()', 'isWellFormed'],
  ['AbortSignal.any([a])', 'AbortSignal.any'],
  ['URL.parse(a)', 'URL.parse'],
]
const SHEETS: readonly (readonly [code: string, name: string])[] = [
  ['@media (width>=40rem){a{b:c}}', 'range of media'],
  ['a{color:red;&:hover{color:blue}}', 'nesting'],
  ['a{color:red;b{color:blue}}', 'nesting'],
  ['a{height:100dvh}', 'dvh, dvw'],
  ['a{color:light-dark(#000,#fff)}', 'light-dark()'],
  ['@container (min-width:1px){a{b:c}}', 'container queries'],
  ['@scope (a){b{c:d}}', '@scope'],
  ['a{anchor-name:--b}', 'anchor positioning'],
]
const OLD_SCRIPT = 'a.replace(/(?<name>x)/u,"");b.with;c.sort();d.size;e="structured";f.at(-1);g.findLast(h)'
const OLD_SHEET =
  '@media (min-width:40rem){a{b:c}@supports (height:100dvh){:root{--screen-h:100dvh}}}@layer x{a:hover{b:c}}@keyframes k{0%{a:b}to{a:c}}'

test('each feature has its example', () => {
  const shown = [...SCRIPTS, ...SHEETS].map(([, name]) => name)
  expect([...SCRIPT_FEATURES, ...SHEET_FEATURES].filter(({ name }) => !shown.includes(name))).toEqual([])
})

const named = (file: string, text: string): string[] =>
  tooYoung(text, file.endsWith('.css') ? SHEET_FEATURES : SCRIPT_FEATURES)
const seeds = (file: string, examples: typeof SCRIPTS): Rule<Texts>['seeds'] =>
  Object.fromEntries(examples.map(([code, name]) => [code, [new Map([[file, code]]), `${file}: ${name}`]]))
const builtFiles = (ending: RegExp): Texts =>
  new Map(
    // The search index comes from its own builder, which checks for the features that it needs.
    filesUnder(DIST)
      .filter((file) => ending.test(file))
      .map((file) => [posix.relative(DIST, file), readFileSync(file, 'utf8')]),
  )
/** Names of built files without the hash of their contents. */
const names = (texts: Texts): string[] => [...texts.keys()].map((file) => file.replace(/\.[\w-]{6,10}(?=\.\w+$)/, ''))

rule('scripts and sheets work in the oldest browsers', {
  built: true,
  of: () => builtFiles(/\.(js|css)$/),
  faults: (texts) => [...texts].flatMap(([file, text]) => named(file, text).map((what) => `${file}: ${what}`)),
  looksAt: names,
  among: ['assets/Page.css', 'hospitals-sw.js'],
  atLeast: 100,
  seeds: { ...seeds('assets/a.js', SCRIPTS), ...seeds('assets/a.css', SHEETS) },
  sound: {
    'a script without them': new Map([['assets/a.js', OLD_SCRIPT]]),
    'a sheet without them': new Map([['assets/a.css', OLD_SHEET]]),
  },
})

rule('scripts that are written into pages do too', {
  built: true,
  of: readPages,
  faults: (pages) => {
    const scripts = new Set(pages.flatMap(({ html }) => inlineScripts(html).map(({ text }) => text)))
    return [...scripts].flatMap((text) => named('inline.js', text).map((what) => `${text.slice(0, 60)}: ${what}`))
  },
  looksAt: (pages) => pages.filter(({ html }) => inlineScripts(html).length > 0).map(({ path }) => path),
  among: ['/home', '/cn/home', '/confirm', '/claims/FAQ/content/emergency'],
  atLeast: 400,
  seeds: { 'a script of one page': [[pageOf('/home', '<script>a.toSorted()</script>')], 'a.toSorted(): toSorted'] },
  sound: { 'data, which nobody runs': [pageOf('/home', '<script type="application/ld+json">a.toSorted()</script>')] },
})

const FOR_SAFARI = ['-webkit-text-decoration:underline', '-webkit-user-select:none']

rule('lines below links, and what cannot be selected, are written so that Safari reads them', {
  built: true,
  of: () => builtFiles(/^dist\/assets\/.*\.css$/),
  faults: (texts) => FOR_SAFARI.filter((declaration) => ![...texts.values()].join('\n').includes(declaration)),
  looksAt: names,
  among: ['assets/Page.css'],
  seeds: {
    'links without a line': [
      new Map([['a.css', 'a{-webkit-user-select:none;text-decoration:underline}']]),
      FOR_SAFARI[0] ?? '',
    ],
    'what can be selected': [
      new Map([['a.css', 'a{-webkit-text-decoration:underline;user-select:none}']]),
      FOR_SAFARI[1] ?? '',
    ],
  },
})

const readsQuery = /(\w+)(?:: URLSearchParams\b|\s*=\s*new URLSearchParams\b)/g
const queriesOf = (text: string): string[] => [...text.matchAll(readsQuery)].map(([, name = '']) => name)

// A bundle does not show what object `.size` belongs to, so this one is searched for in the sources.
rule('nobody asks a query for its size', {
  of: () =>
    readTexts(
      filesUnder('src').filter(
        (file) =>
          /\.(tsx?|astro)$/.test(file) &&
          !/\.(test|testing)\.|^src\/(server|programs)\//.test(file) &&
          !ROOM.test(file),
      ),
    ),
  faults: (texts) =>
    [...texts].flatMap(([file, text]) =>
      [...queriesOf(text), 'searchParams']
        .filter((name) => new RegExp(`\\b${name}\\.size\\b`).test(text))
        .map((name) => `${file}: ${name}.size`),
    ),
  looksAt: (texts) => [...texts].flatMap(([file, text]) => queriesOf(text).map((name) => `${file}: ${name}`)),
  among: [
    'src/app/address/entry-address.ts: query',
    'src/features/plans/rules/plan-search.ts: q',
    'src/features/orders/screens/confirm/find-or-begin-order.ts: query',
  ],
  seeds: {
    'a query by its name': [new Map([['a.ts', 'const q = new URLSearchParams(a)\nif (q.size) b()']]), 'a.ts: q.size'],
    'a query on a line of its own': [
      new Map([['a.ts', 'const q =\n  new URLSearchParams(a)\nq.size']]),
      'a.ts: q.size',
    ],
    'a parameter': [new Map([['a.ts', 'const f = (q: URLSearchParams) => q.size']]), 'a.ts: q.size'],
    'the query of an address': [new Map([['a.ts', 'new URL(a).searchParams.size']]), 'a.ts: searchParams.size'],
  },
  sound: { 'the size of a set': new Map([['a.ts', 'const q = new Set(a)\nq.size']]) },
})
