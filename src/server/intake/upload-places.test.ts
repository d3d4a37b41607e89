import { expect, test } from 'vitest'
import { createUploadPlaces, type UploadPlaces } from './upload-places.ts'

/** Uploads that stay in progress until the test ends them or they are aborted to make room. */
function uploadsOf(held: UploadPlaces) {
  const letGo = new Map<string, () => void>()
  const outcomes = new Map<string, string>()
  const started: string[] = []
  return {
    started,
    outcomes,
    finish: (name: string) => letGo.get(name)?.(),
    send: (sender: string, name: string): Promise<string> =>
      held
        .run(
          sender,
          (give) =>
            new Promise<void>((resolve, reject) => {
              started.push(name)
              letGo.set(name, resolve)
              give.addEventListener('abort', () =>
                reject(Object.assign(new Error('told to make room'), { code: 'evicted' })),
              )
            }),
        )
        .then(
          () => 'done',
          (error: { code?: string }) => error.code ?? 'failed',
        )
        .then((outcome) => (outcomes.set(name, outcome), outcome)),
  }
}

test('one sender has a bounded number of places; a place is free again however its upload ends', async () => {
  const held = createUploadPlaces({ each: 2, all: 9 })
  const uploads = uploadsOf(held)
  const running = [uploads.send('lin', 'a'), uploads.send('lin', 'b')]
  expect(await uploads.send('lin', 'c')).toBe('too_many')
  await expect(held.run('lin', () => Promise.resolve())).rejects.toMatchObject({ data: { retryAfter: 10 } })
  uploads.finish('a')
  expect(await running[0]).toBe('done')
  await expect(held.run('lin', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await held.run('lin', () => Promise.resolve('in'))).toBe('in')
  uploads.finish('b')
  expect(await running[1]).toBe('done')
})

test('when all places are taken, the sender with the most gives up the oldest upload to one with fewer', async () => {
  const uploads = uploadsOf(createUploadPlaces({ each: 5, all: 5 }))
  const running = ['m1', 'm2', 'm3', 'm4'].map((name) => uploads.send('mallory', name))
  running.push(uploads.send('wu', 'w1'), uploads.send('lin', 'l1'))
  expect(await running[0]).toBe('evicted')
  expect(uploads.started).toEqual(['m1', 'm2', 'm3', 'm4', 'w1', 'l1'])
  running.push(uploads.send('wu', 'w2'))
  expect(await running[1]).toBe('evicted')
  expect([...uploads.outcomes.keys()]).toEqual(['m1', 'm2'])
  for (const name of uploads.started) uploads.finish(name)
  expect(await Promise.all(running)).toEqual(['evicted', 'evicted', 'done', 'done', 'done', 'done', 'done'])
})

test('nobody is evicted for a sender who would then hold as many: who came last waits', async () => {
  const uploads = uploadsOf(createUploadPlaces({ each: 5, all: 3 }))
  const running = [uploads.send('lin', 'a'), uploads.send('wu', 'b'), uploads.send('mei', 'c')]
  expect(await uploads.send('dan', 'd')).toBe('too_many')
  expect(await uploads.send('lin', 'e')).toBe('too_many')
  for (const name of ['a', 'b', 'c']) uploads.finish(name)
  expect(await Promise.all(running)).toEqual(['done', 'done', 'done'])
})
