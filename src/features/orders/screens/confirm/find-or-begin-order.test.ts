import { expect, test } from 'vitest'
import type { OrderStatus } from '../../contract.ts'
import { findOrBeginOrder, type OrderEnvironment } from './find-or-begin-order.ts'

/** A server that gives one order per key, and a tab that remembers. */
function tab(status: () => OrderStatus, visit?: { link?: string }, over = false) {
  const remembered = new Map<string, string>()
  const orders = new Map<string, { id: string; status: OrderStatus }>()
  const give = <R>(key: string): Promise<R> => {
    const known = orders.get(key)
    if (!known) orders.set(key, { id: `order-${orders.size + 1}`, status: 'created' })
    else known.status = status()
    return Promise.resolve({ ok: true, data: orders.get(key) } as R)
  }
  const around: OrderEnvironment = {
    get: (id) => give(id),
    create: ({ key }) => give(key),
    again: ({ key }) => give(key),
    linked: ({ key }) => (over ? Promise.resolve({ ok: false, code: 'link_used' } as never) : give(`linked-${key}`)),
    ...(visit ? { visit } : {}),
    store: {
      getItem: (name) => remembered.get(name) ?? null,
      setItem: (name, value) => void remembered.set(name, value),
    },
    newKey: () => `key-${remembered.size}-${orders.size}`,
  }
  return {
    go: async (search: string) => {
      const reply = await findOrBeginOrder(new URLSearchParams(search), around)
      return reply?.ok ? reply.data.id : reply?.code
    },
  }
}
const BUY = 'plan=us-campus&tier=gold&start=2027-01-10&end=2028-01-09'

test('a reload before the address holds the id opens the same draft', async () => {
  const { go } = tab(() => 'created')
  expect([await go(BUY), await go(BUY)]).toEqual(['order-1', 'order-1'])
})

test.each([
  'paid',
  'issued',
  'expired',
  'refunded',
  'cancelled',
  'awaiting_payment',
  'under_review',
  'discarded',
] as const)('the same choice after an order that is %s begins a new one', async (status) => {
  const { go } = tab(() => status)
  expect([await go(BUY), await go(BUY)]).toEqual(['order-1', 'order-2'])
})

test('who goes along in the price goes along in the application', async () => {
  const sent: unknown[] = []
  const around = {
    create: async ({ family }: { family?: unknown }) => {
      sent.push(family)
      return { ok: true, data: { id: 'YFO-1', status: 'created' } }
    },
    newKey: () => 'k',
    store: { getItem: () => null, setItem: () => undefined },
  }
  await findOrBeginOrder(
    new URLSearchParams(`${BUY}&spouse=1999-02-02&child=2020-01-01,0`),
    around as unknown as OrderEnvironment,
  )
  await findOrBeginOrder(new URLSearchParams(BUY), around as unknown as OrderEnvironment)
  expect(sent).toEqual([
    [
      { relationship: 'spouse', birthDate: '1999-02-02' },
      { relationship: 'child', birthDate: '2020-01-01' },
    ],
    undefined,
  ])
})

test('ordering the same closed order again after that one has ended too begins a third', async () => {
  const { go } = tab(() => 'expired')
  expect([await go('again=YFO-1'), await go('again=YFO-1')]).toEqual(['order-1', 'order-2'])
})

test('an order that turns out not to be closed is shown itself', async () => {
  const around = {
    again: async () => ({ ok: false, code: 'not_closed' }),
    get: async (id: string) => ({ ok: true, data: { id } }),
    newKey: () => 'k',
    store: { getItem: () => null, setItem: () => undefined },
  }
  expect(
    await findOrBeginOrder(new URLSearchParams('again=YFO-9'), around as unknown as OrderEnvironment),
  ).toMatchObject({ data: { id: 'YFO-9' } })
  expect(await findOrBeginOrder(new URLSearchParams(''), around as unknown as OrderEnvironment)).toBeUndefined()
})

test('in a visit of a partner’s link an application begins with what the partner said, with a plan in the address or without', async () => {
  const { go } = tab(() => 'created', {})
  expect([await go('in_id=lakeside'), await go('in_id=lakeside'), await go(BUY)]).toEqual([
    'order-1',
    'order-1',
    'order-2',
  ])
})

test('a visit that is over leaves an application as anybody’s, or none', async () => {
  const { go } = tab(() => 'created', { link: 'visit' }, true)
  expect([await go(BUY), await go('in_id=lakeside')]).toEqual(['order-1', undefined])
})

test('the next application names those that the tab began before it, the latest ten', async () => {
  const sent: unknown[] = []
  const remembered = new Map<string, string>()
  const around = {
    create: async ({ begunHere, key }: { begunHere?: unknown; key: string }) => {
      sent.push(begunHere)
      return { ok: true, data: { id: `YFO-${key}`, status: 'created' } }
    },
    store: {
      getItem: (name: string) => remembered.get(name) ?? null,
      setItem: (name: string, value: string) => void remembered.set(name, value),
    },
    newKey: () => String(remembered.size),
  } as unknown as OrderEnvironment
  for (let i = 0; i < 13; i++) await findOrBeginOrder(new URLSearchParams(`plan=us-campus&tier=gold&to=${i}`), around)
  expect(sent.slice(0, 3)).toEqual([undefined, ['YFO-0'], ['YFO-0', 'YFO-2']])
  expect(sent.at(-1)).toHaveLength(10)
  expect((sent.at(-1) as string[]).at(-1)).toBe('YFO-12')
})
