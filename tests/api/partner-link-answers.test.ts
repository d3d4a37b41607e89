/** What `partner/check` answers about a link: each wrong field by itself, in one answer, with what was expected. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPartnerLink } from '../../src/features/partners/contract.ts'
import { judgeLink } from '../../src/features/partners/server/buyable-link.ts'
import { readFields } from '../../src/features/partners/server/link-token.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import {
  addPartner,
  linkInput,
  partnerLink,
  PARTNER_PAYLOAD,
  signedWith,
  STUDENT,
  type Partner,
} from './partner-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let partner: Partner

beforeAll(async () => {
  server = await startServer()
  partner = await addPartner(server)
})
afterAll(() => server.close())

const today = () => dayOf(server.deps.clock())

/** A payload with its student's fields beside the others. */
type Flat = Record<string, unknown>
const flat = ({ student, ...rest }: { student: object }): Flat => ({
  ...rest,
  ...Object.fromEntries(Object.entries(student).map(([field, value]) => [`student.${field}`, value])),
})

/** Values that are wrong, alone or beside others; each is right again with what stands in `PARTNER_PAYLOAD`. */
const MISTAKES: Readonly<Record<string, readonly unknown[]>> = {
  page: ['/personal', '/plan/details/moon', '/plan/details/us-campus', '/confirm'],
  plan: ['moon', 'GLOBAL', null, 'au-oshc'],
  tier: ['no-such-tier', 'Standard', 'gold', ''],
  start: ['2020-03-10', '10.3.2026', '2099-03-10', undefined],
  end: ['2026-03-09', '2036-03-09', 'soon', '2026-03-11', '2027-09-09'],
  destination: ['atlantis', 'UK', 'us'],
  'student.birth_date': ['2026-03-02', '1950-01-01', '2020-03-20', '1985-03-20', '20.8.2004'],
  'student.name': ['<b>', 'Müller', ''],
  'student.nationality': ['UK', 'DE', undefined],
}

