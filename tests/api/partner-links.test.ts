/** Partners' links (docs/partners.md, decision 0074): what opens, what does not, and their keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange, lookAtLink } from '../../src/features/session/contract.ts'
import {
  addPartner,
  linkInput,
  operate,
  partnerLink,
  printedKey,
  signedWith,
  PARTNER_PAYLOAD,
  STUDENT,
  type Partner,
} from './partner-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const HOUR = 3_600_000
let server: TestServer
let partner: Partner

beforeAll(async () => {
  server = await startServer()
  partner = await addPartner(server)
})
afterAll(() => server.close())

type Link = ReturnType<typeof linkInput>

/** Why a link opens nothing; `ok` for one that does. */
async function why(link: Link, client = server.client()): Promise<string> {
  const reply = await client.request(exchange, link)
  return reply.ok ? 'ok' : `${reply.code} ${String(reply.extra['why'])}`
}

/** The token with its payload changed and the signature left as it was. */
function altered(link: Link, change: (payload: Record<string, unknown>) => Record<string, unknown>): Link {
  const [version, key, payload = '', signature] = link.code.split('.')
  const said = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>)
  return { ...link, code: [version, key, Buffer.from(JSON.stringify(said)).toString('base64url'), signature].join('.') }
}

describe('a link of a partner’s own program', () => {
  it('opens a session that knows the partner, once', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const reply = await server.client({ lang: 'cn' }).request(exchange, link)
    expect(reply).toMatchObject({
      ok: true,
      data: { coId: 'harbour', partner: '湖畔大学', query: {}, user: { mobile: null, email: null } },
    })
    expect(await why(link)).toBe('link_used used')
    expect(await server.client().request(lookAtLink, link)).toMatchObject({ ok: false, code: 'link_used' })
  })
  it('is used by only one of two who open it at once', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const both = await Promise.all([why(link), why(link)])
    expect(both.sort()).toEqual(['link_used used', 'ok'])
  })
  it('leads a plan’s page to its price', async () => {
    const link = linkInput(
      await partnerLink(server, partner, { ...PARTNER_PAYLOAD, page: '/plan/details/global-study' }),
    )
    expect(await server.client().request(exchange, link)).toMatchObject({
      ok: true,
      data: { query: { tier: 'standard', start: '2026-03-10', end: '2027-03-09', to: 'uk', birth: '2004-08-20' } },
    })
  })
  it('can be previewed without being used', async () => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await server.client().request(lookAtLink, link)).toEqual({
      ok: true,
      data: { name: 'Lakeside University', claim: false, partner: true },
    })
    expect(await why(link)).toBe('ok')
  })
})

