/** Finds the programs of a PostgreSQL server on this machine, or installs the distribution's own. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from '../tools/apt.ts'

const PROGRAMS = ['initdb', 'postgres']
/** Debian installs each version in its own folder, outside the path. */
const DEBIAN = '/usr/lib/postgresql'

const complete = (folder: string): boolean =>
  PROGRAMS.every((name) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

function debianFolders(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin'))
}

/** Folder with `initdb` and `postgres`: that of `PG_BIN`, of the path, or Debian's newest; undefined when there is none. */
function findPostgres(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = env['PG_BIN']
  if (given) {
    if (!complete(given)) throw new Error(`PG_BIN is set to ${given}, which does not hold ${PROGRAMS.join(' and ')}`)
    return given
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...folders, ...debianFolders()].find(complete)
}

/** The same, installing Debian's package when nothing is found and we are root. */
export function ensurePostgres(): string | undefined {
  return findPostgres() ?? (aptInstall(['postgresql']) ? findPostgres() : undefined)
}

/** `PostgreSQL 15.14`. */
export const versionOf = (folder: string): string =>
  spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.replace(
    /^postgres \((.+?)\) (\S+)[\s\S]*$/,
    '$1 $2',
  )
