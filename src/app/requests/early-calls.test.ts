import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FRESH_MS, takeEarlyAnswer } from './early-calls.ts'

const AT = '/index/order/list?lang=en'
const sent = (answer: Promise<Response>): void => void (globalThis.earlyCalls = { [AT]: answer })
const take = (signal = new AbortController().signal) => takeEarlyAnswer(AT, signal)
// The clock counts from the start of the process, which many files may share: the page is new in every test.
beforeEach(() => vi.spyOn(performance, 'now').mockReturnValue(0))
afterEach(() => {
  delete globalThis.earlyCalls
  vi.restoreAllMocks()
})

it('is taken over once', async () => {
  sent(Promise.resolve(Response.json({ status: 1 })))
  expect((await take())?._data).toEqual({ status: 1 })
  expect(await take()).toBeUndefined()
})

it('is not there for another address, nor later on the same page', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(FRESH_MS - 1)
  sent(Promise.resolve(Response.json({})))
  expect(await takeEarlyAnswer(`${AT}&x=1`, new AbortController().signal)).toBeUndefined()
  vi.spyOn(performance, 'now').mockReturnValue(FRESH_MS + 1)
  expect(await take()).toBeUndefined()
})

it('that failed, or brought no JSON, is made as usual', async () => {
  sent(Promise.reject(new TypeError('offline')))
  expect(await take()).toBeUndefined()
  sent(Promise.resolve(new Response('<html>')))
  expect(await take()).toBeUndefined()
})

it('that was refused without an envelope keeps its status', async () => {
  sent(Promise.resolve(new Response('', { status: 503 })))
  expect((await take())?.status).toBe(503)
})

it('ends when whoever asked gives up', async () => {
  const stop = new AbortController()
  sent(new Promise(() => undefined))
  const taken = take(stop.signal)
  stop.abort()
  await expect(taken).rejects.toThrow('aborted')
})
