import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LOAD_MS } from '../storage/storage-keys.ts'
import { withTimeLimit } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is a load error when a screen has not come after 120 seconds (spec §8)', async () => {
  const never = withTimeLimit(new Promise<never>(() => undefined), LOAD_MS)
  const settled = vi.fn()
  never.catch(settled)
  await vi.advanceTimersByTimeAsync(LOAD_MS - 1)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledOnce()
})

it('returns a result that came in time, and leaves no timer behind', async () => {
  await expect(withTimeLimit(Promise.resolve(7), LOAD_MS)).resolves.toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})
