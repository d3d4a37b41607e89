/** What a partner's engineers learn of their links before a student opens one, and the programs of docs/partners.md. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPartnerLink } from '../../src/features/partners/contract.ts'
import { EXPECTED_FIELDS, linkPayload } from '../../src/features/partners/server/link-token.ts'
import { signMessage } from '../../src/features/partners/server/webhook-signature.ts'
import { exchange } from '../../src/features/session/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { without } from '../../src/lib/object-keys.ts'
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

/** Why a link opens nothing; `ok` for one that does, which is then used. */
async function why(link: ReturnType<typeof linkInput>): Promise<string> {
  const reply = await server.client().request(exchange, link)
  return reply.ok ? 'ok' : `${reply.code} ${String(reply.extra['why'])}`
}

const today = () => dayOf(server.deps.clock())

describe('a link that nobody could buy by', () => {
  /** What is answered about a link that says this. */
  const checked = async (said: Record<string, unknown>, client = server.client()) => {
    const reply = await client.request(checkPartnerLink, linkInput(await partnerLink(server, partner, said)))
    return reply.ok
      ? reply.data
      : { why: reply.extra['why'], wrong: reply.extra['wrong'], expected: reply.extra['expected'] }
  }
  it.each<[string, Record<string, unknown>, string]>([
    ['a first day that has passed', { start: '2020-03-10' }, 'start'],
    ['an end before the start', { end: '2026-03-09' }, 'end'],
    ['a term longer than any sold', { end: '2036-03-09' }, 'end'],
    ['a tier that the plan has not', { tier: 'gold-plus' }, 'tier'],
    ['a plan that is not there', { plan: 'moon' }, 'plan'],
    ['a place that the plan is not for', { plan: 'us-campus', tier: 'gold', destination: 'jp' }, 'destination'],
    ['a country that is none', { destination: 'atlantis' }, 'destination'],
    ['the page of another plan', { page: '/plan/details/us-campus' }, 'page'],
    ['a student of fifty', { student: { ...STUDENT, birth_date: '1975-08-20' } }, 'student.birth_date'],
    ['a nationality by another code', { student: { ...STUDENT, nationality: 'UK' } }, 'student.nationality'],
    ['a region for a nationality', { student: { ...STUDENT, nationality: 'TW' } }, 'student.nationality'],
    ['a student not yet born', { student: { ...STUDENT, birth_date: '2090-08-20' } }, 'student.birth_date'],
  ])('%s is refused by its field', async (_, said, field) => {
    const link = linkInput(await partnerLink(server, partner, { ...PARTNER_PAYLOAD, ...said }))
    const reply = await server.client().request(exchange, link)
    expect(reply).toMatchObject({ ok: false, code: 'link_used', extra: { why: 'fields', wrong: [field] } })
    expect(reply.ok || Object.keys(reply.extra['expected'] as object)).toEqual([field])
  })
  it.each(['XK', 'XXA'])('may be of Kosovo, or of no state: %s', async (nationality) => {
    expect(linkPayload.shape.student.safeParse({ ...STUDENT, nationality })).toMatchObject({ success: true })
    expect(await checked({ ...PARTNER_PAYLOAD, student: { ...STUDENT, nationality } })).not.toHaveProperty('wrong')
  })
  it('is told each field by itself, and where a flat name belongs', async () => {
    const rest = without(PARTNER_PAYLOAD, 'student')
    const flat = { ...rest, 'student.name': '林悦', birth_date: '2004-08-20', tire: 'gold' }
    expect(await checked(flat)).toMatchObject({
      why: 'fields',
      wrong: ['student.name', 'birth_date', 'tire'],
      expected: {
        'student.name': expect.stringContaining('{"student":{"name":'),
        birth_date: expect.stringContaining('{"student":{"birth_date":'),
        tire: 'no field of this name',
      },
    })
    expect(await checked({ ...rest, student: { nmae: 'x', email: 'nobody' } })).toMatchObject({
      wrong: ['student.email', 'student.nmae'],
    })
  })
  it.each([
    ['tomorrow', 1],
    ['today', 0],
    ['five years ago', -5 * 366],
  ])('is refused where its student is born %s, without a plan too', async (_, days) => {
    const born = {
      ...without(without(PARTNER_PAYLOAD, 'plan'), 'tier'),
      student: { ...STUDENT, birth_date: addDays(today(), days) },
    }
    expect(await checked(born)).toMatchObject({
      wrong: ['student.birth_date'],
      expected: { 'student.birth_date': 'not in the future, and an age from 6 to 64 on the first day of cover' },
    })
  })
  it('has an expectation for each field of a link', () => {
    const { student, ...rest } = linkPayload.shape
    const inner = Object.keys(student.def.innerType.shape).map((it) => `student.${it}`)
    expect(Object.keys(EXPECTED_FIELDS).sort()).toEqual([...Object.keys(rest), 'student', ...inner].sort())
  })
  it('is checked without being used up, as is a good one', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const reply = await server.client().request(checkPartnerLink, link)
    expect(reply).toMatchObject({
      ok: true,
      data: {
        school: 'Lakeside University',
        opens: '/interconnection',
        fills: { ref: 'case-77', plan: 'global-study', student: Object.keys(STUDENT) },
        premium: { currency: 'CNY' },
      },
    })
    expect(JSON.stringify(reply)).not.toContain('林悦')
    expect(await why(link)).toBe('ok')
    expect(await server.client().request(checkPartnerLink, link)).toMatchObject({ ok: false, extra: { why: 'used' } })
  })
  it('may be for tomorrow, and no longer for today', async () => {
    const first = addDays(today(), 1)
    expect(await checked({ ...PARTNER_PAYLOAD, start: first, end: addDays(first, 300) })).toMatchObject({
      opens: '/interconnection',
    })
    expect(await checked({ ...PARTNER_PAYLOAD, start: today() })).toMatchObject({ wrong: ['start'] })
  })
  it('always answers with a reason: too long, encoded twice, cut at the front, a mark before the text', async () => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await why({ ...link, code: `yp1.${partner.key}.${'x'.repeat(4200)}.${'x'.repeat(43)}` })).toBe(
      'link_used format',
    )
    expect(await why({ ...link, code: link.code.replaceAll('.', '%2E') })).toBe('link_used format')
    expect(await why({ ...link, code: link.code.slice(4) })).toBe('link_used format')
    expect(await why({ ...link, code: signedWith(partner, '\ufeff{}') })).toBe('link_used encoding')
    expect(await why({ ...link, code: signedWith(partner, '{') })).toBe('link_used format')
  })
})

