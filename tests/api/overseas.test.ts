/**
 * Applying for an overseas insurer's cover: what is accepted, what is refused by its field, who owns it, and the limit
 * for strangers.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'
import { z } from 'zod'
import { applyOverseas, withdrawApplication } from '../../src/features/overseas/contract.ts'
import { logoutOthers } from '../../src/features/session/contract.ts'
import { application, consentOf, CONTACT, mailsTo, operator, sent, shown } from './overseas-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { MINUTE } from './login-by-code.ts'
import { refusal } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let client: Client
beforeEach(async () => {
  server = await startServer()
  client = server.client()
})
afterEach(() => server.close())
const rows = () => server.deps.db.selectFrom('overseas_applications').selectAll().execute()

test('nothing is taken by an operator without the licence for it', async () => {
  server.deps.config.licensedFor = ['tuition']
  expect(refusal(await client.request(applyOverseas, application()))).toBe('not_offered')
  expect(await rows()).toEqual([])
})

describe('an application', () => {
  test('is stored sealed with its consent, shown to its device, and confirmed with one message', async () => {
    const id = await sent(client, { message: 'My partner needs cover too.' })
    expect(id).toMatch(/^YFR-260301-[0-9A-Z]{6}$/)
    expect(await shown(client)).toMatchObject([
      {
        id,
        product: 'eshc-europe',
        title: 'ESHC for Europe',
        status: 'submitted',
        name: 'LIN XIAO',
        contact: 'l•••@example.com',
        asksSchool: true,
        referBy: server.deps.clock() + 2 * DAY,
        referredAt: null,
        askAt: null,
      },
    ])
    const [row] = await rows()
    expect(row).toMatchObject({
      consent_version: '1.3',
      consent_sha256: consentOf('eshc-europe'),
      product: 'eshc-europe',
      user_id: null,
      lang: 'en',
    })
    for (const secret of ['LIN XIAO', 'Freiburg', CONTACT, 'partner', '2004-08-20'])
      expect(JSON.stringify(row)).not.toContain(secret)
    expect(
      await server.deps.db
        .selectFrom('events')
        .select(['to_status', 'by', 'data'])
        .where('entity_id', '=', id)
        .execute(),
    ).toMatchObject([{ to_status: 'submitted', by: 'holder' }])
    const mails = await mailsTo(server, CONTACT)
    expect(mails.map((it) => it.subject)).toEqual([`Application ${id}: received`])
    expect(mails[0]?.text).toContain(`/other/overseas/complete?id=${id}`)
    for (const typed of ['LIN', 'Freiburg', 'partner']) expect(mails[0]?.text).not.toContain(typed)
  })

  test('is confirmed in its own language', async () => {
    const id = await sent(server.client({ lang: 'cn' }), {}, 'cn')
    expect(await mailsTo(server, CONTACT)).toMatchObject([{ subject: `申请${id}已收到` }])
  })

  test('is one application, however often it is sent', async () => {
    const once = application()
    const [first, second] = await Promise.all([
      client.request(applyOverseas, once),
      client.request(applyOverseas, once),
    ])
    expect(first).toEqual(second)
    expect(await client.request(applyOverseas, once)).toEqual(first)
    expect(await rows()).toHaveLength(1)
    expect(await mailsTo(server, CONTACT)).toHaveLength(1)
  })

  test('is accepted for a plan that is not sold here, within the ages and days of the plan', async () => {
    await sent(client, { product: 'oshc-australia', country: '' })
    expect(
      await client.request(applyOverseas, application({ product: 'oshc-australia', country: '', end: '2032-04-01' })),
    ).toMatchObject({ code: 'invalid', fields: { end: 'too_many_days' } })
  })

  test('does not store a school if its insurer does not ask for one', async () => {
    await sent(client, {
      product: 'visitors-canada',
      birthDate: '1970-02-03',
      institution: 'Somewhere',
      country: 'de',
      end: '2026-09-30',
    })
    const [row] = await rows()
    expect(server.deps.seal.open('overseas_applications.facts', z.unknown(), row?.facts ?? '')).toMatchObject({
      institution: '',
      country: 'ca',
    })
  })
})

describe('what is refused', () => {
  test.each<[string, Parameters<typeof application>[0], object]>([
    ['a name in Chinese', { name: '林晓' }, { name: 'name_passport' }],
    ['no name', { name: ' ' }, { name: 'passport_name_required' }],
    ['a birth to come', { birthDate: '2026-03-03' }, { birthDate: 'birth_future' }],
    ['an age that is not insured', { birthDate: '1950-01-01' }, { birthDate: 'age_outside' }],
    ['no nationality', { nationality: '' }, { nationality: 'nationality_required' }],
    ['a student without a school', { institution: '' }, { institution: 'institution_required' }],
    ['a country where it is not valid', { country: 'us' }, { country: 'country_required' }],
    ['a first day that has passed', { start: '2026-02-28' }, { start: 'date_past' }],
    ['a first day years away', { start: '2027-06-01', end: '2027-07-01' }, { start: 'start_far' }],
    ['days in the wrong order', { end: '2026-03-31' }, { end: 'end_before_start' }],
    ['more days than are sold', { end: '2028-04-30' }, { end: 'too_many_days' }],
    ['no contact', { contact: '' }, { contact: 'destination_required' }],
    ['a contact that is none', { contact: 'lin@' }, { contact: 'email_format' }],
    ['hidden marks in the message', { message: 'a\u202eb' }, { message: 'invisible_characters' }],
    ['a message without an end', { message: 'x'.repeat(501) }, { message: 'too_long' }],
    ['no consent', { agreed: false }, { agreed: 'consent_required' }],
  ])('%s is refused at its field', async (_, over, fields) => {
    expect(await client.request(applyOverseas, application(over))).toMatchObject({ ok: false, code: 'invalid', fields })
    expect(await rows()).toEqual([])
  })

  test('a product that we do not refer, and a consent to another text', async () => {
    for (const product of ['laptop', 'nobody-has-it'])
      expect(refusal(await client.request(applyOverseas, application({ product, consent: 'a'.repeat(64) })))).toBe(
        'not_found',
      )
    expect(refusal(await client.request(applyOverseas, application({ consent: consentOf('j1-united-states') })))).toBe(
      'text_changed',
    )
    expect(refusal(await client.request(applyOverseas, application({ consent: consentOf('eshc-europe', 'cn') })))).toBe(
      'text_changed',
    )
    expect(await rows()).toEqual([])
  })
})

describe('a consent whose text changes at midnight', () => {
  let folder = ''
  const before = process.env['CONTENT_DIR']
  /** The insurer's new help line from a day on. */
  const newLineFrom = (day: string): void => {
    // A folder of its own: which days a folder has is read once.
    folder = join(mkdtempSync(join(tmpdir(), 'content-')), 'content')
    cpSync('content', folder, { recursive: true })
    const file = join(folder, 'insurers/rhenania')
    const text = readFileSync(`${file}.yaml`, 'utf8')
    expect(text).toMatch(/anywhere: "[^"]+"/)
    writeFileSync(`${file}.from-${day}.yaml`, text.replace(/anywhere: "[^"]+"/, 'anywhere: "+49 30 555 0199"'))
  }
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, 'CONTENT_DIR')
    else process.env['CONTENT_DIR'] = before
    rmSync(join(folder, '..'), { recursive: true })
  })

  // The server's clock stands at noon of 2026-03-01.
  test.each([
    ['today, while pages are of yesterday: it is given as it was read', '2026-03-01', true],
    ['before yesterday: no page shows it any more', '2026-02-28', false],
  ])('%s', async (_, day, given) => {
    const shownYesterday = consentOf('eshc-europe')
    newLineFrom(day)
    process.env['CONTENT_DIR'] = folder
    expect(consentOf('eshc-europe')).not.toBe(shownYesterday)
    const reply = await client.request(applyOverseas, application({ consent: shownYesterday }))
    expect(reply.ok ? '' : reply.code).toBe(given ? '' : 'text_changed')
    expect((await rows()).map((row) => row.consent_sha256)).toEqual(given ? [shownYesterday] : [])
  })
})

