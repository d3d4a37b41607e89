/** While editing: prints mistakes in the content and the interface words to the terminal at each save. */
import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { now } from '../../lib/days/clock.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent, type Checked } from './check-content.ts'

/** Programs write a file in several steps; one save is to be checked once. */
const SETTLE_MS = 150

/** What changed since the last check, in lines. Empty when nothing did. */
export function changesOf(before: Checked | undefined, after: Checked): string[] {
  const shown = (checked: Checked | undefined): string[] =>
    checked
      ? [
          ...checked.problems.map((it) => `content: ${problemText(it)}`),
          ...checked.warnings.map((it) => `content: warning: ${problemText(it)}`),
        ]
      : []
  const lines = shown(after)
  if (before && lines.join('\n') === shown(before).join('\n')) return []
  if (lines.length > 0)
    return after.problems.length > 0
      ? [...lines, `content: ${after.problems.length} to correct before the site can be built.`]
      : lines
  return before ? ['content: nothing is wrong any more.'] : []
}

/**
 * Checks immediately and after each save below `folder` and below `words`, the folder of the interface words; `saved`
 * gets the path of a file of content. The returned function ends it.
 */
export function watchContent(
  folder: string,
  print: (line: string) => void,
  saved: (path: string) => void = () => undefined,
  words = 'public/locales',
): () => void {
  let last: Checked | undefined
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    try {
      const checked = checkContent(folder, { now: now(), words })
      for (const line of changesOf(last, checked)) print(line)
      last = checked
    } catch (error) {
      // A file that disappears between two checks is noticed by the next one.
      print(`content: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const heard = (root: string, path: string): void => {
    if (root === folder) saved(path)
    clearTimeout(timer)
    timer = setTimeout(again, SETTLE_MS)
  }
  const again = (): void => {
    look()
    try {
      listen()
    } catch {
      // The folder is just being swapped with another: it will exist again in a moment.
      timer = setTimeout(again, SETTLE_MS)
    }
  }
  let watchers: FSWatcher[] = []
  // One watcher per folder, started anew after each save: a recursive watcher loses a folder that is replaced by
  // another (`content import`).
  const listen = (): void => {
    for (const watcher of watchers) watcher.close()
    watchers = [folder, words].flatMap((root) =>
      foldersOf(root).map((path) =>
        watch(join(root, path), (_, name) => heard(root, join(path, name ?? ''))).on('error', (error) =>
          print(`content: ${error instanceof Error ? error.message : String(error)}`),
        ),
      ),
    )
  }
  look()
  listen()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** Paths of a folder and all below it, hidden ones left out. */
const foldersOf = (folder: string): string[] => [
  '',
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map((it) => relative(folder, join(it.parentPath, it.name)))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.'))),
]
