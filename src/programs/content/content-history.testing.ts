/** A repository of its own for what the check reads from the history. */
import { execFileSync } from 'node:child_process'

/** Git in `root`, as of a day, without the settings of whoever runs the tests. */
export const gitIn = (root: string, args: readonly string[], day = '2026-11-20'): string =>
  execFileSync(
    'git',
    ['-C', root, '-c', 'user.name=E', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false', ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        GIT_AUTHOR_DATE: `${day}T12:00:00+08:00`,
        GIT_COMMITTER_DATE: `${day}T12:00:00+08:00`,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
      },
    },
  )

export function commitAll(root: string, day?: string): void {
  gitIn(root, ['add', '-A'], day)
  gitIn(root, ['commit', '-q', '-m', 'x'], day)
}
