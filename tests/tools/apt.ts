/** Installs what tests need from the system's package sources, and from nowhere else. */
import { spawnSync } from 'node:child_process'

export const isRoot = (): boolean => process.getuid?.() === 0

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Installs packages by `apt-get`; false when not root, not on Debian, or when a package is unavailable. */
export function aptInstall(packages: string[]): boolean {
  if (!isRoot()) return false
  process.stdout.write(`Installing ${packages.join(', ')} …\n`)
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}
