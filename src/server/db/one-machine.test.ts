import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdFolder, requireThisMachine } from './one-machine.ts'

let folder: string
const ends: (() => void)[] = []
const lost = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  lost.mockClear()
  folder = mkdtempSync(join(tmpdir(), 'youfang-machine-'))
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const there = () => readFileSync(join(folder, 'machine'), 'utf8')
const hold = async (machine: string) => {
  const one = await holdFolder(folder, lost, machine)
  ends.push(one.letGo)
  return one
}
/** What came of it after a minute. */
async function held(machine: string): Promise<unknown> {
  const done = hold(machine).then(
    () => 'held',
    (error: unknown) => String(error),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return done
}

test('processes of one machine share the folder, one after another and at once', async () => {
  const { letGo } = await hold('a')
  await hold('a')
  letGo()
  await hold('a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([there().startsWith('a '), lost.mock.calls.length]).toEqual([true, 0])
})

test('a second machine is refused as long as a server of the first runs, and not after it has ended', async () => {
  const { letGo } = await hold('a')
  expect(await held('b')).toContain('DATA_DIR is used by a server of another machine')
  expect(there()).toMatch(/^a /)
  letGo()
  expect(await held('b')).toBe('held')
  expect(there()).toMatch(/^b /)
})

test('whoever finds that another machine has taken the folder leaves it to it', async () => {
  await hold('a')
  writeFileSync(join(folder, 'machine'), 'b 1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([there(), lost.mock.calls.length]).toEqual(['b 1', 1])
})

test('a file without a name is another’s, which is about to write it', async () => {
  writeFileSync(join(folder, 'machine'), '')
  const other = hold('b').catch(String)
  await vi.advanceTimersByTimeAsync(1_000)
  writeFileSync(join(folder, 'machine'), 'a 1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await other).toContain('DATA_DIR is used by a server of another machine')
})

test('a server that was held up while it started finds that its folder was taken', async () => {
  const own = await hold('a')
  own.require()
  writeFileSync(join(folder, 'machine'), 'b 1')
  expect(own.require).toThrow('DATA_DIR is used by a server of another machine')
})

test('a folder that cannot be written to is refused in a sentence', async () => {
  rmSync(folder, { recursive: true })
  await expect(hold('a')).rejects.toThrow('DATA_DIR cannot be written to')
  mkdirSync(folder)
})

test('what moves a store waits for a server of another machine, and takes nothing', async () => {
  writeFileSync(join(folder, 'machine'), 'a 1')
  const free = requireThisMachine(folder, 'b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await free, there()]).toEqual([undefined, 'a 1'])
})
