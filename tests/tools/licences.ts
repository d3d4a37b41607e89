/**
 * The licences of all packages of this project, as the lock file has them from their makers: `npm run licences` prints
 * a table and ends with an error where a licence is unknown, or asks whoever runs the site to publish the site's
 * source.
 */
import { readLock, type Lock } from './lock.ts'

export interface Licensed {
  name: string
  version: string
  licence: string
  /** For work on the project only; not where the site runs. */
  dev: boolean
}

const UNKNOWN = 'unknown'
/** Manifests that name no licence; what their licence file says. */
const BY_FILE: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

function licenceOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(String).join(' OR ')
  return BY_FILE[name] ?? UNKNOWN
}

/**
 * Every package, by name. Forms of a package for other systems are left out where the registry had none to read
 * (`lock.ts` writes those in): they are under the licence of the package that names them.
 */
export const licensedPackages = (lock: Lock): Licensed[] =>
  Object.entries(lock.packages)
    .filter(([at, entry]) => at !== '' && !(entry['license'] === undefined && entry['optional'] === true))
    .map(([at, entry]) => {
      const name = at.replace(/^.*node_modules\//, '')
      return {
        name,
        version: String(entry['version']),
        licence: licenceOf(name, entry['license']),
        dev: entry['dev'] === true,
      }
    })
    .sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`))

/** Licences that ask for the source of a whole work, or of what is offered over a network. LGPL asks for its own only. */
const BINDING = /^(AGPL|GPL|SSPL|BUSL|EUPL|OSL|CC-BY-NC|CC-BY-SA)\b/
/** Of several to choose from, one that does not bind is enough; of several that apply together, none may. */
const binds = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ OR /)
    .every((choice) => choice.split(/ AND |,/).some((part) => BINDING.test(part.trim())))

/** A sentence for each package whose licence is unknown, or binds where the site runs. */
export const doubtfulLicences = (packages: readonly Licensed[]): string[] =>
  packages
    .filter(({ licence, dev }) => licence === UNKNOWN || (!dev && binds(licence)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`)

function printed(packages: readonly Licensed[]): string {
  const rows = packages.map(({ name, version, licence, dev }) => [name, version, licence, dev ? 'development' : 'site'])
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const counted = [...Map.groupBy(packages, ({ licence }) => licence)].sort(([, a], [, b]) => b.length - a.length)
  return [
    ...rows.map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
    ...counted.map(([licence, all]) => `${String(all.length).padStart(5)}  ${licence}`),
  ].join('\n')
}

if (import.meta.main) {
  const packages = licensedPackages(readLock())
  process.stdout.write(`${printed(packages)}\n`)
  const found = doubtfulLicences(packages)
  if (found.length > 0) process.stderr.write(`\nTo be looked at:\n${found.join('\n')}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
