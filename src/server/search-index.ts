/** The index of the site's search, made by pagefind from the built pages: `dist/pagefind/`. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Folder of the index; the browser requests it when search is first used. */
const INDEX_FOLDER = 'pagefind'

/** Files that the browser reads; pagefind also writes ready-made search boxes, which we do not use. */
const READ = /^(?:pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|wasm\..+|pagefind\..+\.pf_meta|fragment|index)$/

/**
 * Not part of a page's text: lists of further links, what is not printed, calculators, and words that are the same at
 * every hospital.
 */
const BESIDE = ['[data-no-print]', 'astro-island', '[hidden]', 'option', '.hospital > p']

/** Text files per language: with more pages, several share one. */
const MOST_FILES = 1000

/**
 * A page without `data-pagefind-body` is not indexed. Returns how many are. Throws when pagefind cannot run or finds a
 * page it cannot read.
 */
export async function writeSearchIndex(root: string): Promise<number> {
  const { createIndex, close } = await import('pagefind')
  try {
    const { index, errors } = await createIndex({
      excludeSelectors: BESIDE,
      maxFragments: MOST_FILES,
      writePlayground: false,
    })
    if (!index) throw new Error(errors.join('; '))
    const added = await index.addDirectory({ path: root })
    const written = await index.writeFiles({ outputPath: join(root, INDEX_FOLDER) })
    const wrong = [...errors, ...added.errors, ...written.errors]
    if (wrong.length > 0) throw new Error(wrong.join('; '))
    await dropUnread(join(root, INDEX_FOLDER))
    return await countOf(join(root, INDEX_FOLDER))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The search index was not made: ${why}\nIt needs the package @pagefind/${process.platform}-${process.arch}, which npm ci installs where there is one for the system.`,
      { cause: error },
    )
  } finally {
    await close()
  }
}

const Entry = z.object({ languages: z.record(z.string(), z.object({ page_count: z.number() })) })

/** Pages in an index, of all languages: pagefind's own count is of the pages it has read. */
async function countOf(folder: string): Promise<number> {
  const { languages } = Entry.parse(JSON.parse(await readFile(join(folder, `${INDEX_FOLDER}-entry.json`), 'utf8')))
  return Object.values(languages).reduce((sum, { page_count }) => sum + page_count, 0)
}

async function dropUnread(folder: string): Promise<void> {
  const unread = (await readdir(folder)).filter((name) => !READ.test(name))
  await Promise.all(unread.map((name) => rm(join(folder, name), { recursive: true })))
}
