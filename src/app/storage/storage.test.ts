import { expect, test } from 'vitest'
import { DEVICE_SECRET, KEYS } from './storage-keys.ts'
import {
  clearSession,
  endsForGood,
  memoryStore,
  noteEnd,
  readToken,
  signOff,
  tokenExpiry,
  uniqueKey,
  writeToken,
} from './storage.ts'

test('the keys are those of spec §9', () => {
  expect([...Object.values(KEYS), DEVICE_SECRET].sort()).toEqual([
    'PlatformToken',
    'co_id',
    'csrf_name',
    'csrf_token',
    'is_hide',
    'lang',
    'unique',
  ])
})

test('a session that ends by itself leaves the device its orders; signing out does not', () => {
  const store = memoryStore()
  const secret = uniqueKey(store)
  for (const key of [KEYS.token, KEYS.coId]) store.setItem(key, 'x')
  clearSession(store)
  expect([store.getItem(KEYS.token), uniqueKey(store)]).toEqual([null, secret])
  for (const key of [KEYS.token, KEYS.coId]) store.setItem(key, 'x')
  signOff(store)
  expect([store.getItem(KEYS.token), store.getItem(KEYS.coId)]).toEqual([null, null])
  expect(uniqueKey(store).slice(0, 64)).not.toBe(secret.slice(0, 64))
  expect(uniqueKey(store).slice(64)).toBe(secret.slice(64))
})

test('a login is renewed up to its absolute end and not past it, whatever clock the device has', () => {
  const store = memoryStore()
  const [start, hour] = [1_000, 3_600_000]
  writeToken(store, 'mine', start)
  noteEnd(store, 'mine', start, 12 * hour)
  expect([tokenExpiry(store, start), endsForGood(store, start)]).toEqual([start + 2 * hour, false])
  for (let at = start; at < start + 11 * hour; at += hour) readToken(store, at)
  expect(readToken(store, start + 11 * hour)).toBe('mine')
  expect([tokenExpiry(store, start + 11 * hour), endsForGood(store, start + 11 * hour)]).toEqual([
    start + 12 * hour,
    true,
  ])
  expect(readToken(store, start + 12 * hour)).toBeUndefined()
})

test('what a server says of an earlier login changes nothing of a later one', () => {
  const store = memoryStore()
  writeToken(store, 'later', 0)
  noteEnd(store, 'earlier', 0, 1_000)
  expect(readToken(store, 2_000)).toBe('later')
})
