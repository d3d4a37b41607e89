/** Loads markdown with `{{placeholders}}` into a collection: filled first, then rendered by Astro's own markdown. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Loader } from 'astro/loaders'
import { dayInName } from '../../lib/content/content-by-day.ts'
import { contentFolder, contentToday, filesIn, namesOfFiles } from './content-folder.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { ContentError } from '../../lib/content/source-problems.ts'
import type { CollectionName } from './collections.ts'
import { isAnnouncedLater, readShownEntry, replacedVersions, type Entry } from './entry.ts'
import { GLOSSARY, termLinker, withAnchors } from './glossary.ts'
import { glossaryTerms } from './glossary-file.ts'
import { finishRenderedHtml } from './rendered-html.ts'
import { localLinks } from './local-links.ts'
import { currentSlug } from './schemas.ts'
import { pictureWidths, sizedPictures, withPicturePaths } from './content-pictures.ts'

/** Raise it when `finishRenderedHtml` or `termLinker` changes: rendered texts are cached between builds. */
const FORMAT = 10

/**
 * Texts with links to the glossary. Not notices, which feeds carry as they are, nor legal texts, which are quoted word
 * for word.
 */
const EXPLAINED: readonly CollectionName[] = ['articles', 'faq', 'guides', 'pages']

type Context = Parameters<Loader['load']>[0]

/**
 * Entries of `content/<name>/{en,cn}/*.md` as they hold today; ids are `en/slug`. Links to our own pages get the text's
 * language. A legal text that was replaced by one of a later day stays an entry, with its version in its slug.
 */
export function filledMarkdown(name: CollectionName): Loader {
  return {
    name: `filled-markdown:${name}`,
    load: async (context) => {
      const base = join(contentFolder(), name)
      const stale = new Set(context.store.keys())
      for (const lang of LANGS) {
        for (const [slug, file] of markdownFiles(join(base, lang)))
          stale.delete(await loadFile(context, { name, lang, slug, file }))
        for (const entry of replacedEntries(name, base, lang)) stale.delete(await loadEntry(context, entry))
      }
      for (const id of stale) context.store.delete(id)
      watch(context, name, base)
    },
  }
}

interface TextFile {
  name: CollectionName
  lang: Lang
  slug: string
  file: string
}

/** Slugs with their files, in name order. None in a missing folder, which the checker reports. */
const markdownFiles = (folder: string): [slug: string, file: string][] =>
  [...filesIn(folder)]
    .filter(([name]) => name.endsWith('.md'))
    .map(([name, file]): [string, string] => [basename(name, '.md'), file])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Whoever agreed to a version must be able to read it for as long as the site is there. */
function replacedEntries(name: CollectionName, base: string, lang: Lang): Entry[] {
  if (name !== 'legal') return []
  const folder = join(base, lang)
  return replacedVersions(namesOfFiles(folder), contentToday(), (file, slug) =>
    readShownEntry(name, lang, slug, join(folder, file), readFileSync(join(folder, file), 'utf8')),
  )
}

const loadFile = async (context: Context, { name, lang, slug, file }: TextFile): Promise<string> =>
  loadEntry(context, readShownEntry(name, lang, slug, file, await readFile(file, 'utf8')))

/**
 * Loads one entry and returns its id. A build stops at a file with mistakes and lists them all; while editing, the page
 * stays as it was and the terminal says why (`npm run dev`).
 */
async function loadEntry(context: Context, entry: Entry): Promise<string> {
  const { collection: name, lang, slug, file } = entry
  const id = `${lang}/${slug}`
  if (entry.data === undefined || entry.problems.length > 0) {
    if (context.watcher === undefined) throw new ContentError(entry.problems)
    context.logger.warn(`${file} has a mistake: its page ${context.store.has(id) ? 'stays as it was' : 'waits'}`)
    return id
  }
  const { data } = entry
  if (isAnnouncedLater(entry, contentToday())) {
    context.store.delete(id)
    return id
  }
  const body = localLinks(entry.body, lang)
  const terms = EXPLAINED.includes(name) ? glossaryTerms(lang) : []
  const widths = await pictureWidths(body, join(dirname(file), '..', '..', 'pictures'))
  const digest = context.generateDigest({ data, body, terms, widths, format: FORMAT })
  if (context.store.get(id)?.digest === digest) return id
  const parsed = await context.parseData({ id, data, filePath: file })
  const rendered = await context.renderMarkdown(withPicturePaths(body), { fileURL: pathToFileURL(file) })
  const { html: finished, headings } = finishRenderedHtml(rendered.html, rendered.metadata?.headings ?? [], lang)
  const html =
    id === `${lang}/${GLOSSARY}` && name === 'articles' ? withAnchors(finished) : termLinker(terms, lang)(finished)
  context.store.set({
    id,
    data: parsed,
    body,
    filePath: file,
    digest,
    // Astro makes the pictures of these small when it renders the page.
    assetImports: rendered.metadata?.imagePaths ?? [],
    rendered: { html: sizedPictures(html, widths), metadata: { ...rendered.metadata, headings } },
  })
  return id
}

/** While editing: shows a file immediately after it is saved, added or removed. */
function watch(context: Context, name: CollectionName, base: string): void {
  const { watcher } = context
  if (!watcher) return
  watcher.add(resolve(base))
  const again = (path: string): void => {
    const lang = LANGS.find((it) => dirname(resolve(path)) === resolve(base, it))
    if (!lang || !path.endsWith('.md')) return
    const known = dayInName(basename(path))?.path ?? basename(path)
    const slug = basename(known, '.md')
    const file = filesIn(join(base, lang)).get(known)
    if (!file) context.store.delete(`${lang}/${slug}`)
    const earlier = replacedEntries(name, base, lang).filter((it) => currentSlug(it.slug) === slug)
    const loads = [
      ...(file ? [loadFile(context, { name, lang, slug, file })] : []),
      ...earlier.map((entry) => loadEntry(context, entry)),
    ]
    Promise.all(loads).catch((error: unknown) =>
      context.logger.error(error instanceof Error ? error.message : String(error)),
    )
  }
  for (const event of ['change', 'add', 'unlink'] as const) watcher.on(event, again)
}
