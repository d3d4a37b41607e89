import { afterEach, expect, test, vi } from 'vitest'
import { KEYS } from '../storage/storage-keys.ts'
import { memoryStore, writeToken } from '../storage/storage.ts'
import { exchangeToken } from './exchange-link-token.ts'
import { readTokenQuery } from './token-query.ts'

afterEach(() => vi.unstubAllGlobals())

const never = (): never => {
  throw new Error('refused')
}
const session = { token: 't', csrf: { name: 'n', token: 'c' } }
const kept = new Map<string, string>()

/** A page at address `clean` after a link with a code, and a server that answers `reply`. */
function opened(reply: unknown) {
  const went: string[] = []
  const asked: string[] = []
  kept.clear()
  vi.stubGlobal('location', { replace: (to: string) => went.push(to) })
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => void kept.set(key, value) })
  vi.stubGlobal('localStorage', memoryStore())
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(Response.json(reply))
  })
  return { went, asked }
}

test('removing the code keeps the rest of the address', () => {
  expect(readTokenQuery('https://ours.example/cn/plan/list?a=1&token=code&b=2#part')).toEqual({
    code: 'code',
    clean: '/cn/plan/list?a=1&b=2#part',
  })
  expect(readTokenQuery('https://ours.example/plan/list?a=1')).toBeUndefined()
})

test('a link with two slashes after our host leads to no other host', () => {
  expect(readTokenQuery('https://ours.example//other.example/x?token=code&a=1')).toEqual({
    code: 'code',
    clean: '/other.example/x?a=1',
  })
})

test('a code is exchanged for a session, and the page is reloaded with it', async () => {
  const { went, asked } = opened({ status: 1, data: session })
  const store = memoryStore()
  await exchangeToken(store, 'en', { code: 'code', clean: '/plan/list?a=1#part' }, never)
  expect([went, asked.length]).toEqual([['/plan/list?a=1#part'], 1])
  expect([store.getItem(KEYS.token), store.getItem(KEYS.csrfName)]).toEqual([expect.stringContaining('"t"'), 'n'])
})

test('a signed-in person is asked first: the code is not used, and the login stays', async () => {
  const { went, asked } = opened({ status: 1, data: session })
  const store = memoryStore()
  writeToken(store, 'mine', Date.now())
  await exchangeToken(store, 'cn', { code: 'code', clean: '/cn/home' }, never)
  expect(went).toEqual(['/cn/login?backUrl=%2Fcn%2Fhome&link=ask'])
  expect([asked, kept.get('link')]).toEqual([[], 'code'])
  expect(store.getItem(KEYS.token)).toContain('mine')
})

test('a used link opens nothing, and the server is told which page it was for', async () => {
  const refused = vi.fn<(linkUsed: boolean) => void>()
  const { went, asked } = opened({ status: 0, code: 'link_used' })
  await exchangeToken(memoryStore(), 'cn', { code: 'code', clean: '/cn/plan/list?a=1' }, refused)
  expect(refused.mock.calls).toEqual([[true]])
  expect(went).toEqual([])
  expect(asked[0]).toContain('page=%2Fplan%2Flist&')
})

test('a browser that keeps nothing uses no code up', async () => {
  const { went, asked } = opened({ status: 1, data: session })
  vi.stubGlobal('localStorage', undefined)
  await expect(exchangeToken(memoryStore(), 'en', { code: 'code', clean: '/home' }, never)).rejects.toThrow(TypeError)
  expect([went, asked]).toEqual([[], []])
})

test('a link that nobody answers is not used: it rejects, and can be tried again', async () => {
  const { went } = opened({ status: 1, data: session })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('busy', { status: 503 })))
  await expect(exchangeToken(memoryStore(), 'en', { code: 'code', clean: '/home' }, never)).rejects.toThrow('503')
  expect(went).toEqual([])
})
