import { expect, test } from 'vitest'
import { KEYS } from './keys.ts'
import { clearSession, memoryStore, signOff, uniqueKey } from './storage.ts'

test('a session that ends by itself leaves the device its orders; signing out does not', () => {
  const store = memoryStore()
  const secret = uniqueKey(store)
  store.setItem(KEYS.token, 'x')
  clearSession(store)
  expect(uniqueKey(store)).toBe(secret)
  signOff(store)
  expect(uniqueKey(store)).not.toBe(secret)
})
