import { expect, test } from 'vitest'
import { LIMITS } from '../lib/limits.ts'
import { TOKEN_MS } from './keys.ts'

// The boot script carries this figure inline, so it cannot take it from the table: this holds the two together.
test('the token lives as long as the texts say', () => {
  expect(TOKEN_MS).toBe(LIMITS.sessionMinutes * 60_000)
})
