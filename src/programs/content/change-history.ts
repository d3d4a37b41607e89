/** When each content file was last changed, as far as the repository's history says. */
import { execFileSync } from 'node:child_process'

interface Change {
  /** Instant, ms. What is not committed yet was changed now. */
  at: number
  /** None if it is not committed yet. */
  commit?: string
}

export interface History {
  /** The last change of each file, by path below the folder. */
  changes: ReadonlyMap<string, Change>
  /** All committed changes of each file, newest first, by path below the folder. */
  all: ReadonlyMap<string, readonly Change[]>
  /** Instant of the last change of any file, ms. */
  last: number
}

const runGit = (folder: string, args: readonly string[], input?: string): Buffer =>
  execFileSync('git', ['-C', folder, '-c', 'core.quotePath=false', ...args], {
    input: input ?? '',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })

/** Undefined where the folder has no history: no git, no repository, or nothing of it committed. */
export function historyOf(folder: string, now: number): History | undefined {
  const git = (...args: string[]): string => runGit(folder, args).toString('utf8')
  try {
    const changes = new Map<string, Change>()
    const all = new Map<string, Change[]>()
    let change: Change = { at: now }
    // The log is newest first: the first entry that names a file is its last change.
    for (const line of git('log', '--format=\x01%ct %H', '--name-only', '--no-renames', '--relative', '--', '.').split(
      '\n',
    )) {
      if (line.startsWith('\x01')) {
        const [seconds, commit = ''] = line.slice(1).split(' ')
        change = { at: Math.min(Number(seconds) * 1000, now), commit }
      } else if (line !== '') {
        if (!changes.has(line)) changes.set(line, change)
        all.set(line, [...(all.get(line) ?? []), change])
      }
    }
    if (changes.size === 0) return undefined
    const open = [
      git('diff', '--name-only', '--relative', 'HEAD', '--', '.'),
      git('ls-files', '--others', '--exclude-standard', '--', '.'),
    ]
    for (const path of open.join('\n').split('\n')) if (path !== '') changes.set(path, { at: now })
    return { changes, all, last: Math.max(...[...changes.values()].map(({ at }) => at)) }
  } catch {
    return undefined
  }
}

/** Files below the folder that differ from the last commit, which has them; none where there is no history. */
export function changedSinceCommit(folder: string): string[] {
  try {
    const changed = runGit(folder, ['diff', '--name-only', '--diff-filter=M', '--relative', 'HEAD', '--', '.'])
    return changed.toString('utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Texts as they were in a commit, in the order of `wanted`; undefined where the file was not there. One call of git. */
export function textsAt(folder: string, wanted: readonly { commit: string; path: string }[]): (string | undefined)[] {
  if (wanted.length === 0) return []
  const prefix = runGit(folder, ['rev-parse', '--show-prefix']).toString('utf8').trim()
  const names = wanted.map(({ commit, path }) => `${commit}:${prefix}${path}\n`).join('')
  const out = runGit(folder, ['cat-file', '--batch'], names)
  let at = 0
  return wanted.map(() => {
    const end = out.indexOf('\n', at)
    const size = /^\S+ blob (\d+)$/.exec(out.toString('utf8', at, end))?.[1]
    at = end + 1
    if (size === undefined) return undefined
    const text = out.toString('utf8', at, at + Number(size))
    at += Number(size) + 1
    return text.replace(/\r\n/g, '\n')
  })
}
