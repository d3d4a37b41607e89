/**
 * Addresses that were published once still lead somewhere: to a page, or by `redirects.yaml` to the one that follows
 * it.
 */
import { pathProblem, readRedirects, REDIRECTS_FILE } from '../../../lib/content/content-redirects.ts'
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { pathFor } from '../../../routes.ts'
import { collectionOf, COLLECTION_NAMES } from '../collections.ts'
import type { Entry } from '../entry.ts'
import type { Addresses } from './addresses.ts'
import { leadsToDraft } from './link-problems.ts'

/** `published`: paths of all files below the folder that readers ever saw. */
export function movedPageProblems(
  tree: Tree,
  addresses: Addresses,
  published: readonly string[],
  drafts: readonly Entry[] = [],
): readonly SourceProblem[] {
  const file = `${tree.root}/${REDIRECTS_FILE}`
  const read = readRedirects(tree.files.get(REDIRECTS_FILE) ?? '', file)
  const moved = read.value ?? {}
  const say = (from: string, code: string, why: string, to = addresses.near(from)): SourceProblem =>
    problem(file, read.lines.of([from]), from, code, why, `${from}: ${to}`)
  const wrong = Object.entries(moved).flatMap(([from, to]) => {
    const form = pathProblem(from) ?? pathProblem(to)
    if (form) {
      const [old, next] = [bare(from), bare(to)]
      const right = `${old}: ${addresses.lists(next) ? next : addresses.near(next)}`
      return [problem(file, read.lines.of([from]), from, 'moved_form', form, right)]
    }
    if (addresses.lists(from)) {
      const swapped = !addresses.lists(to)
      const why = swapped
        ? 'is a page, and what it leads to is none: the old address stands first, the page that follows it after the colon.'
        : 'is a page that its readers could not open any more: remove the line, or the page.'
      return [
        problem(
          file,
          read.lines.of([from]),
          from,
          'moved_page',
          why,
          swapped ? `${to}: ${from}` : 'the file without this line',
        ),
      ]
    }
    const next = moved[to]
    if (to === from) return [say(from, 'moved_twice', 'leads to itself.', addresses.near(to))]
    // In a circle, the next one is this page again.
    if (next !== undefined) {
      const end = next === from ? addresses.near(to) : next
      return [say(from, 'moved_twice', `leads to ${to}, which leads on itself.`, end)]
    }
    const draft = addresses.draftAt(to)
    if (draft !== undefined) return [say(from, ...leadsToDraft(draft))]
    return addresses.lists(to)
      ? []
      : [say(from, 'moved_to', `leads to ${to}, which does not exist.`, addresses.near(to))]
  })
  const unpublished = new Set(drafts.map((it) => it.file.slice(tree.root.length + 1)))
  const lost = published
    .flatMap((path) => (tree.files.has(path) || unpublished.has(path) ? [] : (addressOf(path) ?? [])))
    .filter((path) => !addresses.lists(path) && moved[path] === undefined)
    .map((path) => {
      const swapped = Object.entries(moved).find(([from, to]) => to === path && addresses.lists(from))?.[0]
      return say(path, 'page_gone', GONE, swapped ?? addresses.successor(path))
    })
  return [...read.problems, ...wrong, ...lost]
}

/** A question that leads to notices: its readers find nothing of what they looked for. Warnings. */
export function movedElsewhere({ root, files }: Tree): SourceProblem[] {
  const file = `${root}/${REDIRECTS_FILE}`
  const { value, lines } = readRedirects(files.get(REDIRECTS_FILE) ?? '', file)
  return Object.entries(value ?? {}).flatMap(([from, to]) => {
    const [kind, next] = [from, to].map((it) => it.split('/')[1])
    const why = `leads to ${to}, a page of another kind: is there none that says the same?`
    return kind === next ? [] : [problem(file, lines.of([from]), from, 'moved_elsewhere', why, `${from}: /${kind}/…`)]
  })
}

const GONE =
  'was published and is gone. Lead its readers on: to the page that says now what it said, with its new name if it was renamed, or else to the list in which it stood.'

/** An address as it was copied from a browser, without site and language. */
const bare = (address: string): string =>
  `/${address.replace(/^https?:\/\/[^/]*/, '').replace(/^\/+|\/+$/g, '')}`.replace(/^\/cn(?=\/)/, '')

/** The page of a file, if it is the English text or the figures of one. */
function addressOf(file: string): string | undefined {
  const [, folder, slug = ''] = /^([a-z]+)\/(?:en\/)?([a-z0-9-]+)\.(?:md|yaml)$/.exec(file) ?? []
  if (folder === 'plans') return file.endsWith('.yaml') ? pathFor('plan.entry', { slug }) : undefined
  if (folder === 'hospitals') return pathFor('hospital.country', { country: slug })
  const name = COLLECTION_NAMES.find((it) => it === folder)
  const route = name && collectionOf(name).route
  return route && file.includes('/en/') ? pathFor(route, { slug }) : undefined
}
