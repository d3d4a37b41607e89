/** When each content file was last changed, as far as the repository's history says. */
import { execFileSync } from 'node:child_process'

export interface History {
  /** Instant of the last change, ms, by path below the folder. A file that is not committed yet counts as changed now. */
  changed: ReadonlyMap<string, number>
  /** Instant of the last change of any file, ms. */
  last: number
}

/** Undefined where the folder has no history: no git, no repository, or nothing of it committed. */
export function historyOf(folder: string, now: number): History | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const changed = new Map<string, number>()
    let at = now
    // The log is newest first: the first entry that names a file is its last change.
    for (const line of git('log', '--format=\x01%ct', '--name-only', '--no-renames', '--relative', '--', '.').split(
      '\n',
    )) {
      if (line.startsWith('\x01')) at = Math.min(Number(line.slice(1)) * 1000, now)
      else if (line !== '' && !changed.has(line)) changed.set(line, at)
    }
    if (changed.size === 0) return undefined
    const open = [
      git('diff', '--name-only', '--relative', 'HEAD', '--', '.'),
      git('ls-files', '--others', '--exclude-standard', '--', '.'),
    ]
    for (const path of open.join('\n').split('\n')) if (path !== '') changed.set(path, now)
    return { changed, last: Math.max(...changed.values()) }
  } catch {
    return undefined
  }
}
