/**
 * The rules that the build writes for hosts, in their own programs over the built site: Cloudflare Pages runs here
 * (`wrangler pages dev`); of Netlify the part that reads and applies `_redirects`, which its local server uses, too.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxEnv } from '../runner/env.ts'
import { eventually } from '../browser/sandbox.ts'
import { LEADS, MISSING, PAGES, TO_OTHER_SITES } from './addresses-of-hosts.ts'
import { freePort } from './killable-process.ts'

const TOOLS = ['wrangler@4.164.0', 'netlify-redirector@0.5.0'] as const
const dist = resolve('dist')
const tools = resolve('.cache/hosts')

/** Once; none of it is a dependency of ours. */
function installTools(): void {
  const has = ([name = '', version]: readonly string[]): boolean => {
    const file = join(tools, 'node_modules', name, 'package.json')
    return existsSync(file) && readFileSync(file, 'utf8').includes(`"version": "${version}"`)
  }
  if (TOOLS.every((tool) => has(tool.split('@')))) return
  mkdirSync(tools, { recursive: true })
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', tools, '--ignore-scripts', '--no-audit', '--no-fund', ...TOOLS],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`Hosts were not tried: npm could not install ${TOOLS.join(' and ')} in ${tools}`)
}

beforeAll(installTools)

/** What hosts cannot know: their `404.html` leads on by its script, or the page is shown in its own language. */
const LEFT_TO_SCRIPTS = ['/cn/Claims/faq/content/emergency', '/CN/home']
const LEFT_AS_IT_IS = ['/home?lang=zh-CN']
const known = LEADS.filter(([typed]) => ![...LEFT_TO_SCRIPTS, ...LEFT_AS_IT_IS].includes(typed))
const pathOf = (address: string): string => address.replace(/\?.*/, '')
/** Where an address ends when all redirects are followed; without its query. */
const endOf = (address: string): string => {
  const path = pathOf(address)
  const next = known.find(([typed]) => pathOf(typed) === path)?.[1]
  return next === undefined ? path : endOf(next)
}

const scripted = LEFT_TO_SCRIPTS.map((path) => [path, path.startsWith('/cn/') ? 'cn' : 'en'] as const)
const ownSite = /^\/(?![\\/])/

