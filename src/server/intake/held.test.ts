import { expect, test } from 'vitest'
import { createHeld } from './held.ts'

test('one sender has room for so many at a time, all together for more; what ends makes room, however it ends', async () => {
  const held = createHeld({ each: 2, all: 3 })
  const ends: (() => void)[] = []
  const send = (who: string): Promise<string> =>
    held.run(who, () => new Promise<void>((end) => ends.push(end))).then(() => 'done', (error: { code?: string }) => error.code ?? 'failed')
  const running = [send('lin'), send('lin')]
  expect(await send('lin')).toBe('too_many')
  running.push(send('wu'))
  expect(await send('mei')).toBe('too_many')
  await expect(held.run('mei', () => Promise.resolve())).rejects.toMatchObject({ data: { retryAfter: 10 } })
  ends[0]?.()
  expect(await running[0]).toBe('done')
  await expect(held.run('lin', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await held.run('lin', () => Promise.resolve('in'))).toBe('in')
  for (const end of ends) end()
  await Promise.all(running)
})
