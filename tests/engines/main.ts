/**
 * `npm run browsers`: walks through the built site in WebKitGTK and Firefox. Not in `npm test`: the browsers are half a
 * gigabyte.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { startSite, type Site } from '../browser/site.ts'
import { aptInstall } from '../tools/apt.ts'
import { freePort, type Engine } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'
import { WALKS } from './walk.ts'

const PROGRAMS = ['WebKitWebDriver', 'firefox-esr', 'Xvfb']
const PACKAGES = ['webkit2gtk-driver', 'firefox-esr', 'xvfb', 'xauth', 'fonts-noto-cjk']
const FOLDER = '.shots/engines'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const has = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

/** The system's package source keeps no version but its present one, so none is asked for; each engine says its own. */
function ensureBrowsers(): void {
  if (!PROGRAMS.every(has) && !aptInstall(PACKAGES))
    throw new Error(`Install the browsers first: apt-get install ${PACKAGES.join(' ')}`)
}

/** Returns how many walks failed; the picture of each is stored. */
async function walkAll(engine: Engine, site: Site, only: string): Promise<number> {
  say(engine.name)
  let failed = 0
  for (const [i, { what, walk }] of WALKS.entries()) {
    if (!what.includes(only)) continue
    const began = Date.now()
    const trouble = await walk(engine, site).then(
      () => undefined,
      (error: unknown) => error,
    )
    say(
      `  ${trouble ? '✗' : '✓'} ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)${trouble instanceof Error ? `: ${trouble.message}` : ''}`,
    )
    if (trouble) failed += 1
    const file = `${FOLDER}/${engine.name.split(' ')[0]?.toLowerCase()}-${i + 1}.png`
    await engine.picture().then(
      (png) => writeFileSync(file, png),
      () => undefined,
    )
  }
  return failed
}

async function main(): Promise<number> {
  if (!existsSync('dist')) throw new Error('There is no build in dist: run npm run build first')
  const [which = '', only = ''] = process.argv.slice(2)
  ensureBrowsers()
  mkdirSync(FOLDER, { recursive: true })
  const site = await startSite()
  let failed = 0
  try {
    for (const [name, launch] of Object.entries({ webkit, firefox })) {
      if (!name.includes(which)) continue
      const engine = await launch(await freePort())
      try {
        failed += await walkAll(engine, site, only)
      } finally {
        await engine.close()
      }
    }
  } finally {
    await site.close()
  }
  return failed > 0 ? 1 : 0
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
