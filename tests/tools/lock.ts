/**
 * The lock file must name every optional package of every package, also those of other systems: `npm ci` compares
 * and refuses otherwise. npm leaves out the ones it cannot fetch at the time of `npm install` (a mirror that lacks
 * them), so they are written in from the package that lists them. `node tests/tools/lock.ts [file]` mends the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

// Records keep the order of keys as npm writes them; objects would put the known ones first.
const Entry = z.record(z.string(), z.unknown())
const Optional = z.record(z.string(), z.string()).catch({})
export const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })
export type Lock = z.infer<typeof Lock>

export const readLock = (file = 'package-lock.json'): Lock => Lock.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Where Node would look for `name` from the package at `from`, nearest first. */
function places(from: string, name: string): string[] {
  const out: string[] = []
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    out.push(`${at === '' ? '' : `${at}/`}node_modules/${name}`)
    if (at === '') return out
  }
}

/** Optional packages that are listed by a package but have no entry: `npm ci` would refuse the file. */
export function missingOptional(lock: Lock): { name: string; version: string; dev: boolean }[] {
  const seen = new Map<string, { name: string; version: string; dev: boolean }>()
  for (const [at, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(Optional.parse(entry['optionalDependencies']))) {
      if (places(at, name).some((place) => lock.packages[place])) continue
      seen.set(name, { name, version, dev: entry['dev'] === true })
    }
  }
  return [...seen.values()]
}

/** Entries that tell where they come from; the registry is the reader's own choice. */
export const registryHosts = (lock: Lock): string[] =>
  Object.entries(lock.packages)
    .filter(([, entry]) => entry['resolved'] !== undefined)
    .map(([at]) => at)

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'win32']
const CPUS = ['arm64', 'arm', 'ia32', 'x64', 'wasm32', 'riscv64', 's390x', 'ppc64', 'loong64']

/** `@x/binding-linux-arm64-gnu` → `{ os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }`. */
export function systemOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  // Some packages say "windows" where npm says "win32".
  const words = name.split(/[/-]/).map((word) => (word === 'windows' ? 'win32' : word))
  const os = words.filter((word) => SYSTEMS.includes(word))
  const cpu = words.filter((word) => CPUS.includes(word))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) }
}

/** The lock with the missing entries and without registry hosts. Throws on a version that is not exact. */
export function completeLock(lock: Lock): Lock {
  const added = missingOptional(lock).map(({ name, version, dev }) => {
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) throw new Error(`${name}: ${version} is no exact version`)
    return [`node_modules/${name}`, { version, ...(dev && { dev }), optional: true, ...systemOf(name) }] as const
  })
  const kept = Object.entries(lock.packages).map(
    ([at, entry]) => [at, Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'resolved'))] as const,
  )
  const sorted = [...kept, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2] ?? 'package-lock.json'
  const lock = readLock(file)
  const missing = missingOptional(lock)
  writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
  process.stdout.write(`${missing.length} entries added\n`)
}
