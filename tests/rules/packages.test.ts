import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { completeLock, Lock, missingOptional, readLock, registryHosts, systemOf } from '../tools/lock.ts'

const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })
const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const lock = readLock()

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

describe('packages', () => {
  test.each(
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
  )('%s is pinned exactly (%s), and locked so', (name, version) => {
    expect(version).toMatch(EXACT)
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version })
  })

  test('the lock file names no registry', () => {
    expect(registryHosts(lock)).toEqual([])
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"|registry\./)
  })

  test('the lock file is complete for every system, or npm ci refuses it (node tests/tools/lock.ts)', () => {
    expect(missingOptional(lock)).toEqual([])
  })

  test.each(['starlight', 'lighthouse'])('%s of the bench is pinned and locked likewise', (name) => {
    const peer = z
      .object({ dependencies: Versions })
      .parse(JSON.parse(readFileSync(`tests/bench/${name}/package.json`, 'utf8')))
    const locked = readLock(`tests/bench/${name}/package-lock.json`)
    expect(
      Object.entries(peer.dependencies).filter(
        ([dependency, version]) =>
          !EXACT.test(version) || locked.packages[`node_modules/${dependency}`]?.['version'] !== version,
      ),
    ).toEqual([])
    expect([...registryHosts(locked), ...missingOptional(locked)]).toEqual([])
  })

  test('the rule on the lock file finds and mends what it is for', () => {
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
})