describe('docs/partners.md', () => {
  const page = readFileSync('docs/partners.md', 'utf8')
  const programs = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const load = (program = '') => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(program)}`)

  it('its program makes a link that opens, with the example that stands beside it', async () => {
    const { partnerLink: link } = (await load(programs[0])) as { partnerLink: (of: object, said: object) => string }
    const example = JSON.parse(/```json\n(\{\n[\s\S]*?)```/.exec(page)?.[1] ?? '') as Record<string, unknown>
    const start = addDays(dayOf(server.deps.clock()), 30)
    const exp = Math.floor(server.deps.clock() / 1000) + 3600
    const said = { ...example, co_id: partner.coId, in_id: partner.inId, exp, start, end: addDays(start, 364) }
    const made = linkInput(new URL(link({ site: 'https://site.example', ...partner }, said)))
    expect(await server.client().request(checkPartnerLink, made)).toMatchObject({ ok: true })
    expect(await why(made)).toBe('ok')
  })
  it('its program reads a message of ours, and refuses one that was changed', async () => {
    const { readMessage } = (await load(programs[1])) as {
      readMessage: (headers: object, body: string, known: object, now: number) => unknown
    }
    const [body, now] = ['{"id":"m1","type":"policy.issued"}', server.deps.clock()]
    const headers = signMessage('m1', Math.floor(now / 1000), body, [{ id: partner.key, secret: partner.secret }])
    const known = { [partner.key]: partner.secret }
    expect(readMessage(headers, body, known, now)).toEqual(JSON.parse(body))
    expect(readMessage(headers, body.replace('issued', 'ended'), known, now)).toBeUndefined()
    expect(readMessage({ ...headers, 'youfang-timestamp': 'now' }, body, known, now)).toBeUndefined()
  })
  it('its answer is what is answered', async () => {
    const shown = JSON.parse(/```json\n(\{\n {2}"why"[\s\S]*?)```/.exec(page)?.[1] ?? '') as {
      expected: Record<string, string>
    }
    const said = {
      ...without(PARTNER_PAYLOAD, 'destination'),
      birth_date: '2004-08-20',
      plan: 'moon',
      tier: 'gold',
      exp: 1_795_420_800_000,
    }
    const made = linkInput(await partnerLink(server, partner, said))
    const reply = await server.client().request(checkPartnerLink, made)
    // Its limits are those of the moment.
    const [, meant = ''] = shown.expected['exp']?.split('): ') ?? []
    const expected = { ...shown.expected, exp: expect.stringContaining(`): ${meant}`) }
    expect(reply.ok ? reply.data : reply.extra).toEqual({ ...shown, expected })
  })
  it('the link that stands beside its program has the signature that stands there', () => {
    const [, secret = '', message = '', signature] =
      /with the secret `(\w{43})`, the message `(\S+)` has the signature `(\S+)`/.exec(page) ?? []
    expect(createHmac('sha256', secret).update(message).digest('base64url')).toBe(signature)
  })
  it('the message that stands there is signed as ours are, and read by its program', async () => {
    const [, secret = ''] = /Check your receiver[^`]*`(\w{43})`/.exec(page) ?? []
    const [, head = '', body = ''] = /Check your receiver[\s\S]*?```\n([\s\S]*?)\n\n(.*)\n```/.exec(page) ?? []
    const headers = Object.fromEntries(head.split('\n').map((line) => line.split(': ') as [string, string]))
    const [id = '', timestamp] = [headers['youfang-id'], Number(headers['youfang-timestamp'])]
    const [key = ''] = headers['youfang-signature']?.split('=') ?? []
    expect(signMessage(id, timestamp, body, [{ id: key, secret }])).toEqual(headers)
    const { readMessage } = (await load(programs[1])) as { readMessage: (...given: unknown[]) => unknown }
    expect(readMessage(headers, body, { [key]: secret }, timestamp * 1000)).toEqual(JSON.parse(body))
  })
})