describe('a link is refused', () => {
  const FIELDS = [
    'co_id',
    'in_id',
    'page',
    'nonce',
    'exp',
    'ref',
    'plan',
    'tier',
    'start',
    'end',
    'destination',
  ] as const
  it.each(FIELDS)('when %s was changed', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    const said = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : `${String(value)}x`)
    expect(await why(altered(link, (payload) => ({ ...payload, [field]: said(payload[field]) })))).toBe(
      'link_used signature',
    )
    expect(await why(link)).toBe('ok')
  })
  it.each(Object.keys(STUDENT))('when the student’s %s was changed', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await why(altered(link, (payload) => ({ ...payload, student: { ...STUDENT, [field]: 'x' } })))).toBe(
      'link_used signature',
    )
  })
  it('when a field was added, left out, or the same said in another order', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const changes = [
      (payload: Record<string, unknown>) => ({ ...payload, relationship: 'self' }),
      ({ ref: _, ...rest }: Record<string, unknown>) => rest,
      (payload: Record<string, unknown>) => Object.fromEntries(Object.entries(payload).reverse()),
    ]
    for (const change of changes) expect(await why(altered(link, change))).toBe('link_used signature')
  })
  it('when its parts stand in another order, or the signature is written otherwise', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const [version, key, payload, signature = ''] = link.code.split('.')
    const last = signature.slice(-1)
    const twin = String.fromCharCode(last.charCodeAt(0) + 1)
    for (const code of [
      [version, payload, key, signature],
      [version, key, signature, payload],
      [version, key, payload],
      [version, key, payload, `${signature}=`],
    ]) {
      expect(await why({ ...link, code: code.join('.') }), code.join('.')).toMatch(/format|signature/)
    }
    expect(await why({ ...link, code: [version, key, payload, signature.slice(0, -1) + twin].join('.') })).toBe(
      'link_used ' + (/[\w-]/.test(twin) ? 'signature' : 'format'),
    )
  })
  it.each(['inId', 'coId', 'page'] as const)('when the address says another %s', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await why({ ...link, [field]: field === 'page' ? '/confirm' : 'other' })).toBe('link_used address')
  })
  it('when it has expired, or would live for too long', async () => {
    const at = (seconds: number) =>
      partnerLink(server, partner, { ...PARTNER_PAYLOAD, exp: Math.floor(server.deps.clock() / 1000) + seconds })
    expect(await why(linkInput(await at(0)))).toBe('link_used expired')
    expect(await why(linkInput(await at(8 * 86_400)))).toBe('link_used too_long_lived')
    expect(await why(linkInput(await at(1)))).toBe('ok')
  })
  it('when another partner’s key signed it, or its own signed in another partner’s name', async () => {
    const other = await addPartner(server, 'other-agent', 'lakeside')
    const link = await partnerLink(server, { ...partner, key: other.key, secret: other.secret })
    expect(await why(linkInput(link))).toBe('link_used partner')
    expect(await why(linkInput(await partnerLink(server, { ...partner, secret: other.secret })))).toBe(
      'link_used signature',
    )
    expect(await why(linkInput(await partnerLink(server, { ...partner, key: '0'.repeat(26) })))).toBe('link_used key')
    expect(await why(linkInput(await partnerLink(server, { ...partner, inId: 'not-theirs' })))).toBe(
      'link_used institution',
    )
  })
  it('when what was signed cannot be taken', async () => {
    const link = linkInput(await partnerLink(server, partner))
    for (const payload of ['', 'null', '[]', '{"co_id":"harbour"}', '{"__proto__":{}}', '\u0000'])
      expect(await why({ ...link, code: signedWith(partner, payload) })).toMatch(/fields|format/)
    const whole = {
      co_id: 'harbour',
      in_id: 'lakeside',
      page: '/interconnection',
      nonce: 'a-nonce-of-its-own',
      exp: Math.floor(server.deps.clock() / 1000) + 60,
    }
    const wrong = [
      { student: { id_number: '110105200408200024' } },
      { student: { email: 'nobody' } },
      { start: '2026-02-30' },
      { page: '/personal' },
      { page: '//evil.example' },
      { nonce: 'short' },
      { exp: 'soon' },
      { relationship: 'friend' },
      { surprise: 1 },
    ]
    for (const said of wrong)
      expect(
        await why({ ...link, code: signedWith(partner, JSON.stringify({ ...whole, ...said })) }),
        JSON.stringify(said),
      ).toBe('link_used fields')
    expect(await why({ ...link, code: signedWith(partner, JSON.stringify(whole)) })).toBe('ok')
  })
  it('when its text is not UTF-8, as that of a system that writes GBK', async () => {
    const whole = JSON.stringify({
      co_id: 'harbour',
      in_id: 'lakeside',
      page: '/interconnection',
      nonce: 'one-in-another-code',
      exp: Math.floor(server.deps.clock() / 1000) + 60,
      student: { chinese_name: '@' },
    })
    const [before = '', after = ''] = whole.split('@')
    // 王小明 in GBK.
    const name = Buffer.from('cdf5d0a1c3f7', 'hex')
    const link = linkInput(await partnerLink(server, partner))
    const code = signedWith(partner, Buffer.concat([Buffer.from(before), name, Buffer.from(after)]))
    expect(await why({ ...link, code })).toBe('link_used encoding')
  })
  it('when its school or its partner has ended', async () => {
    const gone = await addPartner(server, 'gone-agent', 'gone')
    const [first, second] = [linkInput(await partnerLink(server, gone)), linkInput(await partnerLink(server, gone))]
    await operate(server, 'partners', 'end-school', 'gone-agent', 'gone')
    expect(await why(first)).toBe('link_used institution')
    await operate(server, 'partners', 'school', 'gone-agent', 'gone', '--name', 'Gone', '--name-cn', '某校')
    expect(await why(first)).toBe('ok')
    await operate(server, 'partners', 'end', 'gone-agent')
    expect(await why(second)).toBe('link_used partner')
  })
})

describe('keys', () => {
  it('overlap while they are rotated, and can be ended', async () => {
    const own = await startServer()
    const before = await addPartner(own)
    const after = {
      ...before,
      ...printedKey(await operate(own, 'partner-keys', 'rotate', 'harbour', '--overlap', '48')),
    }
    const of = async (which: Partner): Promise<string> => {
      const reply = await own.client().request(exchange, linkInput(await partnerLink(own, which)))
      return reply.ok ? 'ok' : String(reply.extra['why'])
    }
    expect([await of(before), await of(after)]).toEqual(['ok', 'ok'])
    own.advance(48 * HOUR - 1)
    expect([await of(before), await of(after)]).toEqual(['ok', 'ok'])
    own.advance(1)
    expect([await of(before), await of(after)]).toEqual(['key', 'ok'])
    await operate(own, 'partner-keys', 'end', after.key)
    expect(await of(after)).toBe('key')
    expect(await operate(own, 'partner-keys', 'list', 'harbour')).not.toContain(after.secret)
    await own.close()
  })
  it('are stored sealed', async () => {
    const rows = await server.deps.db.selectFrom('partner_keys').select('secret').execute()
    expect(rows.every(({ secret }) => server.deps.seal.isSealed(secret))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(partner.secret)
    expect(server.logs()).not.toContain(partner.secret)
  })
})
