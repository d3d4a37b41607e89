/** "Was this helpful?", sent to the server as the page sends it: one vote per device and entry, stored for a year. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FEEDBACK_CHARACTERS, sendFeedback } from '../../src/features/info/contract.ts'
import { feedbackCommands } from '../../src/features/info/server/feedback-commands.ts'
import { FEEDBACK_PER_ADDRESS } from '../../src/features/info/server/feedback.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { successfulOutput } from './operator-commands.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { ok } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const ENTRY = { kind: 'faq', slug: 'how-long' } as const
const DAY = 86_400_000

describe('one vote per reader', () => {
  let server: TestServer
  let reader: Client
  beforeEach(async () => {
    server = await startServer()
    reader = server.client()
  })
  afterEach(() => server.close())

  const rows = () => server.deps.db.selectFrom('reading_feedback').selectAll().execute()
  const say = (
    input: Omit<Parameters<typeof reader.request<typeof sendFeedback>>[1], 'kind' | 'slug'>,
    client = reader,
  ) => client.request(sendFeedback, { ...ENTRY, ...input })
  const operator = async (...argv: string[]): Promise<string[]> =>
    (await successfulOutput(server.deps, feedbackCommands, argv)).split('\n')

  test('a later answer takes the place of the earlier, in either language and after signing in', async () => {
    expect(ok(await say({ helpful: true }))).toEqual({ again: false })
    const chinese = server.client({ lang: 'cn', store: reader.store })
    expect(ok(await say({ helpful: false, reason: 'other', text: ' 没有写\n药费怎么算 ' }, chinese))).toEqual({
      again: true,
    })
    expect(await rows()).toMatchObject([{ ...ENTRY, lang: 'cn', helpful: 0, reason: 'other' }])
    await logInAs(server, 'reader@example.com', reader)
    expect(ok(await say({ helpful: true }))).toEqual({ again: true })
    expect(await rows()).toMatchObject([{ lang: 'en', helpful: 1, reason: null, text: null }])
  })

  test('another device or another entry is a separate vote, and no row identifies the reader', async () => {
    await say({ helpful: true })
    await say({ helpful: true }, server.client())
    await reader.request(sendFeedback, { kind: 'guides', slug: 'dental', helpful: true })
    const held = await rows()
    expect(new Set(held.map((row) => row.voice)).size).toBe(3)
    expect(JSON.stringify(held)).not.toContain(reader.store.getItem('unique'))
  })

  test('comments are stored sealed, and are in no log', async () => {
    await say({ helpful: false, reason: 'unclear', text: 'What is a deductible, planted words' })
    expect(JSON.stringify(await rows())).not.toContain('planted')
    expect(server.logs()).not.toContain('planted')
    expect(await operator('reading', 'texts', 'faq', 'how-long', '--by', 'mei', '--why', 'to mend the text')).toEqual([
      '2026-03-01T02:00  en  unclear  What is a deductible, planted words',
      '1 texts',
    ])
  })

  test('one network address can send a limited number of votes, and is told how long to wait', async () => {
    for (let i = 0; i < FEEDBACK_PER_ADDRESS; i++) ok(await say({ helpful: true }))
    expect(await say({ helpful: true })).toMatchObject({ ok: false, code: 'too_many', extra: { retryAfter: 900 } })
    server.advance(15 * 60_000)
    expect(ok(await say({ helpful: true }))).toEqual({ again: true })
  })

  test('a vote is deleted after a year, and not before', async () => {
    await say({ helpful: true })
    server.advance((LIMITS.feedbackDays - 1) * DAY)
    await server.drain()
    expect(await rows()).toHaveLength(1)
    server.advance(2 * DAY)
    await server.drain()
    expect(await rows()).toEqual([])
  })

  test('the operator sees counts by entry, reason and language, most noes first', async () => {
    await reader.request(sendFeedback, { kind: 'guides', slug: 'dental', helpful: true })
    await say({ helpful: false, reason: 'outdated' })
    await say({ helpful: false, reason: 'unclear' }, server.client({ lang: 'cn' }))
    await say({ helpful: true }, server.client({ lang: 'cn' }))
    expect(await operator('reading', 'list')).toEqual([
      'faq/how-long  yes 1  no 2 (unclear 1, outdated 1)  en 1  cn 2',
      'guides/dental  yes 1  no 0  en 1  cn 0',
      '4 answers, 2 entries',
    ])
    expect(await operator('reading', 'list', '--kind', 'guides', '--lang', 'cn')).toEqual(['0 answers, 0 entries'])
  })
})

describe('votes that are refused', () => {
  let server: TestServer
  let reader: Client
  beforeAll(async () => {
    server = await startServer()
    reader = server.client()
  })
  afterAll(() => server.close())
  const rows = () => server.deps.db.selectFrom('reading_feedback').selectAll().execute()

  test.each<[string, object, object]>([
    ['no without a reason', { ...ENTRY, helpful: false }, { reason: 'required' }],
    ['yes with a reason', { ...ENTRY, helpful: true, reason: 'unclear' }, { reason: 'unexpected' }],
    ['an unknown reason', { ...ENTRY, helpful: false, reason: 'rude' }, { reason: 'required' }],
    ['another reason without words', { ...ENTRY, helpful: false, reason: 'other', text: '   ' }, { text: 'required' }],
    ['yes with words', { ...ENTRY, helpful: true, text: 'so good' }, { text: 'unexpected' }],
    [
      'too many words',
      { ...ENTRY, helpful: false, reason: 'other', text: 'x'.repeat(FEEDBACK_CHARACTERS + 1) },
      { text: 'too_long' },
    ],
    ['a path', { ...ENTRY, slug: '../legal/privacy', helpful: true }, { slug: 'invalid' }],
    ['a collection that does not ask', { ...ENTRY, kind: 'legal', helpful: true }, { kind: 'invalid' }],
    ['no answer at all', ENTRY, { helpful: 'required' }],
  ])('%s is refused by its field', async (_, input, fields) => {
    expect(await reader.request(sendFeedback, input as never)).toMatchObject({ ok: false, code: 'invalid', fields })
    expect(await rows()).toEqual([])
  })

  test('a vote for an entry that does not exist is refused', async () => {
    expect(await reader.request(sendFeedback, { kind: 'guides', slug: 'how-long', helpful: true })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    expect(await rows()).toEqual([])
  })
})
