/** Tests of the built site. Without a build there is nothing to test; `npm test` builds first. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HTML_LANG, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { DIST, inlineScripts, isBuilt, moduleImports, policyOf, readPages, tagsOf } from './dist.ts'
import type { Page } from './dist.ts'
import { overweight, sizeOf, table } from './sizes.ts'
import { filesUnder } from './source.ts'

const pages = isBuilt ? readPages() : []
const byPath = new Map(pages.map((page) => [page.path, page]))
const each = (check: (page: Page) => string[]): string[] =>
  pages.flatMap((page) => check(page).map((why) => `${page.path}: ${why}`))
/** The site's own origin, as its first page names it. */
const origin = (): string => {
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(
    pages.find(({ path }) => path === '/home')?.html ?? '',
  )?.[1]
  return canonical ? new URL(canonical).origin : 'http://localhost:4321'
}

describe.runIf(isBuilt)('the built site', () => {
  test('has pages in both languages, each with its twin', () => {
    expect(pages.length).toBeGreaterThan(2)
    const single = pages.filter(({ path }) => {
      const { lang, path: plain } = splitPath(path)
      return !byPath.has(localPath(lang === 'en' ? 'cn' : 'en', plain))
    })
    expect(single.map(({ path }) => path)).toEqual([])
  })

  test('every page says what it is, in which language, and where its twin is', () => {
    const site = origin()
    const bad = each(({ html, path }) => {
      const tags = tagsOf(html)
      const { lang, path: plain } = splitPath(path)
      const link = (rel: string, hreflang?: string): string | undefined =>
        tags.find(
          ({ name, attributes }) => name === 'link' && attributes['rel'] === rel && attributes['hreflang'] === hreflang,
        )?.attributes['href']
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]?.trim()
      const description = tags.find(({ attributes }) => attributes['name'] === 'description')?.attributes['content']
      const missing = [
        ...(title ? [] : ['no title']),
        ...(description ? [] : ['no description']),
        ...(tags.find(({ name }) => name === 'html')?.attributes['lang'] === HTML_LANG[lang] ? [] : ['wrong lang']),
        // A template is not part of the page: it contains a second copy of what an island shows until it is loaded.
        ...((html.replace(/<template\b[\s\S]*?<\/template>/g, '').match(/<h1[\s>]/g) ?? []).length > 1
          ? ['more than one h1']
          : []),
      ]
      if (/(^|\/)404$/.test(path)) return missing
      const twins = (['en', 'cn'] as const).filter(
        (of) => link('alternate', HTML_LANG[of]) !== `${site}${localPath(of, plain)}`,
      )
      return [
        ...missing,
        ...(link('canonical') === `${site}${path}` ? [] : ['wrong canonical']),
        ...twins.map((of) => `wrong hreflang ${of}`),
      ]
    })
    expect(bad).toEqual([])
  })

  test('only scripts that the policy knows by their hash are written into a page', () => {
    const bad = each(({ html }) => {
      const policy = policyOf(html)
      const allowed = policy.get('script-src') ?? []
      const styles = policy.get('style-src') ?? []
      return [
        ...(policy.size === 0 ? ['no policy'] : []),
        ...[...allowed, ...styles].filter((value) => /unsafe-(inline|eval)|^\*$/.test(value)),
        ...inlineScripts(html)
          .filter(({ hash }) => !allowed.includes(`'${hash}'`))
          .map(({ text }) => `unknown script ${text.slice(0, 60)}`),
      ]
    })
    expect(bad).toEqual([])
  })

  test('no style or handler is written into markup', () => {
    const bad = each(({ html }) =>
      tagsOf(html).flatMap(({ name, attributes }) =>
        Object.keys(attributes)
          .filter((key) => key === 'style' || /^on[a-z]+$/.test(key))
          .map((key) => `<${name} ${key}>`),
      ),
    )
    expect(bad).toEqual([])
  })

  test('every class of a page is in a sheet of that page, if any sheet has it', () => {
    const sheets = filesUnder(join(DIST, 'assets')).filter((file) => file.endsWith('.css'))
    const classes = new Map(
      sheets.map((file) => [`/${file.slice(DIST.length + 1)}`, classesOf(readFileSync(file, 'utf8'))]),
    )
    const known = new Set([...classes.values()].flatMap((names) => [...names]))
    const bad = new Map<string, string>()
    for (const { html, path } of pages) {
      const own = tagsOf(html)
        .filter(({ attributes }) => attributes['rel'] === 'stylesheet')
        .map(({ attributes }) => classes.get(attributes['href'] ?? ''))
      const used = new Set(tagsOf(html).flatMap(({ attributes }) => (attributes['class'] ?? '').split(/\s+/)))
      for (const name of used) if (known.has(name) && !own.some((names) => names?.has(name))) bad.set(name, path)
    }
    expect([...bad].map(([name, path]) => `.${name} (${path})`)).toEqual([])
  })

  test('pages keep their weight (design §8)', () => {
    const sizes = pages.map(sizeOf)
    mkdirSync('.cache', { recursive: true })
    writeFileSync('.cache/sizes.json', `${JSON.stringify(sizes, null, 1)}\n`)
    console.info(table(sizes).join('\n'))
    expect(sizes.flatMap(overweight)).toEqual([])
  })

  test('information pages run no React', () => {
    const bad = pages.filter(
      ({ path, html }) => matchRoute(splitPath(path).path)?.feature === 'info' && html.includes('<astro-island'),
    )
    expect(bad.map(({ path }) => path)).toEqual([])
  })

  test('a page with an island says so when that does not come, by a script of its own', () => {
    const islands = pages.filter(({ html }) => html.includes('<astro-island'))
    expect(islands.length).toBeGreaterThan(20)
    expect(
      islands
        .filter(({ html }) => !html.replace(/<template\b[\s\S]*?<\/template>/g, '').includes('data-load-error'))
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('every module a script imports is there', () => {
    const scripts = filesUnder(join(DIST, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => file.slice(DIST.length + 1))
    const bad = scripts.flatMap((file) => {
      const { now, later } = moduleImports(file)
      return [...now, ...later]
        .filter((target) => !existsSync(join(DIST, target)))
        .map((target) => `${file} → ${target}`)
    })
    expect(bad).toEqual([])
  })
})

describe.runIf(isBuilt)('what stays on the server', () => {
  const shipped = filesUnder(DIST)
    .filter((file) => /\.(js|html|json|css|map)$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)

  test('no setting of the server is named in what is shipped', () => {
    const names = [...readFileSync('src/server/config.ts', 'utf8').matchAll(/^\s{2}([A-Z][A-Z0-9_]{5,}):/gm)].map(
      ([, name = '']) => name,
    )
    const secret = names.filter((name) => !name.startsWith('PUBLIC_'))
    expect(secret).toContain('DATABASE_URL')
    expect(
      shipped.flatMap(([file, text]) =>
        secret.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${file}: ${name}`),
      ),
    ).toEqual([])
  })

  test('no server code is shipped', () => {
    const marks = serverStrings()
    expect(marks.length).toBeGreaterThan(50)
    expect(
      shipped
        .filter(([file]) => file.endsWith('.js'))
        .flatMap(([file, text]) => marks.filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`)),
    ).toEqual([])
  })

  test('nothing of a payment provider is shipped: neither its package nor what we say to it', () => {
    const marks = [
      /WECHATPAY2/,
      /alipay\.trade\./,
      /api\.stripe\.com/,
      /checkout\.sessions/,
      /whsec_/,
      /gateway\.do/,
      /api\.mch\.weixin/,
    ]
    expect(
      shipped
        .filter(([file]) => file.endsWith('.js'))
        .flatMap(([file, text]) => marks.filter((mark) => mark.test(text)).map((mark) => `${file}: ${mark}`)),
    ).toEqual([])
  })

  test('no source map is shipped', () => {
    expect(shipped.filter(([file]) => file.endsWith('.map')).map(([file]) => file)).toEqual([])
  })
})

/** Names of the classes that a sheet styles. */
function classesOf(css: string): Set<string> {
  return new Set([...css.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name.replaceAll('\\', '')))
}

/** Strings that occur only in server files: finding one means that its module was bundled. */
function serverStrings(): string[] {
  const isServer = (file: string): boolean => file.startsWith('src/server/') || file.endsWith('.server.ts')
  const files = filesUnder('src').filter((file) => /\.(ts|tsx|astro)$/.test(file) && !file.includes('.test.'))
  const strings = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\\\n]{14,})'/g)].map(([, text = '']) => text)
  const elsewhere = files
    .filter((file) => !isServer(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  // Module paths, word keys and media types occur everywhere.
  const common = /^\.|^[\w-]+:[\w.]+$|^[\w-]+\/[\w.+-]+$/
  const candidates = new Set(
    files
      .filter(isServer)
      .flatMap(strings)
      .filter((text) => !common.test(text)),
  )
  return [...candidates].filter((text) => !elsewhere.includes(text))
}
