import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { EARLIER_FILES, keepEarlierFiles, lockSite, readEarlierFiles, startFolder, takePlace } from './site-folder.ts'

let root = ''
let site = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'))
  site = join(root, 'dist')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (folder: string, ...files: string[]): void => {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
}
/** A build of the site on a day, with these files. */
function build(today: string, ...files: string[]): number {
  const folder = startFolder(site)
  write(folder, ...files)
  const kept = keepEarlierFiles(site, folder, today)
  takePlace(folder, site)
  return kept
}
const has = (file: string): boolean => existsSync(join(site, file))

test('a finished build takes the place of the one before', () => {
  build('2027-01-01', 'home.html', 'old.html')
  build('2027-01-02', 'home.html')
  expect([has('home.html'), has('old.html'), existsSync(`${site}.new`), existsSync(`${site}.old`)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a build that does not finish changes nothing, and the next one begins with an empty folder', () => {
  build('2027-01-01', 'home.html')
  write(startFolder(site), 'half.html')
  expect([has('home.html'), has('half.html')]).toEqual([true, false])
  build('2027-01-02', 'home.html')
  expect(has('half.html')).toBe(false)
})

test('a site that was taken away by a build that was killed between its two steps is put back', () => {
  build('2027-01-01', 'home.html')
  renameSync(site, `${site}.old`)
  startFolder(site)
  expect(has('home.html')).toBe(true)
})

test('a folder that cannot take its place leaves the site', () => {
  build('2027-01-01', 'home.html')
  expect(() => takePlace(join(root, 'none'), site)).toThrow('ENOENT')
  expect(has('home.html')).toBe(true)
})

test('hashed files stay for 28 days after the last build that has them, pages do not', () => {
  build('2027-01-01', 'assets/a.1.js', 'assets/a.1.js.br', 'assets/words/w.1.json', 'fonts/f.1.woff2', 'a.html')
  expect(build('2027-02-01', 'assets/a.2.js')).toBe(4)
  expect(has('a.html')).toBe(false)
  expect(readEarlierFiles(site).get('assets/words/w.1.json')).toBe('2027-02-01')
  expect(build('2027-03-01', 'assets/a.2.js')).toBe(4)
  expect(build('2027-03-02', 'assets/a.2.js')).toBe(0)
  expect([has('assets/a.1.js'), has('assets/a.2.js'), has(EARLIER_FILES)]).toEqual([false, true, false])
})

test('a file that a later build has again is no earlier file any more', () => {
  build('2027-01-01', 'assets/a.1.js')
  build('2027-01-02', 'assets/a.2.js')
  build('2027-01-03', 'assets/a.1.js')
  expect([...readEarlierFiles(site)]).toEqual([['assets/a.2.js', '2027-01-03']])
  expect(readFileSync(join(site, 'assets/a.1.js'), 'utf8')).toBe('assets/a.1.js')
})

test('a site is built by one build at a time, and by the next one when that has ended, also by a crash', async () => {
  const unlock = lockSite(site)
  expect(() => lockSite(site)).toThrow(`Another build of ${site}`)
  unlock()
  const killed = spawn(process.execPath, ['--input-type=module', '-e', HOLD_LOCK, site], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(killed.stdout, 'data')
  expect(() => lockSite(site)).toThrow(`Another build of ${site}`)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  lockSite(site)()
})

/** Another process that keeps the lock until it is killed. */
const HOLD_LOCK = `
  import { lockSite } from ${JSON.stringify(new URL('site-folder.ts', import.meta.url).href)}
  lockSite(process.argv[1])
  process.stdin.resume()
  process.stdout.write('locked')`
