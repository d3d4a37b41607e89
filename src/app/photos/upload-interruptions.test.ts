import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestFailed } from '../requests/api.ts'
import { MINUTE, photo, states, World, type UploadOutcome } from './upload-queue.testing.ts'
import { STALL_MS } from './upload-sender.ts'

describe('uploads that are interrupted (design §6.1–6.3)', () => {
  test('after a lost connection the row says where it stopped, and continues by itself', async () => {
    const world = new World()
    world.fates.push('cut', 'cut')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg')])
    await world.calm()
    expect(tab.queue.items('c1').get()).toMatchObject([
      { state: 'failed', code: 'offline', retryable: true, percent: 33 },
      { state: 'waiting' },
    ])
    await world.pass(MINUTE)
    expect(states(tab)).toEqual(['received', 'received'])
  })

  test('a connection without progress is aborted', async () => {
    const world = new World()
    world.fates.push('hang')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.pass(STALL_MS)
    expect(states(tab)).toEqual(['failed'])
    await world.pass(MINUTE)
    expect(states(tab)).toEqual(['received'])
  })

  test('a file that never gets an answer does not block the others', async () => {
    const world = new World()
    const tab = world.open()
    const { send } = world.sender
    tab.queue.configure({
      ...world.sender,
      send: (item, ...rest) =>
        item.name === 'a.jpg' ? Promise.reject(new RequestFailed('server')) : send(item, ...rest),
    })
    await tab.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')])
    await world.pass(5 * MINUTE)
    expect(states(tab)).toEqual(['failed', 'received', 'received'])
  })

  test('an answer that was lost: the server is asked, and the file is not sent again', async () => {
    const world = new World()
    world.fates.push('ack lost')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.pass(MINUTE)
    expect(states(tab)).toEqual(['received'])
    expect(world.begun).toHaveLength(1)
  })

  test('a device whose storage fails for a moment drops no file, and a received file stays received', async () => {
    const world = new World()
    const broken = (): Promise<never> => Promise.reject(new Error('storage'))
    const tab = world.open()
    world.disk.entry = broken
    await tab.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.calm()
    expect(states(tab)).toEqual(['failed'])
    world.disk.entry = (_, id) => Promise.resolve(world.disk.rows.get(id))
    world.disk.drop = broken
    await world.pass(MINUTE)
    expect(states(tab)).toEqual(['received'])
    expect(world.arrived).toHaveLength(1)
    world.disk.drop = (_, id) => Promise.resolve(void world.disk.rows.delete(id))
    const next = world.open()
    await next.queue.resume('c1')
    await world.calm()
    expect([world.arrived.length, world.disk.rows.size]).toEqual([1, 0])
  })

  test('a refused file is told as refused although the storage fails', async () => {
    const world = new World()
    world.fates.push('refuse')
    const tab = world.open()
    const { send } = world.sender
    tab.queue.configure({
      ...world.sender,
      send: (...given) => {
        world.disk.entry = () => Promise.reject(new Error('storage'))
        return send(...given)
      },
    })
    await tab.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.calm()
    expect(tab.queue.items('c1').get()).toMatchObject([{ state: 'failed', code: 'file_broken', retryable: false }])
  })

  test('the end of a login pauses the queue; the next page continues it', async () => {
    const world = new World()
    world.fates.push('session')
    const before = world.open()
    await before.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg')])
    await world.pass(60 * MINUTE)
    expect(before.queue.items('c1').get()).toMatchObject([{ state: 'waiting', code: 'session' }, { state: 'waiting' }])
    before.kill()
    const after = world.open()
    await after.queue.resume('c1')
    await world.calm()
    expect(states(after)).toEqual(['received', 'received'])
  })
})

/** Events that can happen during a nine-photo upload. */
const event = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<UploadOutcome>('ok', 'cut', 'ack lost', 'hang', 'session') },
  { weight: 2, arbitrary: fc.constantFrom('add', 'kill', 'offline', 'online', 'second tab', 'wake') },
  { weight: 2, arbitrary: fc.integer({ min: 100, max: 40_000 }) },
)

test('in any order of events no file is lost, no received file is sent again, and all end with a receipt', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.integer({ min: 0, max: 6 }), async (events, steps) => {
      const world = new World()
      let tabs = [world.open()]
      let added = 0
      /** Events occur between any two steps of the queue, not only when it is idle. */
      const stride = async (): Promise<void> => {
        for (let i = 0; i < steps; i++) await Promise.resolve()
      }
      const reopen = async (): Promise<void> => {
        const tab = world.open()
        tabs.push(tab)
        await tab.queue.resume('c1')
      }
      const add = async (): Promise<void> => {
        added++
        await tabs[0]?.queue.add('c1', 'invoice', [photo(`${added}.jpg`)])
      }
      await add()
      for (const it of events) {
        if (typeof it === 'number') await world.pass(it)
        else if (it === 'add') await add()
        else if (it === 'kill') {
          for (const tab of tabs) tab.kill()
          tabs = []
          await reopen()
        } else if (it === 'second tab') await reopen()
        else if (it === 'offline' || it === 'online') world.offline = it === 'offline'
        else if (it === 'wake') for (const tab of tabs) tab.queue.wakeAll()
        else world.fates.push(it)
        await stride()
      }
      world.offline = false
      world.fates.length = 0
      for (const tab of tabs) {
        await tab.queue.resume('c1')
        tab.queue.wakeAll()
      }
      await world.pass(60 * MINUTE)
      expect(world.server.size).toBe(added)
      expect(world.arrived).toHaveLength(added)
      expect([world.disk.rows.size, world.disk.files.size]).toEqual([0, 0])
      for (const tab of tabs)
        expect(new Set(states(tab))).toEqual(states(tab).length ? new Set(['received']) : new Set())
    }),
    {
      numRuns: 1000,
      examples: [
        // Two tabs prepare the same file while one of them is already sending it.
        [['session', 'add', 'ok', 'kill', 'second tab'], 6],
        // A file fails while the next one is prepared.
        [['ack lost', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'add', 'ok'], 2],
      ],
    },
  )
})
