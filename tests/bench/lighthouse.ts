/**
 * Lighthouse on every kind of information page, both languages: a phone on slow 4G with a processor four times slower
 * (design §8).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute } from '../../src/routes.ts'
import { ensureChromium } from '../browser/chromium.ts'
import { startSite } from '../browser/site.ts'
import { readPages } from '../rules/dist.ts'
import { install } from './install.ts'

const LIMITS = { score: 100, lcp: 1800, cls: 0.02 }
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface Audited {
  path: string
  /** Out of 100, in the order of `CATEGORIES`. */
  scores: number[]
  /** Largest contentful paint, ms. */
  lcp: number
  cls: number
  /** Audits that cost points: id and title. */
  lost: string[]
}

const Audit = z.object({
  id: z.string(),
  title: z.string(),
  score: z.number().nullable(),
  numericValue: z.number().optional(),
  displayValue: z.string().optional(),
})
const Report = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  audits: z.record(z.string(), Audit),
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
})
const Runner = z.object({
  default: z.function({ input: [z.string(), z.unknown()], output: z.promise(z.object({ lhr: z.unknown() })) }),
})

/** One page of each route without islands, in both languages; for entries the longest. */
function pagesToAudit(only: readonly string[] = []): string[] {
  const longest = new Map<string, { path: string; length: number }>()
  for (const { path, html } of readPages()) {
    const { lang, path: plain } = splitPath(path)
    const row = matchRoute(plain)
    if (
      lang !== 'en' ||
      row?.access !== 'open' ||
      row.id === 'not_found' ||
      'redirect' in row ||
      html.includes('<astro-island') ||
      /<meta name="robots" content="noindex/.test(html)
    )
      continue
    if ((longest.get(row.id)?.length ?? 0) < html.length) longest.set(row.id, { path: plain, length: html.length })
  }
  return [...longest.values()]
    .flatMap(({ path }) => LANGS.map((lang) => localPath(lang, path)))
    .filter((path) => only.length === 0 || only.includes(path))
    .sort()
}

async function withChromium<T>(work: (port: number) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(ensureChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    const port = await new Promise<number>((done, fail) => {
      let text = ''
      child.stderr.on('data', (chunk: Buffer) => {
        const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec((text += chunk.toString()))?.[1]
        if (found) done(Number(found))
      })
      child.on('error', fail)
      child.on('exit', () => fail(new Error(`Chromium ended before it listened\n${text}`)))
    })
    return await work(port)
  } finally {
    const ended = new Promise((done) => child.once('close', done))
    child.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Performance audits are never all perfect; they are listed when they cost visible points. */
const isMeasure = (id: string): boolean => /paint|index|blocking|interactive/.test(id)

function read(path: string, { audits, categories }: z.infer<typeof Report>): Audited {
  const value = (id: string): number => audits[id]?.numericValue ?? Infinity
  const lost = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < (isMeasure(id) ? 0.9 : 1))
    .map(({ id }) => `${id}: ${audits[id]?.title ?? ''} ${audits[id]?.displayValue ?? ''}`.trim())
  return {
    path,
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    lost,
  }
}

/** Needs a build in `dist`; the site runs at the address that it was built for, which its canonical links contain. */
export async function benchLighthouse(
  only: readonly string[],
  say: (line: string) => void,
): Promise<{ pages: Audited[]; verdict: { ok: boolean; line: string } }> {
  const folder = await install('lighthouse')
  const { default: lighthouse } = Runner.parse(
    await import(pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href),
  )
  const origin = new URL(/Sitemap: (\S+)/.exec(readFileSync('dist/robots.txt', 'utf8'))?.[1] ?? 'http://localhost:4321')
    .origin
  const site = await startSite({ env: { PORT: new URL(origin).port || '4321' } })
  const audit = async (address: string, port: number, tries = 3): Promise<z.infer<typeof Report>> => {
    const { lhr } = await lighthouse(address, { port, logLevel: 'silent', onlyCategories: CATEGORIES, output: 'json' })
    const report = Report.parse(lhr)
    if (!report.runtimeError) return report
    // On a busy machine the browser may start before the connection is ready; that says nothing about the page.
    if (tries === 1) throw new Error(`${address}: ${report.runtimeError.message}`)
    return audit(address, port, tries - 1)
  }
  const pages: Audited[] = []
  say('  perf  a11y  best   seo   LCP s    CLS  page')
  try {
    await withChromium(async (port) => {
      for (const path of pagesToAudit(only)) {
        const page = read(path, await audit(`${origin}${path}`, port))
        pages.push(page)
        say(
          `${page.scores.map((score) => String(score).padStart(6)).join('')} ${(page.lcp / 1000).toFixed(2).padStart(7)} ${page.cls.toFixed(3).padStart(6)}  ${path}${page.lost.map((why) => `\n          ${why}`).join('')}`,
        )
      }
    })
  } finally {
    await site.close()
  }
  const low = pages.filter(
    ({ scores, lcp, cls }) => scores.some((score) => score < LIMITS.score) || lcp > LIMITS.lcp || cls >= LIMITS.cls,
  )
  return {
    pages,
    verdict: {
      ok: low.length === 0,
      line: `Lighthouse, phone: ${pages.length - low.length} of ${pages.length} pages with ${LIMITS.score} in all four, LCP within ${LIMITS.lcp / 1000} s, CLS below ${LIMITS.cls}`,
    },
  }
}
