/** How the build grows: the site as it is, and with thousands of further notices (design §8: ≥ 350 pages/s on 2 cores). */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxEnv } from '../runner/env.ts'
import { filesUnder } from '../rules/source.ts'

export interface BuildResult {
  pages: number
  seconds: number
  perSecond: number
}

const TEXT: Record<'en' | 'cn', string> = {
  en: 'Clinics in the list bill us directly. Elsewhere you pay first and claim later, and we answer within five days. Keep the invoice, the record and the prescription together, and photograph each page in daylight.\n',
  cn: '名单内的诊所由我们直接结算；其他地方请先付款再申请理赔，我们五日内答复。请把发票、病历和处方放在一起，在光线充足处逐页拍照。\n',
}

function writeNotices(content: string, count: number): void {
  for (const lang of ['en', 'cn'] as const) {
    const folder = join(content, 'notices', lang)
    mkdirSync(folder, { recursive: true })
    for (let index = 0; index < count; index++) {
      const title = lang === 'en' ? `Notice ${index} on clinics` : `第${index}号诊所通知`
      const day = `2026-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`
      const body = Array.from({ length: 6 }, (_, part) => `## ${title} ${part + 1}\n\n${TEXT[lang].repeat(3)}`).join('\n')
      writeFileSync(join(folder, `bench-${index}.md`), `---\ntitle: "${title}"\nsummary: "${TEXT[lang].trim()}"\ndate: ${day}\n---\n\n${body}`)
    }
  }
}

const run = (command: string, args: string[], env: Record<string, string>, cwd = '.'): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...sandboxEnv(), ...env } })
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`${command} ended with ${code}`))))
  })

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // Below the project: Astro keeps the paths of entries relative to it.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/bench-')
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(out: string, work: () => Promise<void>): Promise<BuildResult> {
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const pages = filesUnder(out).filter((file) => file.endsWith('.html')).length
  return { pages, seconds, perSecond: pages / seconds }
}

/** Builds with `extra` further pages, index and compression included. Nothing of it stays. */
export const benchBuild = (extra: number): Promise<BuildResult> =>
  inFolder((folder) => {
    const content = join(folder, 'content')
    cpSync('content', content, { recursive: true })
    writeNotices(content, Math.ceil(extra / 2))
    const out = join(folder, 'dist')
    return timed(out, () => run('npm', ['run', '--silent', 'build'], { CONTENT_DIR: content, OUT_DIR: out }))
  })

const BARE = {
  'astro.config.mjs': 'export default {}\n',
  'package.json': '{ "type": "module" }\n',
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
export const collections = { notices: defineCollection({ loader: glob({ pattern: '**/*.md', base: './content/notices' }) }) }
`,
  'src/pages/[...slug].astro': `---
import { getCollection, render } from 'astro:content'
export const getStaticPaths = async () => (await getCollection('notices')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }))
const { Content } = await render(Astro.props.entry)
---
<html lang="en"><head><meta charset="utf-8" /><title>{Astro.props.entry.data.title}</title></head><body><Content /></body></html>
`,
}

/** The peer: Astro with nothing else, over the same notices. No index, no compression, no layout. */
export const benchBare = (pages: number): Promise<BuildResult> =>
  inFolder((folder) => {
    for (const [name, text] of Object.entries(BARE)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    writeNotices(join(folder, 'content'), Math.ceil(pages / 2))
    return timed(join(folder, 'dist'), () => run('astro', ['build'], {}, folder))
  })
