import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Unexpected console output is a failure: a React key warning or a swallowed rejection is a defect nobody would see
 * otherwise. A test that expects output replaces the method itself (`vi.spyOn(console,
 * 'error').mockImplementation(…)`).
 */
const heard: string[] = []

beforeEach(() => {
  heard.length = 0
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      heard.push(`console.${method}: ${args.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  if (heard.length > 0) throw new Error(`Unexpected console output\n${heard.join('\n')}`)
})
