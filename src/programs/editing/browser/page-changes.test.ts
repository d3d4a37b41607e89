/** When the preview is reloaded after saving. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageWatch } from './page-changes.ts'

const it = { marks: [] as (string | undefined)[], ended: false, drawn: 0 }
/** The mark that the next look sees; the last one is repeated. */
const mark = async (): Promise<string | undefined> => (it.marks.length > 1 ? it.marks.shift() : it.marks[0])
const begin = () =>
  pageWatch(
    mark,
    () => it.ended,
    () => {
      it.drawn++
    },
  )
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(it, { marks: [], ended: false, drawn: 0 })
})
afterEach(() => vi.useRealTimers())

test('once, when the site shows the saved text at last', async () => {
  it.marks = ['old', 'old', 'old', 'new', 'newer']
  void begin()(Promise.resolve('old'))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(it.drawn).toBe(1)
})

test('not when nothing that the page shows has changed, nor while the site answers no page', async () => {
  it.marks = [undefined, 'old']
  void begin()(Promise.resolve('old'))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(it.drawn).toBe(0)
})

test('a page that did not exist when it was looked at is drawn when it does', async () => {
  it.marks = [undefined, 'new']
  void begin()(Promise.resolve(undefined))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(it.drawn).toBe(1)
})

test('the other twin saved meanwhile begins the wait anew: one drawing for both', async () => {
  it.marks = ['old', 'new']
  const watch = begin()
  void watch(Promise.resolve('old'))
  void watch(Promise.resolve('old'))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(it.drawn).toBe(1)
})

test('not once the page is put away', async () => {
  it.marks = ['old', 'old', 'new']
  void begin()(Promise.resolve('old'))
  await vi.advanceTimersByTimeAsync(100)
  it.ended = true
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(it.drawn).toBe(0)
})
