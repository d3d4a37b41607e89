/** What changed in the texts since a release, in words: for whoever deploys, and for whoever waits for a text. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WHAT: Readonly<Record<string, string>> = { A: 'new', M: 'changed', D: 'removed' }

/**
 * A line for each changed file below `folder`: what happened, its name, and its title. Undefined where there is no
 * history or `since` names nothing in it.
 */
export function changesSince(folder: string, since: string): string[] | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    // As a commit, so that nothing typed is an option of git.
    const commit = git('rev-parse', '--verify', '--end-of-options', `${since}^{commit}`).trim()
    return git('diff', '--name-status', '--no-renames', '--relative', commit, '--', '.')
      .split('\n')
      .flatMap((line) => {
        const [state = '', path = ''] = line.split('\t')
        const what = WHAT[state]
        if (what === undefined) return []
        const title = what === 'removed' ? titleOf(git('show', `${commit}:./${path}`)) : titleIn(join(folder, path))
        return [`${what}: ${path}${title === undefined ? '' : `: ${title}`}`]
      })
  } catch {
    return undefined
  }
}

const titleIn = (file: string): string | undefined =>
  existsSync(file) ? titleOf(readFileSync(file, 'utf8')) : undefined

const titleOf = (text: string): string | undefined => /^(?:title|name): *["']?(.*?)["']?$/m.exec(text)?.[1]
