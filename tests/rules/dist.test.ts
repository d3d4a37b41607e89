/** Tests the readers of built pages with invented pages: a rule that cannot fail proves nothing. */
import { describe, expect, test } from 'vitest'
import { moduleImports } from '../../src/app/build/module-graph.build.ts'
import { inlineScripts, pathOfFile, policyOf, tagsOf } from './dist.ts'
import { KB, overweight } from './sizes.ts'

describe('reading built pages', () => {
  test('tags and attributes, not what stands in scripts', () => {
    const html = `<!doctype html><html lang=en><a href="/x?a=1&amp;b=2" style='color:red' hidden>y</a><script>const a = "<b onclick=x>"</script><img src=/a.png onerror="x()"></html>`
    expect(tagsOf(html)).toEqual([
      { name: 'html', attributes: { lang: 'en' } },
      { name: 'a', attributes: { href: '/x?a=1&b=2', style: 'color:red', hidden: '' } },
      { name: 'script', attributes: {} },
      { name: 'img', attributes: { src: '/a.png', onerror: 'x()' } },
    ])
  })

  test('inline scripts with the hash of what they are, data left out', () => {
    const html = `<script>alert(1)</script><script src="/a.js"></script><script type="application/ld+json">{}</script><script type="module">let a</script>`
    expect(inlineScripts(html).map(({ text }) => text)).toEqual(['alert(1)', 'let a'])
    expect(inlineScripts(html)[0]?.hash).toBe('sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=')
  })

  test('the policy by directive', () => {
    const html = `<meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self' 'sha256-x'">`
    expect(policyOf(html).get('script-src')).toEqual(["'self'", "'sha256-x'"])
  })

  test('imports of minified modules, now and later', () => {
    const code = `import{a as b,c}from"./a.js";import"./side.js";import d,{e}from'./d.js';export*from"./f.js";const g=()=>import("./later.js"),s="from './no.js'"`
    expect(moduleImports('assets/x.js', code)).toEqual({
      now: ['assets/a.js', 'assets/side.js', 'assets/d.js', 'assets/f.js'],
      later: ['assets/later.js'],
    })
  })

  test('addresses of files', () => {
    expect(['home.html', 'cn/home.html', 'index.html', 'cn/index.html', 'a/index.html'].map(pathOfFile)).toEqual([
      '/home',
      '/cn/home',
      '/',
      '/cn',
      '/a',
    ])
  })

  test('weight', () => {
    const page = {
      path: '/notice',
      kind: 'notice.list',
      island: false,
      html: 10 * KB,
      css: 12 * KB,
      js: 2 * KB,
      files: 2,
      all: 24 * KB,
    }
    expect(overweight(page)).toEqual([])
    expect(overweight({ ...page, all: 26 * KB })).toHaveLength(1)
    expect(overweight({ ...page, js: 6 * KB, all: 26 * KB })).toHaveLength(2)
    expect(overweight({ ...page, island: true, js: 111 * KB })).toHaveLength(1)
  })
})