describe('who can open an application', () => {
  test('its device for thirty days, and then the person who proves its contact', async () => {
    const id = await sent(client)
    expect(await shown(server.client())).toEqual([])
    expect(refusal(await server.client().request(withdrawApplication, { id }))).toBe('not_found')
    server.advance(31 * DAY)
    expect(await shown(client)).toEqual([])
    expect(await shown(await logInAs(server, 'mallory@example.com'))).toEqual([])
    expect(await shown(await logInAs(server, CONTACT))).toMatchObject([{ id }])
  })

  test('a login on its device takes it over; after that neither the old device nor a signed-out one can open it', async () => {
    const id = await sent(client)
    const signedIn = await logInAs(server, 'lin@example.com', client)
    expect(await shown(signedIn)).toMatchObject([{ id }])
    expect(await rows()).toMatchObject([{ holder: null }])
    const device = server.client()
    await sent(device, { contact: 'lin@example.com' })
    server.advance(MINUTE)
    await logInAs(server, 'lin@example.com')
    expect(await shown(device)).toHaveLength(1)
    await signedIn.request(logoutOthers, {})
    expect(await shown(device)).toEqual([])
    expect(await shown(signedIn)).toHaveLength(2)
  })

  test('an application is withdrawn once, and not after it is closed', async () => {
    const id = await sent(client)
    expect(await client.request(withdrawApplication, { id })).toMatchObject({
      ok: true,
      data: { applications: [{ id, status: 'withdrawn', closedAt: server.deps.clock() }] },
    })
    expect(refusal(await client.request(withdrawApplication, { id }))).toBe('closed')
    expect(refusal(await client.request(withdrawApplication, { id: 'YFR-260301-AAAAAA' }))).toBe('not_found')
  })
})

