import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = new EventTarget()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

const send = (type: string): boolean => page.dispatchEvent(new Event(type))
const task = (): Promise<void> => new Promise((done) => setTimeout(done))

it('runs at once while nothing is pressed', async () => {
  const { afterPress } = await import('./after-press.ts')
  const run = vi.fn()
  afterPress(run)
  expect(run).toHaveBeenCalledOnce()
})

it('waits for the click of a press under way', async () => {
  const { afterPress } = await import('./after-press.ts')
  const run = vi.fn()
  send('pointerdown')
  afterPress(run)
  await task()
  expect(run).not.toHaveBeenCalled()
  send('pointerup')
  // The click follows in the same task.
  expect(run).not.toHaveBeenCalled()
  await task()
  expect(run).toHaveBeenCalledOnce()
  afterPress(run)
  expect(run).toHaveBeenCalledTimes(2)
})
