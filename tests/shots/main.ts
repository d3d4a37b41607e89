/** `npm run shots`: a picture of every route × language × device × theme, contact sheets, and the problems of each. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '../../src/routes.ts'
import { ensureChromium, launch } from '../browser/chromium.ts'
import { isOn, screens } from '../browser/routes.ts'
import { knowSession } from '../browser/samples.ts'
import { signIn } from '../browser/sandbox.ts'
import { startSite, type Site } from '../browser/site.ts'
import { sandboxEnv } from '../runner/env.ts'
import { fillData } from '../tools/fill-account.ts'
import { parseShotOptions, wants, type ShotOptions } from './options.ts'
import { writeSheet } from './sheet.ts'
import { shoot, type Shot, type Studio } from './shoot.ts'

const FOLDER = '.shots'
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Pictures of a route, two at a time: the machine has few cores, and one page waits while another renders. */
async function shootRoute(studio: Studio, route: Route, options: ShotOptions): Promise<Shot[]> {
  const views = options.langs.flatMap((lang) =>
    options.devices
      .filter((device) => isOn(route, device))
      .flatMap((device) => options.themes.map((theme) => ({ lang, device, theme }))),
  )
  const shots: Shot[] = []
  const next = views.values()
  const worker = async (): Promise<void> => {
    for (const { lang, device, theme } of next) shots.push(await shoot(studio, route, lang, device, theme))
  }
  await Promise.all([worker(), worker()])
  const order = (shot: Shot): number =>
    views.findIndex((view) => view.lang === shot.lang && view.device === shot.device && view.theme === shot.theme)
  return shots.sort((a, b) => order(a) - order(b))
}

/**
 * The site with the demo account's login; with `--items`, with that of an account with this many policies, orders and
 * claims.
 */
async function siteFor({ items }: ShotOptions): Promise<{ site: Site; end: () => Promise<void> }> {
  if (items === undefined) {
    const site = await startSite()
    return { site, end: () => site.close() }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-shots-'))
  await (await startSite({ dataDir })).close()
  const email = `items-${items}@example.com`
  await fillData(dataDir, email, items)
  const site = await startSite({ dataDir })
  knowSession(site, await signIn(site, email))
  return {
    site,
    end: async () => {
      await site.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function report(shots: readonly Shot[]): void {
  for (const { route, lang, device, theme, problems } of shots) {
    for (const problem of problems) say(`  ✗ ${route} ${lang} ${device} ${theme}: ${problem}`)
  }
}

async function main(): Promise<number> {
  const options = parseShotOptions(process.argv.slice(2))
  const routes = screens().filter(({ id }) => wants(options.routes, id))
  if (routes.length === 0) throw new Error(`No route is named ${options.routes.join(', ')}`)
  ensureChromium()
  if (options.build || !existsSync('dist')) {
    const built = spawnSync('npm', ['run', '--silent', 'build', '--', '--lenient-dates'], {
      env: sandboxEnv(),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (built.status !== 0) throw new Error('The build failed')
  }
  mkdirSync(FOLDER, { recursive: true })
  const { site, end } = await siteFor(options)
  const browser = await launch()
  const all: Shot[] = []
  try {
    for (const route of routes) {
      const shots = await shootRoute({ site, browser, folder: FOLDER, withAxe: options.axe }, route, options)
      const rows = options.langs.map((lang) =>
        shots.filter((shot) => shot.lang === lang).map(({ file }) => ({ file: join(FOLDER, file) })),
      )
      await writeSheet(rows, join(FOLDER, `sheet.${route.id}.png`))
      say(`${shots.some(({ problems }) => problems.length > 0) ? '✗' : '✓'} ${route.id} (${shots.length})`)
      report(shots)
      all.push(...shots)
    }
  } finally {
    await browser.close()
    await end()
  }
  writeFileSync(join(FOLDER, 'report.json'), `${JSON.stringify(all, null, 1)}\n`)
  const bad = all.filter(({ problems }) => problems.length > 0).length
  say(`${all.length} pictures in ${FOLDER}, ${bad} with problems`)
  return bad > 0 ? 1 : 0
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