describe('limits for strangers', () => {
  test('ten applications a day from one device, and five mails an hour to one mailbox', async () => {
    for (let i = 0; i < STORAGE_LIMITS.overseasDay; i++) await sent(client)
    expect(await client.request(applyOverseas, application())).toMatchObject({
      ok: false,
      code: 'too_many',
      extra: { retryAfter: 86_400 },
    })
    server.advance(DAY)
    await sent(client)
  })

  test('mails to a mailbox share their limit with those of strangers’ orders', async () => {
    const few = await startServer({ env: { CALLS_PER_MINUTE: '600' } })
    for (let i = 0; i < 8; i++) await sent(few.client())
    expect(await mailsTo(few, CONTACT)).toHaveLength(5)
    // What an operator does is told all the same: nobody else can cause it.
    const [last] = (await few.deps.db.selectFrom('overseas_applications').select('id').orderBy('id').execute()).slice(
      -1,
    )
    await operator(few, 'refer', last?.id ?? '')
    await operator(few, 'close', last?.id ?? '', '--outcome', 'declined', '--reason', 'not_eligible')
    expect((await mailsTo(few, CONTACT)).map((it) => it.text).slice(5)).toEqual([
      expect.stringContaining(last?.id ?? ''),
      expect.stringContaining('The application does not meet its conditions.'),
    ])
    expect(
      refusal(
        (await Array.from({ length: 60 }).reduce<Promise<unknown>>(async (before) => {
          await before
          return few.client().request(applyOverseas, application({ contact: '13800138000' }))
        }, Promise.resolve())) as never,
      ),
    ).toBe('drafts_many')
    await few.close()
  })
})
