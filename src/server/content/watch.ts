/** While editing: what is wrong with the content, told in the terminal at each save. */
import { watch } from 'node:fs'
import { problemText } from '../../lib/source-problems.ts'
import { checkContent, type Checked } from './check.ts'

/** Programs write a file in several steps; one save is checked once. */
const SETTLE_MS = 150

/** What changed since the last look, in lines. Nothing when all is as it was. */
export function changesOf(before: Checked | undefined, after: Checked): string[] {
  const shown = (checked: Checked | undefined): string[] => (checked ? [...checked.problems.map((it) => `content: ${problemText(it)}`), ...checked.warnings.map((it) => `content: warning: ${problemText(it)}`)] : [])
  const lines = shown(after)
  if (before && lines.join('\n') === shown(before).join('\n')) return []
  if (lines.length > 0) return after.problems.length > 0 ? [...lines, `content: ${after.problems.length} to mend before the site can be built.`] : lines
  return before ? ['content: nothing is wrong any more.'] : []
}

/** Looks at once and after each save below `folder`; `saved` gets the path below it. Ends with the returned function. */
export function watchContent(folder: string, print: (line: string) => void, saved: (path: string) => void = () => undefined): () => void {
  let last: Checked | undefined
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    try {
      const now = checkContent(folder, { now: Date.now() })
      for (const line of changesOf(last, now)) print(line)
      last = now
    } catch (error) {
      // A file that goes away between two looks is seen by the next one.
      print(`content: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  look()
  const watcher = watch(folder, { recursive: true }, (_, path) => {
    if (path !== null) saved(path)
    clearTimeout(timer)
    timer = setTimeout(look, SETTLE_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
