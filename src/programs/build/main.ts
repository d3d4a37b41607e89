/**
 * `npm run build`: content check, icons, downloads, pages, files for static hosts, search index, compressed copies.
 * Result: `OUT_DIR` (`dist`), replaced when everything is there (`site-folder.ts`).
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve, join } from 'node:path'
import { parseArgs } from 'node:util'
import { now } from '../../lib/days/clock.ts'
import { dayOf } from '../../lib/days/dates.ts'
import { writeSprite } from '../../ui/icons.build.ts'
import { checkContent, checkReport } from '../content/check-content.ts'
import { writeDownloads } from './write-downloads.ts'
import { writeHostingFiles, writeNginxRules } from './static-host-files.ts'
import { startCompressing } from './precompress.ts'
import { writeSearchTexts } from '../../app/search/search-texts.build.ts'
import { writeSecurityTxt } from './security-txt.ts'
import { keepEarlierFiles, lockSite, startFolder, takePlace } from './site-folder.ts'
import { writeSitemap } from './sitemap.ts'
import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'

const siteUrl = process.env['PUBLIC_SITE_URL'] ?? 'http://localhost:4321'
// Whatever the shell has from a preview. And one day for all pages, also across midnight: the one that was checked.
Reflect.deleteProperty(process.env, 'CONTENT_DRAFTS')
const startedAt = now()
process.env['CONTENT_DAY'] = dayOf(startedAt)
const site = resolve(process.env['OUT_DIR'] ?? 'dist')

/**
 * Building pages makes much short-lived garbage: with the default young heap of a small machine, a tenth of the time
 * goes into collecting it.
 */
const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64`.trim()

/** Runs a package's command with this Node; its output goes to our own. */
function run(command: string, args: string[], outDir: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      // A developer's own NODE_ENV would have a site without its files of words.
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS, OUT_DIR: outDir, ASTRO_TELEMETRY_DISABLED: '1' },
    })
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`${command} ${args[0]} ended with ${code}`))))
  })
}

/** Nothing is built from content that has a mistake. Reports all mistakes. */
function contentInOrder(): boolean {
  const { values } = parseArgs({ options: { 'lenient-dates': { type: 'boolean', default: false } } })
  const checked = checkContent(process.env['CONTENT_DIR'] ?? 'content', {
    now: startedAt,
    lenientDates: values['lenient-dates'],
  })
  const { lines, failed } = checkReport(checked)
  for (const line of lines) (failed ? console.error : console.log)(line)
  return !failed
}

async function build(outDir: string): Promise<string> {
  const started = startedAt
  // Before the pages: pages state each file's size and day, and Astro copies `public`.
  await writeDownloads(started)
  // Pages are drawn on one core: meanwhile the other compresses the finished ones.
  const compressing = startCompressing(outDir)
  await run('astro', ['build'], outDir)
  const [found] = await Promise.all([
    writeSearchTexts(outDir),
    writeSitemap(outDir, siteUrl, dayOf(started)),
    writeSecurityTxt(outDir, siteUrl, started),
    writeHostingFiles(outDir),
    addLicenceNotices(outDir),
  ])
  const count = await compressing.finish()
  // With their compressed copies, so after the compression.
  const earlier = keepEarlierFiles(site, outDir, dayOf(started))
  return `${found} pages searched, ${count} files compressed, ${earlier} files kept for open pages`
}

async function main(): Promise<void> {
  const started = performance.now()
  if (!contentInOrder()) return void (process.exitCode = 1)
  writeSprite()
  const unlock = lockSite(site)
  const folder = startFolder(site)
  try {
    const done = await build(folder)
    takePlace(folder, site)
    console.log(`Built ${site} in ${((performance.now() - started) / 1000).toFixed(1)} s, ${done}`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    console.error(`Nothing was built: ${site} is as it was.`)
    throw error
  } finally {
    unlock()
  }
  await writeNginxRules(site)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

/**
 * Adds to `/licences.txt`, which Vite writes for bundled scripts, the notices of what style sheets and the icon sprite
 * contain.
 */
const LICENCES = 'licences.txt'
/** Packages whose styles or drawings are in the site's files. */
const COPIED = ['daisyui', 'lucide-static', 'tailwindcss'] as const
const Package = z.object({ version: z.string(), license: z.string() })

async function noticeOf(name: string): Promise<string> {
  const folder = join('node_modules', name)
  const { version, license } = Package.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  const text = await readFile(join(folder, 'LICENSE'), 'utf8')
  return `\n## ${name} - ${version} (${license})\n\n${text.trim()}\n`
}

async function addLicenceNotices(root: string): Promise<void> {
  await appendFile(join(root, LICENCES), (await Promise.all(COPIED.map(noticeOf))).join(''))
}
