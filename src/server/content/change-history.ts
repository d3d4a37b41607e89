/** When each file of the content was changed last, as far as the history of the repository knows. */
import { execFileSync } from 'node:child_process'

export interface History {
  /** Instant of the last change, ms, by path below the folder. What is not committed yet was changed now. */
  changed: ReadonlyMap<string, number>
  /** Instant of the last change of any file, ms. */
  last: number
}

/** Undefined where there is no history of the folder: no git, no repository, nothing of it committed. */
export function historyOf(folder: string, now: number): History | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'core.quotePath=false', ...args], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const changed = new Map<string, number>()
    let at = now
    // Newest first: what a file is named under first is its last change.
    for (const line of git('log', '--format=\x01%ct', '--name-only', '--no-renames', '--relative', '--', '.').split('\n')) {
      if (line.startsWith('\x01')) at = Math.min(Number(line.slice(1)) * 1000, now)
      else if (line !== '' && !changed.has(line)) changed.set(line, at)
    }
    if (changed.size === 0) return undefined
    const open = [git('diff', '--name-only', '--relative', 'HEAD', '--', '.'), git('ls-files', '--others', '--exclude-standard', '--', '.')]
    for (const path of open.join('\n').split('\n')) if (path !== '') changed.set(path, now)
    return { changed, last: Math.max(...changed.values()) }
  } catch {
    return undefined
  }
}