describe('an answer about a link', () => {
  /** What is said of the fields of a payload. */
  const answered = (said: Flat) => {
    const student = Object.entries(said).flatMap(([field, value]) =>
      field.startsWith('student.') && value !== undefined ? [[field.slice('student.'.length), value]] : [],
    )
    const rest = Object.entries(said).filter(([field, value]) => !field.startsWith('student.') && value !== undefined)
    const read = readFields({ ...Object.fromEntries(rest), student: Object.fromEntries(student) })
    const judged = judgeLink(server.deps, read.said, read.wrong, today())
    return { wrong: { ...judged.wrong, ...read.wrong }, waitsFor: judged.waitsFor }
  }
  const now = () => Math.floor(server.deps.clock() / 1000)
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
  /** Why a link does not open, or `ok`, with the fields that are named. */
  const asked = async (link: ReturnType<typeof linkInput>) => {
    const reply = await server.client().request(checkPartnerLink, link)
    if (reply.ok) return { why: 'ok', wrong: [], expected: {}, waits_for: {} }
    const { why: reason, wrong, expected, waits_for } = reply.extra
    return { why: reason, wrong, expected, waits_for }
  }
  const about = async (said: Record<string, unknown>) =>
    asked(linkInput(await partnerLink(server, partner, { ...PARTNER_PAYLOAD, ...said })))
  const named = (student: Record<string, unknown>) => about({ student: { ...STUDENT, ...student } })

  it('names at once how fields are written, what can be bought, and when it expires', async () => {
    const answer = await about({
      exp: now() - 60,
      ref: 'two words',
      destination: 'atlantis',
      start: '2020-03-10',
      tier: 'gold-plus',
      student: { ...STUDENT, gender: 'f', birth_date: '1950-01-01', email: 'nobody' },
    })
    expect(answer).toMatchObject({ why: 'fields', waits_for: { end: ['start', 'tier'] } })
    expect(answer.wrong).toEqual([
      'ref',
      'student.gender',
      'student.email',
      'exp',
      'start',
      'destination',
      'tier',
      'student.birth_date',
    ])
  })
  it('says which fields wait for one that is wrong, and judges what no plan would make right', async () => {
    // Every plan that has this tier is sold for a year.
    expect(await about({ plan: 'moon', tier: 'gold' })).toMatchObject({
      wrong: ['plan'],
      waits_for: { tier: ['plan'] },
    })
    expect(await about({ plan: 'moon', tier: undefined })).toMatchObject({ waits_for: { end: ['plan'] } })
    expect(
      await about({ plan: 'MOON', tier: 'no-such-tier', end: '2036-03-09', destination: 'atlantis' }),
    ).toMatchObject({ wrong: ['plan', 'destination', 'tier', 'end'], waits_for: {} })
    expect(await about({ plan: undefined, tier: undefined, page: '/plan/details/moon' })).toMatchObject({
      wrong: ['page'],
      waits_for: { end: ['page'] },
    })
    expect(await about({ page: '/plan/details/us-campus', plan: 'moon' })).toMatchObject({
      wrong: ['plan'],
      waits_for: { page: ['plan'] },
    })
    expect(await about({ start: '10.3.2026' })).toMatchObject({ wrong: ['start'], waits_for: { end: ['start'] } })
    const young = { ...STUDENT, birth_date: addDays(today(), 30 - 6 * 365) }
    expect(await about({ start: 'soon', student: young })).toMatchObject({
      wrong: ['start'],
      waits_for: { 'student.birth_date': ['start'] },
    })
  })
  it('names no field at a second check that the first neither named nor said to wait', () => {
    const whole = { ...PARTNER_PAYLOAD, co_id: 'harbour', in_id: 'lakeside', page: '/interconnection' }
    const good: Flat = { ...flat(whole), nonce: 'a-nonce-of-its-own', exp: now() + 60 }
    fc.assert(
      fc.property(fc.subarray(Object.entries(MISTAKES)), fc.nat(), (fields, which) => {
        const mistakes = Object.fromEntries(fields.map(([field, of]) => [field, of[which % of.length]]))
        const first = answered({ ...good, ...mistakes })
        const left = Object.entries(mistakes).filter(([field]) => !Object.hasOwn(first.wrong, field))
        const said = { ...good, ...Object.fromEntries(left) }
        const second = answered(said)
        expect(Object.keys(first.waitsFor)).toEqual(expect.arrayContaining(Object.keys(second.wrong)))
        expect(Object.values(second.waitsFor)).toEqual([])
      }),
    )
  })
  it('judges a tier and a last day that stand alone by all plans that are sold', async () => {
    expect(await about({ plan: undefined, tier: 'no-such-tier' })).toMatchObject({ wrong: ['tier'] })
    expect(await about({ plan: undefined, tier: undefined, start: undefined, end: '2099-03-09' })).toMatchObject({
      wrong: ['end'],
    })
  })
  it('says what is missing, what is no text, and what to leave out', async () => {
    const said = JSON.stringify({ page: '/confirm', in_id: 'lakeside', ref: 77, plan: null, student: { name: '' } })
    const answer = await asked({ ...linkInput(await partnerLink(server, partner)), code: signedWith(partner, said) })
    expect(answer.expected).toMatchObject({
      co_id: 'required: 2 to 40 of a–z 0–9 -',
      exp: expect.stringMatching(/^required: Unix time in seconds, a whole number; from \d+ to \d+ \(/),
      ref: 'a text: 1 to 64 of A–Z a–z 0–9 _ . : / -',
      plan: expect.stringMatching(/; leave it out where you do not know it; a plan that is sold here: asia-plus, /),
      'student.name': expect.stringMatching(/; leave it out where you do not know it$/),
      page: expect.stringContaining('the same in the address as in the payload, where it is /confirm'),
    })
  })
  it('says what could be bought also of a field that is not written as it must be', async () => {
    const student = { ...STUDENT, birth_date: '20 August 2004', birthDate: '2004-08-20' }
    const answer = await about({
      coId: 'harbour',
      tier: 'Standard',
      start: '10/3/2026',
      end: 2027,
      destination: 'UK',
      student,
    })
    expect(answer.expected).toMatchObject({
      coId: 'no field of this name: it is `co_id`, in the payload itself',
      tier: 'the id of a tier of the plan; a tier of global-study: basic, standard, premier',
      start: `a day, YYYY-MM-DD; a day from ${addDays(today(), 1)} to ${addDays(today(), 366)}`,
      end: expect.stringMatching(/^a text: a day, YYYY-MM-DD; a day from \S+ to \S+$/),
      destination: expect.stringMatching(/^the id of a country; where global-study is valid: .*uk/),
      'student.birth_date': expect.stringMatching(/^a day, YYYY-MM-DD; not in the future, and an age from 6 to 40/),
      'student.birthDate': expect.stringContaining('{"student":{"birth_date":…}}'),
    })
  })
  it('names the field whose time has passed, or is too far ahead, with its limits', async () => {
    const limits = () => `from ${now() + 1} to ${now() + 7 * 86_400} (${instant(now() + 7 * 86_400)})`
    expect(await about({ exp: now() })).toMatchObject({
      why: 'expired',
      wrong: ['exp'],
      expected: { exp: `Unix time in seconds, ${limits()}: this is ${instant(now())}` },
    })
    expect(await about({ exp: now() + 8 * 86_400 })).toMatchObject({
      why: 'too_long_lived',
      wrong: ['exp'],
      expected: { exp: `Unix time in seconds, ${limits()}: this is ${instant(now() + 8 * 86_400)}` },
    })
    expect(await about({ exp: server.deps.clock() + 3_600_000 })).toMatchObject({
      why: 'too_long_lived',
      expected: { exp: expect.stringMatching(/: this is in milliseconds$/) },
    })
    expect(await about({ exp: Number.MAX_SAFE_INTEGER })).toMatchObject({ why: 'too_long_lived' })
  })
  it('names what of the address is not the payload’s', async () => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await asked({ ...link, page: '/cn/interconnection', inId: 'other', coId: 'Harbour' })).toMatchObject({
      why: 'address',
      wrong: ['page', 'in_id', 'co_id'],
      expected: {
        page: 'the same in the address as in the payload, where it is /interconnection, and no /cn before it',
        in_id: 'the same in the address as in the payload, where it is lakeside',
        co_id: 'the same in the address as in the payload, where it is harbour',
      },
    })
  })
  it('names the field of whoever is not known, and of a nonce that was used', async () => {
    expect(await asked(linkInput(await partnerLink(server, { ...partner, inId: 'not-theirs' })))).toMatchObject({
      why: 'institution',
      expected: { in_id: 'one of yours: lakeside' },
    })
    expect(await asked(linkInput(await partnerLink(server, { ...partner, coId: 'somebody' })))).toMatchObject({
      why: 'partner',
      expected: { co_id: 'harbour, whose key signed this' },
    })
    const used = linkInput(await partnerLink(server, partner))
    expect(await server.client().request(exchange, used)).toMatchObject({ ok: true })
    expect(await asked(used)).toMatchObject({
      why: 'used',
      expected: { nonce: `a new one for each link: this was used at ${instant(server.deps.clock() / 1000)}` },
    })
  })
  it('names the part of a token that cannot be read, and no secret', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const [, key = '', payload = '', signature = ''] = link.code.split('.')
    const expectedOf = async (code: string) => (await asked({ ...link, code })).expected
    expect(await expectedOf(link.code.replaceAll('.', '%2E'))).toEqual({
      token: 'yp1.<key>.<payload>.<signature>, encoded once: this has a %',
    })
    expect(await expectedOf(`${key}.${payload}.${signature}`)).toEqual({
      token: 'yp1.<key>.<payload>.<signature>: this has 3 parts',
    })
    expect(await expectedOf(`yp2.${key}.${payload}=.${signature}=`)).toEqual({
      token: 'begins with yp1.',
      payload: 'base64url without padding: A–Z a–z 0–9 _ -',
      signature: '43 of A–Z a–z 0–9 _ -, without padding',
    })
    expect(await expectedOf(`yp1.${key}.${'x'.repeat(3926)}.${signature}`)).toEqual({
      token: 'at most 4,000 characters: this has 4,001',
    })
    expect(await expectedOf(`yp1.${key}.${'x'.repeat(3925)}.${signature}`)).toHaveProperty('signature')
    expect(await expectedOf(`yp1.${'0'.repeat(26)}.${payload}.${signature}`)).toEqual({
      key: 'a key of yours that is valid today',
    })
    expect(await expectedOf(signedWith(partner, '[]'))).toEqual({ payload: 'a JSON object' })
    expect(await expectedOf(signedWith(partner, '\ufeff{}'))).toEqual({
      payload: 'JSON in UTF-8 without a byte order mark',
    })
    const unsigned = await asked({ ...link, code: `yp1.${key}.e30.${signature}` })
    expect(unsigned).toMatchObject({ why: 'signature', wrong: ['signature'] })
    expect(JSON.stringify(unsigned)).not.toContain(partner.secret)
  })
  it.each([
    ['name', '<b>x</b>'],
    ['name', '林悦 LIN'],
    ['name', '林'.repeat(51)],
    ['name', ' '],
    ['name', 'LÜ NA'],
    ['name', '林\ue000'],
    ['chinese_name', 'LIN YUE'],
    ['institution', 'A <b>'],
    ['institution', 'x'.repeat(101)],
    ['institution', 'मुम्बई'],
  ])('refuses a text that the form refuses as the student’s %s: %s', async (field, text) => {
    expect(await named({ [field]: text })).toMatchObject({ why: 'fields', wrong: [`student.${field}`] })
  })
  it.each([
    ['name', 'Lin, Yue'],
    ['name', '阿卜杜·热合曼'],
    ['chinese_name', '王䶮'],
    ['institution', '早稲田大学'],
  ])('takes what the form takes as the student’s %s: %s', async (field, text) => {
    expect(await named({ [field]: text })).toMatchObject({ why: 'ok' })
  })
  it('lets a nationality decide how ü is written', async () => {
    expect(await named({ name: 'Müller Anne', nationality: 'DE' })).toMatchObject({ why: 'ok' })
    expect(await named({ name: 'Müller Anne', nationality: undefined })).toMatchObject({ why: 'ok' })
    expect(await named({ name: 'Müller Anne', nationality: 'GERMANY' })).toMatchObject({
      wrong: ['student.nationality'],
      waits_for: { 'student.name': ['student.nationality'] },
    })
  })
})
