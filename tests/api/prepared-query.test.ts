import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedQuery } from '../../src/server/db/prepared-query.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a prepared read gives each run its own values, and is built once', async () => {
  let built = 0
  const byChannel = preparedQuery<{ channel: string; after: string }>()((db, value) => {
    built++
    return db
      .selectFrom('messages')
      .select(['id', 'channel'])
      .where('channel', '=', value('channel'))
      .where('id', '>', value('after'))
      .where('subject', '=', 'fixed')
      .orderBy('id')
      .limit(10)
  })
  const message = {
    to: 'a@example.com',
    subject: 'fixed',
    text: '',
    html: null,
    code: null,
    attachments: '[]',
    created_at: 1,
  }
  await server.deps.write(async (trx) => {
    for (const [id, channel] of [
      ['1', 'email'],
      ['2', 'sms'],
      ['3', 'email'],
    ] as const)
      await trx
        .insertInto('messages')
        .values({ ...message, id, channel })
        .execute()
  })
  const { db } = server.deps
  expect(await byChannel(db, { channel: 'email', after: '' })).toEqual([
    { id: '1', channel: 'email' },
    { id: '3', channel: 'email' },
  ])
  expect(await byChannel(db, { channel: 'email', after: '1' })).toEqual([{ id: '3', channel: 'email' }])
  expect(await byChannel(db, { channel: 'sms', after: '' })).toEqual([{ id: '2', channel: 'sms' }])
  expect(built).toBe(1)
})

test('lists of each length and missing values have their own prepared queries, each built once', async () => {
  let built = 0
  const chosen = preparedQuery<{ ids: readonly string[]; channel: string | null }>()((db, value) => {
    built++
    const channel = value('channel')
    return db
      .selectFrom('messages')
      .select('id')
      .where('id', 'in', value('ids'))
      .where('subject', '=', 'fixed')
      .$if(channel !== null, (query) => query.where('channel', '=', channel ?? ''))
      .orderBy('id')
  })
  const { db } = server.deps
  const idsOf = async (ids: string[], channel: string | null = null): Promise<string[]> =>
    (await chosen(db, { ids, channel })).map((it) => it.id)
  expect(await idsOf(['1'])).toEqual(['1'])
  expect(await idsOf(['3', '2', '1'])).toEqual(['1', '2', '3'])
  expect(await idsOf(['3', '2', '1', 'none'])).toEqual(['1', '2', '3'])
  expect(built).toBe(2)
  expect(await idsOf(['3', '2', '1'], 'email')).toEqual(['1', '3'])
  expect(await idsOf(['3', '2', '1'], 'sms')).toEqual(['2'])
  expect(built).toBe(3)
})

test('a prepared read inside a transaction sees what that transaction wrote', async () => {
  const byId = preparedQuery<{ id: string }>()((db, value) =>
    db.selectFrom('messages').select('id').where('id', '=', value('id')),
  )
  const message = {
    to: 'a@example.com',
    channel: 'email',
    subject: '',
    text: '',
    html: null,
    code: null,
    attachments: '[]',
    created_at: 1,
  }
  await server.deps.write(async (trx) => {
    await trx
      .insertInto('messages')
      .values({ ...message, id: 'inside' })
      .execute()
    expect(await byId(trx, { id: 'inside' })).toHaveLength(1)
  })
  expect(await byId(server.deps.db, { id: 'inside' })).toHaveLength(1)
})
