import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { completeLock, Lock, missingOptional, readLock, registryHosts, systemOf } from '../tools/lock.ts'
import { doubtfulLicences, licensedPackages } from '../tools/licences.ts'
import { once, rule } from './rule.ts'

const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })

interface Package {
  folder: string
  /** Versions by name, as its manifest asks for them. */
  versions: Record<string, string>
  lock: Lock
}

function readPackage(folder: string): Package {
  const manifest = Manifest.parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
  return {
    folder,
    versions: { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies },
    lock: readLock(`${folder}/package-lock.json`),
  }
}

/** Ours, and those that the bench installs into folders of their own. */
const readPackages = once(() =>
  ['.', ...readdirSync('tests/bench').map((name) => `tests/bench/${name}`)]
    .filter((folder) => existsSync(`${folder}/package.json`))
    .map(readPackage),
)

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const made = (version: string, entry: Record<string, unknown>): Package[] => [
  { folder: '.', versions: { a: version }, lock: Lock.parse({ packages: { 'node_modules/a': entry } }) },
]
const folders = (packages: readonly Package[]): string[] => packages.map(({ folder }) => folder)
const LISTING = { version: '1.0.0', optionalDependencies: { 'a-win32-x64-msvc': '1.0.0' } }

rule('every package is pinned exactly, and locked so', {
  of: readPackages,
  faults: (packages) =>
    packages.flatMap(({ folder, versions, lock }) =>
      Object.entries(versions).flatMap(([name, version]) => [
        ...(EXACT.test(version) ? [] : [`${folder}: ${name} ${version} is no exact version`]),
        ...(lock.packages[`node_modules/${name}`]?.['version'] === version
          ? []
          : [`${folder}: ${name} ${version} is not what is locked`]),
      ]),
    ),
  looksAt: (packages) =>
    packages.flatMap(({ folder, versions }) => Object.keys(versions).map((name) => `${folder}: ${name}`)),
  among: ['.: astro', '.: vitest', 'tests/bench/starlight: @astrojs/starlight', 'tests/bench/lighthouse: lighthouse'],
  atLeast: 50,
  seeds: {
    'a range': [
      made('^1.0.0', { version: '1.0.0' }),
      '.: a ^1.0.0 is no exact version',
      '.: a ^1.0.0 is not what is locked',
    ],
    'another version locked': [made('1.0.0', { version: '1.0.1' }), '.: a 1.0.0 is not what is locked'],
    'a package that is not locked': [
      [{ folder: '.', versions: { a: '1.0.0' }, lock: Lock.parse({ packages: {} }) }],
      '.: a 1.0.0 is not what is locked',
    ],
  },
  sound: { 'a version and its lock': made('1.0.0-beta.2', { version: '1.0.0-beta.2' }) },
})

rule('no lock file names a registry', {
  of: readPackages,
  faults: (packages) =>
    packages.flatMap(({ folder, lock }) => [
      ...registryHosts(lock).map((at) => `${folder}: ${at}`),
      ...(/"resolved"|registry\./.test(JSON.stringify(lock)) ? [`${folder} names a registry`] : []),
    ]),
  looksAt: folders,
  among: ['.', 'tests/bench/starlight', 'tests/bench/lighthouse'],
  seeds: {
    'an address of an entry': [
      made('1.0.0', { version: '1.0.0', resolved: 'https://r.example/a.tgz' }),
      '.: node_modules/a',
      '. names a registry',
    ],
    'a registry elsewhere in it': [
      made('1.0.0', { version: '1.0.0', from: 'https://registry.example/a' }),
      '. names a registry',
    ],
  },
})

rule('every lock file is complete for every system, or npm ci refuses it (node tests/tools/lock.ts)', {
  of: readPackages,
  faults: (packages) =>
    packages.flatMap(({ folder, lock }) => missingOptional(lock).map(({ name }) => `${folder}: ${name}`)),
  looksAt: folders,
  among: ['.', 'tests/bench/starlight', 'tests/bench/lighthouse'],
  seeds: { 'a package of another system': [made('1.0.0', LISTING), '.: a-win32-x64-msvc'] },
})

test('the lock file is mended where an optional package is missing', () => {
  const broken = Lock.parse({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': {
        version: '1.0.0',
        resolved: 'https://r.example/a.tgz',
        optionalDependencies: { 'a-win32-x64-msvc': '1.0.0' },
      },
    },
  })
  expect(missingOptional(broken)).toEqual([{ name: 'a-win32-x64-msvc', version: '1.0.0', dev: false }])
  expect(registryHosts(broken)).toEqual(['node_modules/a'])
  const mended = completeLock(broken)
  expect(missingOptional(mended)).toEqual([])
  expect(mended.packages['node_modules/a-win32-x64-msvc']).toEqual({
    version: '1.0.0',
    optional: true,
    os: ['win32'],
    cpu: ['x64'],
  })
  expect(systemOf('@x/b-linux-arm64-gnu')).toEqual({ cpu: ['arm64'], libc: ['glibc'], os: ['linux'] })
  expect(systemOf('@x/windows-x64')).toEqual({ cpu: ['x64'], os: ['win32'] })
})

const licensed = (license: unknown, rest: Record<string, unknown> = {}): Lock =>
  Lock.parse({ packages: { 'node_modules/a': { version: '1.0.0', license, ...rest } } })

rule('no licence of a package is unknown or binds whoever runs the site (npm run licences)', {
  of: () => readLock(),
  faults: (lock) => doubtfulLicences(licensedPackages(lock)),
  looksAt: (lock) => licensedPackages(lock).map(({ name }) => name),
  among: ['react', 'fastify', 'sharp', 'vitest'],
  atLeast: 500,
  seeds: {
    'no licence': [licensed(undefined), 'a 1.0.0: unknown'],
    'one that binds': [licensed('AGPL-3.0-only'), 'a 1.0.0: AGPL-3.0-only'],
    'one of two that apply together': [licensed('MIT AND GPL-3.0'), 'a 1.0.0: MIT AND GPL-3.0'],
  },
  sound: {
    'one to choose': licensed('(MIT OR GPL-3.0)'),
    'several to choose': licensed(['MIT', 'Apache2']),
    'a library under LGPL': licensed('LGPL-3.0-or-later'),
    'a tool that does not go where the site runs': licensed('GPL-3.0', { dev: true }),
    'the form of a package for another system': licensed(undefined, { optional: true }),
  },
})
