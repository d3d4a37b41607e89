import { afterEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../storage.ts'
import { exchangeToken } from './exchange.ts'

afterEach(() => vi.unstubAllGlobals())

test('a link with two slashes after our host leads to no other one', async () => {
  const went: string[] = []
  const session = { token: 't', csrf: { name: 'n', token: 'c' } }
  vi.stubGlobal('location', { href: 'https://ours.example//other.example/x?token=code&a=1', replace: (to: string) => went.push(to) })
  vi.stubGlobal('history', { replaceState: (_: unknown, __: string, to: string) => went.push(to) })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 1, data: session })))
  await exchangeToken(memoryStore(), 'en')
  expect(went).toEqual(['/other.example/x?a=1', '/other.example/x?a=1'])
})
