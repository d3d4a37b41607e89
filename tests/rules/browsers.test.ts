/**
 * The built site uses no browser feature that the oldest browsers of decision 0039 lack. Without a build only the
 * detectors are tested.
 */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SCRIPT_FEATURES, SHEET_FEATURES, tooYoung } from './browser-features.ts'
import { DIST, inlineScripts, isBuilt, readPages } from './dist.ts'
import { filesUnder } from './source.ts'

const named = (text: string, file: string): string[] =>
  tooYoung(text, file.endsWith('.css') ? SHEET_FEATURES : SCRIPT_FEATURES)

describe.runIf(isBuilt)('the built site', () => {
  test('scripts and sheets work in the oldest browsers', () => {
    // The search index comes from its own builder, which checks for the features that it needs.
    const files = filesUnder(DIST).filter((file) => /\.(js|css)$/.test(file) && !file.includes('/pagefind/'))
    expect(files.length).toBeGreaterThan(20)
    expect(
      files.flatMap((file) =>
        named(readFileSync(file, 'utf8'), file).map((what) => `${posix.relative(DIST, file)}: ${what}`),
      ),
    ).toEqual([])
  })

  test('what is written into pages does too', () => {
    const scripts = new Set(readPages().flatMap(({ html }) => inlineScripts(html).map(({ text }) => text)))
    expect(
      [...scripts].flatMap((text) => named(text, 'inline.js').map((what) => `${text.slice(0, 60)}: ${what}`)),
    ).toEqual([])
  })

  test('lines below links are written so that Safari reads them', () => {
    const sheets = filesUnder(`${DIST}/assets`)
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const missing = ['-webkit-text-decoration:underline', '-webkit-user-select:none'].filter(
      (rule) => !sheets.includes(rule),
    )
    expect(missing).toEqual([])
  })
})

// A bundle does not show what object `.size` belongs to, so this one is searched for in the sources.
test('nobody asks a query for its size', () => {
  const files = filesUnder('src').filter(
    (file) => /\.(tsx?|astro)$/.test(file) && !/\.(test|testing)\.|\.server\.|^src\/server\//.test(file),
  )
  const bad = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const queries = [...text.matchAll(/(\w+)(?:: URLSearchParams\b| = new URLSearchParams\b)/g)].map(
      ([, name = '']) => name,
    )
    return [...queries, 'searchParams']
      .filter((name) => new RegExp(`\\b${name}\\.size\\b`).test(text))
      .map((name) => `${file}: ${name}.size`)
  })
  expect(bad).toEqual([])
})

describe('the finders', () => {
  test.each([
    ['a.toSorted((b,c)=>b-c)', 'toSorted'],
    ['a.with(1,2)', 'Array.with'],
    ['a.replace(/(?<=x)y/g,"")', 'lookbehind'],
    ['a.replace(/(?<!x)y/g,"")', 'lookbehind'],
    ['const {promise:a}=Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(a,b)', 'groupBy'],
    ['structuredClone(a)', 'structuredClone'],
    ['/[\\p{L}--a]/v.test(a)', 'v flag'],
    ['new Set([1]).union(a)', 'Set methods'],
    ['a.values().filter(b).toArray()', 'iterator helpers'],
    ['class A{static{this.a=1}}', 'static block'],
    ['await using a=b()', 'using'],
    ['a=`url`;import("x.json",{with:{type:"json"}})', 'import attributes'],
  ])('%s', (code, name) => expect(tooYoung(code, SCRIPT_FEATURES)).toEqual([name]))

  test.each([
    ['@media (width>=40rem){a{b:c}}', 'range of media'],
    ['a{color:red;&:hover{color:blue}}', 'nesting'],
    ['a{color:red;b{color:blue}}', 'nesting'],
    ['a{height:100dvh}', 'dvh, dvw'],
    ['a{color:light-dark(#000,#fff)}', 'light-dark()'],
    ['@container (min-width:1px){a{b:c}}', 'container queries'],
    ['@scope (a){b{c:d}}', '@scope'],
  ])('%s', (code, name) => expect(tooYoung(code, SHEET_FEATURES)).toEqual([name]))

  test('leave alone what is old', () => {
    const code = 'a.replace(/(?<name>x)/u,"");b.with;c.sort();d.size;e="structured";f.at(-1);g.findLast(h)'
    expect(tooYoung(code, SCRIPT_FEATURES)).toEqual([])
    const sheet =
      '@media (min-width:40rem){a{b:c}@supports (height:100dvh){:root{--screen-h:100dvh}}}@layer x{a:hover{b:c}}@keyframes k{0%{a:b}to{a:c}}'
    expect(tooYoung(sheet, SHEET_FEATURES)).toEqual([])
  })
})
