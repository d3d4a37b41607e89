import { describe, expect, test } from 'vitest'
import { without } from '../../lib/object-keys.ts'
import { MINUTE, photo, states, warned, World } from './upload-queue.testing.ts'
import { overall, pending, uploadCounts } from './upload-summary.ts'
import { Refused } from './upload-types.ts'

const nine = Array.from({ length: 9 }, (_, i) => photo(`${i + 1}.jpg`))

describe('uploads (design §6.1–6.3)', () => {
  test('nine photos end in nine receipts, one at a time, and their bytes leave the device', async () => {
    const world = new World()
    const tab = world.open()
    expect(await tab.queue.add('c1', 'invoice', nine)).toMatchObject({ code: null, left: [] })
    await world.calm()
    expect(states(tab)).toEqual(nine.map(() => 'received'))
    expect(tab.queue.items('c1').get()[0]).toMatchObject({
      name: '1.jpg',
      slot: 'invoice',
      percent: 100,
      receipt: { size: 30 },
    })
    expect([...world.disk.rows, ...world.disk.files]).toEqual([])
  })

  test('a file that the server is still checking has its receipt, and the result is shown at the file', async () => {
    const world = new World()
    world.fates.push('check', 'check')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg')])
    await world.calm()
    const items = () => tab.queue.items('c1').get()
    expect([
      states(tab),
      items().map(({ receipt }) => receipt !== null),
      pending(items()),
      uploadCounts(items()),
    ]).toEqual([['checking', 'checking'], [true, true], 0, { received: 2, checking: 2, going: 0, needsYou: 0 }])
    await world.pass(MINUTE)
    expect(states(tab)).toEqual(['checking', 'checking'])
    const [a = '', b = ''] = items().map(({ id }) => id)
    const fine = without(world.server.get(a) ?? { at: 0, sha256: '', size: 0 }, 'standing')
    world.server.set(a, fine)
    world.server.set(b, { ...fine, standing: 'failed', code: 'file_locked' })
    world.offline = true
    await world.pass(10_000)
    expect(states(tab)).toEqual(['checking', 'checking'])
    world.offline = false
    await world.pass(10_000)
    expect(items().map(({ state, code, retryable }) => [state, code, retryable])).toEqual([
      ['received', null, false],
      ['failed', 'file_locked', false],
    ])
    expect(pending(items())).toBe(1)
    expect([...world.disk.rows, ...world.disk.files]).toEqual([])
    // A file that is removed here is removed from the server as well.
    await tab.queue.remove('c1', b)
    expect([...world.server.keys()]).toEqual([a])
    expect(world.arrived).toEqual([a, b])
  })

  test('a photo can be viewed at any time: from this device, from this page during the check, then from the server', async () => {
    const world = new World()
    const tab = world.open(warned('blurred'))
    const size = async (): Promise<number | undefined> =>
      (await tab.queue.bytes('c1', tab.queue.items('c1').get()[0]?.id ?? ''))?.size
    await tab.queue.add('c1', 'invoice', [photo('a.jpg', 7)])
    await world.calm()
    expect(await size()).toBe(7)
    world.fates.push('check')
    await tab.queue.sendAnyway('c1', tab.queue.items('c1').get()[0]?.id ?? '')
    await world.calm()
    expect([states(tab), world.disk.files.size, await size()]).toEqual([['checking'], 0, 7])
    for (const [id, receipt] of world.server) world.server.set(id, without(receipt, 'standing'))
    await world.pass(10_000)
    expect([states(tab), await size()]).toEqual([['received'], 99])
  })

  test('of eleven photos nine are accepted and two are named as too many', async () => {
    const tab = new World().open()
    const added = await tab.queue.add('c1', 'invoice', [...nine, photo('ten.jpg'), photo('eleven.jpg')])
    expect(added).toMatchObject({ code: 'files_too_many', left: ['ten.jpg', 'eleven.jpg'] })
    expect(added.taken).toHaveLength(9)
  })

  test('a blurred photo waits for the person’s decision, even after a reload', async () => {
    const world = new World()
    const before = world.open(warned('blurred'))
    await before.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.calm()
    before.kill()
    const after = world.open()
    await after.queue.resume('c1')
    await world.pass(MINUTE)
    const [item] = after.queue.items('c1').get()
    expect(item).toMatchObject({ state: 'warned', warnings: ['blurred'] })
    expect(world.begun).toEqual([])
    await after.queue.sendAnyway('c1', item?.id ?? '')
    await world.calm()
    expect(states(after)).toEqual(['received'])
  })

  test('a file that cannot be opened says so and does not block the others', async () => {
    const world = new World()
    const tab = world.open(async (raw) => {
      if (raw.size === 1) throw new Refused('file_heic')
      return warned()(raw)
    })
    await tab.queue.add('c1', 'invoice', [photo('a.heic', 1), photo('b.jpg')])
    await world.calm()
    expect(tab.queue.items('c1').get()).toMatchObject([
      { state: 'failed', code: 'file_heic', retryable: false },
      { state: 'received' },
    ])
  })

  test('what the server refuses is not sent again', async () => {
    const world = new World()
    world.fates.push('refuse')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg')])
    await world.pass(60 * MINUTE)
    expect(states(tab)).toEqual(['failed', 'received'])
    expect(world.begun).toHaveLength(2)
  })

  test('two tabs on one claim send each file once', async () => {
    const world = new World()
    world.offline = true
    const one = world.open()
    await one.queue.add('c1', 'invoice', nine)
    await world.calm()
    const two = world.open()
    await two.queue.resume('c1')
    world.offline = false
    one.queue.wakeAll()
    two.queue.wakeAll()
    await world.pass(10 * MINUTE)
    expect([new Set(states(one)), new Set(states(two))]).toEqual([new Set(['received']), new Set(['received'])])
    expect(world.arrived.toSorted()).toEqual([...new Set(world.arrived)].toSorted())
  })

  test('a removed file is gone everywhere, even while it is being sent', async () => {
    const world = new World()
    world.fates.push('hang')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg'), photo('b.jpg')])
    await world.calm()
    const [first, second] = tab.queue.items('c1').get()
    await tab.queue.remove('c1', first?.id ?? '')
    await world.calm()
    expect(states(tab)).toEqual(['received'])
    await tab.queue.remove('c1', second?.id ?? '')
    expect([states(tab), world.server.size, world.disk.rows.size, world.disk.files.size]).toEqual([[], 0, 0, 0])
  })

  test('a file that only the server has is shown until the server has removed it', async () => {
    const world = new World()
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg')])
    await world.calm()
    world.offline = true
    await expect(tab.queue.remove('c1', tab.queue.items('c1').get()[0]?.id ?? '')).rejects.toThrow('offline')
    expect(states(tab)).toEqual(['received'])
  })

  test('total progress is in bytes, and reaches 100 % only with every receipt', async () => {
    const world = new World()
    world.fates.push('ok', 'hang')
    const tab = world.open()
    await tab.queue.add('c1', 'invoice', [photo('a.jpg', 60), photo('b.jpg', 30)])
    await world.calm()
    const items = tab.queue.items('c1').get()
    expect(overall(items)).toEqual({ sent: 70, total: 90, percent: 77 })
    expect([uploadCounts(items), pending(items)]).toEqual([{ received: 1, checking: 0, going: 1, needsYou: 0 }, 1])
    expect(overall([]).percent).toBe(100)
  })
})