describe('Cloudflare Pages', () => {
  const home = mkdtempSync(join(tmpdir(), 'youfang-pages-'))
  let port: number
  let child: ChildProcess | undefined
  const get = async (path: string, redirect: 'manual' | 'follow' = 'manual'): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect })
  const langOf = async (reply: Response): Promise<string | undefined> =>
    /data-lang="(\w+)"/.exec(await reply.text())?.[1]

  beforeAll(async () => {
    port = await freePort()
    const args = ['pages', 'dev', dist, '--ip', '127.0.0.1', '--port', String(port)]
    child = spawn(join(tools, 'node_modules/.bin/wrangler'), [...args, '--compatibility-date', '2026-11-01'], {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...sandboxEnv(), XDG_CONFIG_HOME: home, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    })
    await eventually(async () => (await get('/home').catch(() => undefined))?.ok || undefined, 'An answer of wrangler')
  })
  afterAll(() => {
    // It starts another process, which serves.
    if (child?.pid !== undefined) process.kill(-child.pid)
    rmSync(home, { recursive: true, force: true })
  })

  test.each(known)('%s leads to %s at last', async (typed) => {
    const reply = await get(typed, 'follow')
    expect([reply.status, new URL(reply.url).pathname]).toEqual([200, endOf(typed)])
    const [, query] = typed.split('?')
    expect(new URL(reply.url).search).toBe(query === undefined ? '' : `?${query}`)
  })

  test.each(PAGES)('%s is a page in its language', async (path, lang) => {
    const reply = await get(path)
    expect([reply.status, await langOf(reply)]).toEqual([200, lang])
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
  })

  // Of its own files its local program fails to say that they are not there; the hosted one does.
  const told = MISSING.filter(([path]) => !/^\/_(?:headers|redirects)$/.test(path))
  test.each([...told, ...scripted])('%s is not found, in the language of the address', async (path, lang) => {
    const reply = await get(path)
    expect([reply.status, await langOf(reply)]).toEqual([404, lang])
    expect(reply.headers.get('x-frame-options')).toBe('DENY')
  })
  test('its own files are not shown', async () => {
    for (const path of ['/_headers', '/_redirects']) {
      const reply = await get(path)
      expect([reply.ok, (await reply.text()).includes('/home')]).toEqual([false, false])
    }
  })

  test.each([
    ['/site.webmanifest', 'application/manifest+json'],
    ['/cn/notice/rss.xml', 'application/rss+xml; charset=utf-8'],
  ])('%s is %s', async (path, type) => {
    expect((await get(path)).headers.get('content-type')).toBe(type)
  })

  test.each(TO_OTHER_SITES)('%s leads to no other site', async (path) => {
    expect((await get(path)).headers.get('location') ?? '/').toMatch(ownSite)
  })

  test('what carries a hash is kept for a year', async () => {
    const script = /\/assets\/[^"]+\.css/.exec(await (await get('/home')).text())?.[0] ?? ''
    expect((await get(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
})

interface NetlifyRule {
  to: string
  status: number
  force: boolean
}
interface NetlifyRules {
  match: (request: Record<string, unknown>) => NetlifyRule | null
}

describe('Netlify', () => {
  let rules: NetlifyRules
  beforeAll(async () => {
    const { parsePlain } = createRequire(join(tools, 'package.json'))('netlify-redirector') as {
      parsePlain: (text: string, options: object) => Promise<NetlifyRules>
    }
    rules = await parsePlain(readFileSync(join(dist, '_redirects'), 'utf8'), {})
  })

  const readIn = (file: string | undefined, pattern: RegExp): string | undefined =>
    pattern.exec(readFileSync(join(dist, file ?? ''), 'utf8'))?.[1]
  /** As Netlify describes it: a page's address may lack `.html`, or end in `/`. */
  const fileOf = (path: string): string | undefined =>
    [path, `${path.replace(/\/$/, '')}.html`, join(path, 'index.html')]
      .map((it) => join('/', it))
      .find((it) => statSync(join(dist, it), { throwIfNoEntry: false })?.isFile() === true)
  const ruleOf = (path: string): NetlifyRule | null =>
    rules.match({ scheme: 'https', host: 'a.example', path, query: '', getHeader: () => '', getCookie: () => '' })
  /** A file comes before a rule that does not insist; the page at `/` leads on by itself. */
  function answer(path: string, hops = 0): { status: number; file: string | undefined } {
    const [rule, file] = [ruleOf(path), fileOf(path)]
    if (rule === null || (file !== undefined && !rule.force)) {
      const next = file === undefined ? undefined : readIn(file, /http-equiv="refresh" content="0;url=([^"]+)/)
      if (next !== undefined && hops < 5) return answer(next, hops + 1)
      return { status: file === undefined ? 404 : 200, file: file ?? '/404.html' }
    }
    if (rule.status >= 300 && rule.status < 400 && hops < 5) return answer(rule.to, hops + 1)
    return { status: rule.status, file: fileOf(rule.to) }
  }
  const langOf = (file: string | undefined): string | undefined => readIn(file, /data-lang="(\w+)"/)

  test.each(known)('%s leads to %s at last', (typed) => {
    const { status, file } = answer(pathOf(typed))
    // A slash and `.html` stay: the page is shown all the same.
    expect([status, file]).toEqual([200, fileOf(endOf(typed))])
  })
  test.each(PAGES)('%s is a page in its language', (path, lang) => {
    const { status, file } = answer(path)
    expect([status, langOf(file)]).toEqual([200, lang])
  })
  test.each([...MISSING, ...scripted])('%s is not found, in the language of the address', (path, lang) => {
    const { status, file } = answer(path)
    expect([status, langOf(file)]).toEqual([404, lang])
  })
  test.each(TO_OTHER_SITES)('%s leads to no other site', (path) => {
    const forms = [path, decodeURI(path), path.replaceAll('%5C', '\\')]
    for (const it of forms) expect(ruleOf(it)?.to ?? '/').toMatch(ownSite)
  })
})
