/**
 * How the build time grows: the site with more and more entries, and its peers over the same markdown (design §8: ≥ 350
 * pages/s on 2 cores).
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LANGS } from '../../src/lib/locale.ts'
import { checkContent, checkReport } from '../../src/programs/content/check-content.ts'
import { filesUnder } from '../rules/source.ts'
import { writeEntries } from './generate.ts'
import { install, run } from './install.ts'
import { weigh, type Weight } from './weigh.ts'

export interface BuildResult {
  /** Pages made of generated entries, and pages in total. */
  entries: number
  pages: number
  seconds: number
  /** CPU time of all cores together; not known everywhere. */
  cpu: number | undefined
  perSecond: number
  /** Average bytes of a page made of an entry. */
  weight: Weight
}

/** CPU seconds of ended child processes, as Linux counts them (hundredths). */
function childSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Inside the project: Astro stores the paths of entries relative to it. Every build starts without earlier caches. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/bench-')
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(entries: number, out: string, work: () => Promise<void>): Promise<BuildResult> {
  const cpuBefore = childSeconds()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuBefore === undefined ? undefined : (childSeconds() ?? 0) - cpuBefore
  const pages = filesUnder(out).filter((file) => file.endsWith('.html'))
  const made = pages.filter((file) => /\/bench-\w+-\d+(?:\/index)?\.html$/.test(file))
  if (made.length !== entries) throw new Error(`${made.length} pages of ${entries} entries`)
  return { entries, pages: pages.length, seconds, cpu, perSecond: pages.length / seconds, weight: weigh(out, made) }
}

/** Our content with `count` further entries. */
function contentWith(count: number, folder: string): { content: string; entries: number } {
  const content = join(folder, 'content')
  cpSync('content', content, { recursive: true })
  return {
    content,
    entries: writeEntries(count, (collection, lang, slug) => join(content, collection, lang, `${slug}.md`)),
  }
}

/** Only the check of that content. */
export const checkEntries = (count: number): Promise<void> =>
  inFolder(async (folder) => {
    const checked = checkContent(contentWith(count, folder).content, { now: Date.now(), lenientDates: true })
    const { lines, failed } = checkReport(checked)
    if (failed) throw new Error(lines.join('\n'))
  })

/** The whole `npm run build` with `count` further entries: checks, pages, index, compression. Its output is deleted. */
export const benchBuild = (count: number): Promise<BuildResult> =>
  inFolder((folder) => {
    const { content, entries } = contentWith(count, folder)
    const out = join(folder, 'dist')
    return timed(entries, out, () =>
      run('npm', ['run', '--silent', 'build', '--', '--lenient-dates'], {
        CONTENT_DIR: content,
        OUT_DIR: resolve(out),
        CACHE_DIR: join(folder, 'cache'),
      }),
    )
  })

const BARE = {
  'astro.config.mjs': 'export default {}\n',
  'package.json': '{ "type": "module" }\n',
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
export const collections = { entries: defineCollection({ loader: glob({ pattern: '**/*.md', base: './content' }) }) }
`,
  'src/pages/[...slug].astro': `---
import { getCollection, render } from 'astro:content'
export const getStaticPaths = async () => (await getCollection('entries')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }))
const { Content } = await render(Astro.props.entry)
---
<html lang="en"><head><meta charset="utf-8" /><title>{Astro.props.entry.data.title}</title></head><body><Content /></body></html>
`,
}

/** Astro alone: no index, no compression, no layout, no checks. What is left is the cost of rendering. */
export const benchBare = (count: number): Promise<BuildResult> =>
  inFolder((folder) => {
    for (const [name, text] of Object.entries(BARE)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const entries = writeEntries(count, (collection, lang, slug) =>
      join(folder, 'content', collection, lang, `${slug}.md`),
    )
    return timed(entries, join(folder, 'dist'), () => run('astro', ['build'], {}, folder))
  })

const PEER = resolve('.cache/starlight')
const PEER_FILES = { 'astro.config.mjs': 'astro.config.mjs', 'content.config.mjs': 'src/content.config.mjs' }

/** Starlight over the same files, with its own index. It does not compress. */
export async function benchStarlight(count: number): Promise<BuildResult> {
  await install('starlight')
  mkdirSync(join(PEER, 'src'), { recursive: true })
  for (const [from, to] of Object.entries(PEER_FILES)) cpSync(join('tests/bench/starlight', from), join(PEER, to))
  const docs = join(PEER, 'src/content/docs')
  const [out, cache] = [join(PEER, 'dist'), join(PEER, 'cache')]
  for (const folder of [docs, out, cache]) rmSync(folder, { recursive: true, force: true })
  const entries = writeEntries(count, (collection, lang, slug) =>
    join(docs, lang === LANGS[0] ? '' : lang, collection, `${slug}.md`),
  )
  return timed(entries, out, () =>
    run(join(PEER, 'node_modules/.bin/astro'), ['build'], { OUT_DIR: out, CACHE_DIR: cache }, PEER),
  )
}
