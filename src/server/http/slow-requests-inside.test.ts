import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { closeSlowRequests, TRANSPORT_LIMITS } from './slow-requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('leaves alone what is asked within the process: it has no socket, and an error of the timer would end the server', async () => {
  const app = Fastify()
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  closeSlowRequests(
    app,
    TRANSPORT_LIMITS,
    () => false,
    () => '',
  )
  app.post('/', async () => ({ done: true }))
  expect((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).statusCode).toBe(200)
  vi.advanceTimersByTime(2 * TRANSPORT_LIMITS.bodyMs)
  await app.close()
})
