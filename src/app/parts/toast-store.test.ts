import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $toasts, dismiss, dismissErrors, toast } from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  $toasts.set([])
})
const shown = (): string[] => $toasts.get().map(({ text }) => text)

test('only what was done, and says nothing to remember, goes by itself', () => {
  toast('Draft deleted')
  toast('We decide within 3 working days')
  toast('Remove one first', 'refused')
  toast('No connection', 'bad')
  vi.runAllTimers()
  expect(shown()).toEqual(['We decide within 3 working days', 'Remove one first', 'No connection'])
  dismissErrors()
  expect(shown()).toEqual(['We decide within 3 working days'])
  $toasts.get().forEach(({ id }) => dismiss(id))
  expect(shown()).toEqual([])
})
