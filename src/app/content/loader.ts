/** Loads markdown with `{{placeholders}}` into a collection: filled first, then rendered by Astro's own markdown. */
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { frontmatter } from '../../lib/frontmatter.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { commonValues, fill } from '../../lib/placeholders.ts'
import { finishHtml } from './html.ts'
import { localLinks } from './links.ts'

/** Raise it when `finishHtml` changes: rendered texts are kept between builds. */
const FORMAT = 3

type Context = Parameters<Loader['load']>[0]

/** Entries of `content/<name>/{en,cn}/**.md`; ids are `en/slug`. Links to our own pages get the text's language. */
export function filledMarkdown(name: string): Loader {
  return {
    name: `filled-markdown:${name}`,
    load: async (context) => {
      const base = join(process.env.CONTENT_DIR ?? 'content', name)
      const stale = new Set(context.store.keys())
      for (const lang of LANGS) {
        for (const file of await markdownFiles(join(base, lang))) {
          stale.delete(await loadFile(context, lang, base, file))
        }
      }
      for (const id of stale) context.store.delete(id)
      watch(context, base)
    },
  }
}

async function markdownFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((f) => f.isFile() && f.name.endsWith('.md')).map((f) => join(f.parentPath, f.name)).sort()
}

async function loadFile(context: Context, lang: Lang, base: string, file: string): Promise<string> {
  const id = relative(base, file).split(sep).join('/').replace(/\.md$/, '')
  const raw = await readFile(file, 'utf8')
  const { data, body: written } = frontmatter(fill(raw, commonValues(lang), { file }), file)
  const body = localLinks(written, lang)
  const digest = context.generateDigest({ data, body, format: FORMAT })
  if (context.store.get(id)?.digest === digest) return id
  const parsed = await context.parseData({ id, data, filePath: file })
  const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(file) })
  const { html, headings } = finishHtml(rendered.html, rendered.metadata?.headings ?? [], lang)
  context.store.set({ id, data: parsed, body, filePath: file, digest, rendered: { html, metadata: { ...rendered.metadata, headings } } })
  return id
}

function watch(context: Context, base: string): void {
  const again = (file: string): void => {
    const path = relative(process.cwd(), file)
    const lang = LANGS.find((l) => path.startsWith(join(base, l) + sep))
    if (lang && path.endsWith('.md')) void loadFile(context, lang, base, path)
  }
  context.watcher?.on('change', again)
  context.watcher?.on('add', again)
}
