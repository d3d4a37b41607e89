/** Packages that the bench measures with and compares with, installed below `.cache`; none is ours. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sandboxEnv } from '../runner/env.ts'

/** Runs a program to its end, printing only errors. */
export function run(command: string, args: string[], env: Record<string, string>, cwd = '.'): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...sandboxEnv(), ...env },
    })
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    )
  })
}

export type Peer = 'starlight' | 'lighthouse' | 'peers'

const lockOf = (name: Peer): string => readFileSync(join('tests/bench', name, 'package-lock.json'), 'utf8')
const markOf = (name: Peer): string => join(resolve('.cache', name), 'installed.json')

/** Whether it was installed from the present lock file. */
export const isInstalled = (name: Peer): boolean =>
  existsSync(markOf(name)) && readFileSync(markOf(name), 'utf8') === lockOf(name)

/** Installs `tests/bench/<name>` from its lock file, once per version of it. Returns the folder. */
export async function install(name: Peer): Promise<string> {
  const [from, folder] = [join('tests/bench', name), resolve('.cache', name)]
  if (isInstalled(name)) return folder
  mkdirSync(folder, { recursive: true })
  cpSync('.npmrc', join(folder, '.npmrc'))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(from, file), join(folder, file))
  await run('npm', ['ci', '--no-audit', '--no-fund'], {}, folder)
  writeFileSync(markOf(name), lockOf(name))
  return folder
}
