/** Partners' links (docs/partners.md, decision 0074): what opens, what does not, and what a visit can access. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '../../src/features/orders/rows.ts'
import { createLinkedOrder, createOrder, getOrder, orderAgain, cancelOrder, salesLog } from '../../src/features/orders/contract.ts'
import type { PeopleDraft } from '../../src/features/orders/complete-person.ts'
import { usePartnerLink } from '../../src/features/partners/contract.ts'
import { exchange, lookAtLink, me } from '../../src/features/session/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { closeAccount } from '../../src/features/account/closure-calls.ts'
import { sendAccountCode } from '../../src/features/account/contract.ts'
import { codeFor, signIn } from './login-by-code.ts'
import { Buyer, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { addPartner, linkInput, openLink, operate, partnerLink, printedKey, PARTNER_PAYLOAD, STUDENT, type Partner } from './partner-fixtures.ts'
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

/** A token over any text, signed with the partner's own key. */
function signedWith(payload: string, { key, secret }: Pick<Partner, 'key' | 'secret'> = partner): string {
  const signed = `yp1.${key}.${Buffer.from(payload).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

describe('a link of a partner’s own program', () => {
  it('opens a session that knows the partner, once', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const reply = await server.client({ lang: 'cn' }).request(exchange, link)
    expect(reply).toMatchObject({ ok: true, data: { coId: 'harbour', partner: '湖畔大学', query: {}, user: { mobile: null, email: null } } })
    expect(await why(link)).toBe('link_used used')
    expect(await server.client().request(lookAtLink, link)).toMatchObject({ ok: false, code: 'link_used' })
  })
  it('is used by only one of two who open it at once', async () => {
    const link = linkInput(await partnerLink(server, partner))
    const both = await Promise.all([why(link), why(link)])
    expect(both.sort()).toEqual(['link_used used', 'ok'])
  })
  it('leads a plan’s page to its price', async () => {
    const link = linkInput(await partnerLink(server, partner, { ...PARTNER_PAYLOAD, page: '/plan/details/global-study' }))
    expect(await server.client().request(exchange, link)).toMatchObject({
      ok: true, data: { query: { tier: 'standard', start: '2026-03-10', end: '2027-03-09', to: 'uk', birth: '2004-08-20' } },
    })
  })
  it('can be previewed without being used', async () => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await server.client().request(lookAtLink, link)).toEqual({ ok: true, data: { name: 'Lakeside University', claim: false, partner: true } })
    expect(await why(link)).toBe('ok')
  })
})

describe('a link is refused', () => {
  const FIELDS = ['co_id', 'in_id', 'page', 'nonce', 'exp', 'ref', 'plan', 'tier', 'start', 'end', 'destination'] as const
  it.each(FIELDS)('when %s was changed', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    const said = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : `${String(value)}x`)
    expect(await why(altered(link, (payload) => ({ ...payload, [field]: said(payload[field]) })))).toBe('link_used signature')
    expect(await why(link)).toBe('ok')
  })
  it.each(Object.keys(STUDENT))('when the student’s %s was changed', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await why(altered(link, (payload) => ({ ...payload, student: { ...STUDENT, [field]: 'x' } })))).toBe('link_used signature')
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
    for (const code of [[version, payload, key, signature], [version, key, signature, payload], [version, key, payload], [version, key, payload, `${signature}=`]]) {
      expect(await why({ ...link, code: code.join('.') }), code.join('.')).toMatch(/format|signature/)
    }
    expect(await why({ ...link, code: [version, key, payload, signature.slice(0, -1) + twin].join('.') })).toBe('link_used ' + (/[\w-]/.test(twin) ? 'signature' : 'format'))
  })
  it.each(['inId', 'coId', 'page'] as const)('when the address says another %s', async (field) => {
    const link = linkInput(await partnerLink(server, partner))
    expect(await why({ ...link, [field]: field === 'page' ? '/confirm' : 'other' })).toBe('link_used address')
  })
  it('when it has expired, or would live for too long', async () => {
    const at = (seconds: number) => partnerLink(server, partner, { ...PARTNER_PAYLOAD, exp: Math.floor(server.deps.clock() / 1000) + seconds })
    expect(await why(linkInput(await at(0)))).toBe('link_used expired')
    expect(await why(linkInput(await at(8 * 86_400)))).toBe('link_used too_long_lived')
    expect(await why(linkInput(await at(1)))).toBe('ok')
  })
  it('when another partner’s key signed it, or its own signed in another partner’s name', async () => {
    const other = await addPartner(server, 'other-agent', 'lakeside')
    const link = await partnerLink(server, { ...partner, key: other.key, secret: other.secret })
    expect(await why(linkInput(link))).toBe('link_used partner')
    expect(await why(linkInput(await partnerLink(server, { ...partner, secret: other.secret })))).toBe('link_used signature')
    expect(await why(linkInput(await partnerLink(server, { ...partner, key: '0'.repeat(26) })))).toBe('link_used key')
    expect(await why(linkInput(await partnerLink(server, { ...partner, inId: 'not-theirs' })))).toBe('link_used institution')
  })
  it('when what was signed cannot be taken', async () => {
    const link = linkInput(await partnerLink(server, partner))
    for (const payload of ['', 'null', '[]', '{"co_id":"harbour"}', '{"__proto__":{}}', '\u0000']) expect(await why({ ...link, code: signedWith(payload) })).toMatch(/fields|format/)
    const whole = { co_id: 'harbour', in_id: 'lakeside', page: '/interconnection', nonce: 'a-nonce-of-its-own', exp: Math.floor(server.deps.clock() / 1000) + 60 }
    const wrong = [
      { student: { id_number: '110105200408200024' } }, { student: { email: 'nobody' } }, { start: '2026-02-30' }, { page: '/personal' }, { page: '//evil.example' },
      { nonce: 'short' }, { exp: 'soon' }, { relationship: 'friend' }, { surprise: 1 },
    ]
    for (const said of wrong) expect(await why({ ...link, code: signedWith(JSON.stringify({ ...whole, ...said })) }), JSON.stringify(said)).toBe('link_used fields')
    expect(await why({ ...link, code: signedWith(JSON.stringify(whole)) })).toBe('ok')
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
    const after = { ...before, ...printedKey(await operate(own, 'partner-keys', 'rotate', 'harbour', '--overlap', '48')) }
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

describe('a visit', () => {
  it('begins an application with the partner’s data, marked as such', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(await client.request(createLinkedOrder, { key: 'linked-one' }))
    expect(order.answers.trip).toMatchObject({ plan: 'global-study', tier: 'standard', start: '2026-03-10', end: '2027-03-09', destination: 'uk' })
    expect(order.answers.people.insured).toMatchObject({ idName: '林悦', birthDate: '2004-08-20', email: 'yue@lakeside.example', mobile: '13800000000', idNumber: '' })
    expect(order.prefill).toMatchObject({ coId: 'harbour', inId: 'lakeside', name: 'Lakeside University' })
    expect(ok(await client.request(createLinkedOrder, { key: 'linked-one' })).id).toBe(order.id)
    const log = ok(await client.request(salesLog, { id: order.id }))
    expect(log.entries[0]?.data).toMatchObject({ partner: 'harbour', institution: 'lakeside' })
  })
  it('prefers what was chosen on a plan’s page to the partner’s data', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(await client.request(createLinkedOrder, { key: 'linked-two', trip: { ...TRIP, end: '2026-09-09', tier: '' }, birthDate: '2003-01-01' }))
    expect(order.answers.trip).toMatchObject({ end: '2026-09-09', tier: 'standard' })
    expect(order.answers.people.insured.birthDate).toBe('2003-01-01')
  })
  it('is not an account: what it begins belongs to the device, and it reaches nothing else', async () => {
    const client = await openLink(server, await partnerLink(server, partner))
    const order = ok(await client.request(createLinkedOrder, { key: 'linked-three' }))
    expect(await client.request(me, {})).toMatchObject({ ok: false, code: '5000' })
    expect(await client.request(listPolicies, {})).toMatchObject({ ok: true, data: { policies: [] } })
    const row = await server.deps.db.selectFrom('orders').select(['user_id', 'holder']).where('id', '=', order.id).executeTakeFirstOrThrow()
    expect(row).toEqual({ user_id: null, holder: expect.any(String) as string })
    // The flow was left, or the session is over: the application stays on its device.
    const later = server.client({ store: client.store })
    for (const key of ['PlatformToken', 'co_id', 'csrf_name', 'csrf_token']) client.store.removeItem(key)
    expect(ok(await later.request(getOrder, { id: order.id })).prefill?.inId).toBe('lakeside')
    expect(refusal(await later.request(createLinkedOrder, { key: 'linked-four' }))).toBe('link_used')
    expect(refusal(await server.client().request(getOrder, { id: order.id }))).toBe('not_found')
  })
  it('never opens the account of the student that it names', async () => {
    const owner = await signIn(server, STUDENT.email)
    ok(await owner.request(createOrder, { trip: TRIP, key: 'own-order' }))
    const visitor = await openLink(server, await partnerLink(server, partner))
    expect(ok(await visitor.request(listOrders, {})).orders).toEqual([])
    expect(await visitor.request(me, {})).toMatchObject({ ok: false })
  })
  it('ends after twelve hours, and its session and guest go', async () => {
    const own = await startServer()
    const client = await openLink(own, await partnerLink(own, await addPartner(own)))
    own.advance(12 * HOUR)
    expect(refusal(await client.request(createLinkedOrder, { key: 'too-late-1' }))).toBe('link_used')
    await own.drain()
    own.advance(HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await own.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await own.deps.db.selectFrom('partner_visits').select(['prefill', 'guest_id']).execute()).toEqual([{ prefill: null, guest_id: null }])
    own.advance(15 * 24 * HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('partner_visits').select('id').execute()).toEqual([])
    await own.close()
  })
})

describe('a person who is signed in', () => {
  it('keeps the login and uses the link for an application of their own', async () => {
    const owner = await signIn(server, 'keeps@example.com')
    const link = linkInput(await partnerLink(server, partner))
    const { visit } = ok(await owner.request(usePartnerLink, link))
    const order = ok(await owner.request(createLinkedOrder, { key: 'own-linked', link: visit }))
    expect(order.answers.people.policyholder.email).toBe('keeps@example.com')
    expect(order.answers.people.insured.idName).toBe('林悦')
    const row = await server.deps.db.selectFrom('orders').select('user_id').where('id', '=', order.id).executeTakeFirstOrThrow()
    expect(row.user_id).toBe(ok(await owner.request(me, {})).user.id)
    expect(await why(link)).toBe('link_used used')
    const stranger = await signIn(server, 'stranger@example.com')
    expect(refusal(await stranger.request(createLinkedOrder, { key: 'not-theirs', link: visit }))).toBe('link_used')
    expect(refusal(await server.client().request(createLinkedOrder, { key: 'not-theirs', link: visit }))).toBe('link_used')
  })
  it('leaves nothing in the partner’s visits once the account is closed', async () => {
    const own = await startServer()
    const link = linkInput(await partnerLink(own, await addPartner(own)))
    const owner = await signIn(own, 'closes@example.com')
    ok(await owner.request(usePartnerLink, link))
    own.advance(HOUR / 60)
    ok(await owner.request(sendAccountCode, { purpose: 'close', channel: 'email' }))
    ok(await owner.request(closeAccount, { channel: 'email', code: await codeFor(own, 'closes@example.com'), agreed: true }))
    own.advance(LIMITS.closureDays * 24 * HOUR + HOUR)
    await own.drain()
    expect(await own.deps.db.selectFrom('partner_visits').select(['user_id', 'prefill']).execute()).toEqual([{ user_id: null, prefill: null }])
    await own.close()
  })
})

describe('the partner’s data', () => {
  const linked = async (said = PARTNER_PAYLOAD): Promise<Buyer> => {
    const buyer = new Buyer(server, await openLink(server, await partnerLink(server, partner, said)))
    buyer.order = ok(await buyer.client.request(createLinkedOrder, { key: `said-${String(Math.random()).slice(2, 12)}` }))
    // The partner cannot know whether the student has arrived already.
    await buyer.save({ trip: { ...buyer.view.answers.trip, arrived: false } })
    return buyer
  }
  const PEOPLE: PeopleDraft = { ...SELF, policyholder: person('2004-08-20', { idName: '林悦', email: STUDENT.email }) }
  it('counts only once the buyer confirms it, and the record holds which fields', async () => {
    const buyer = await linked()
    await buyer.fill(PEOPLE)
    const refused = await buyer.trySubmit()
    expect(refused).toMatchObject({ ok: false, code: 'invalid', fields: { 'check.prefilled': 'declaration_required' } })
    ok(await buyer.trySubmit({ confirmed: true }))
    const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect(log.entries.find(({ kind }) => kind === 'submitted')?.data['prefilled']).toEqual(expect.arrayContaining(['trip.start', 'people.policyholder.idName', 'people.policyholder.birthDate']))
  })
  it('has to be confirmed again if something changed', async () => {
    const buyer = await linked()
    await buyer.fill(PEOPLE)
    await buyer.save({ check: { ...buyer.view.answers.check, prefilled: true } })
    await buyer.save({ trip: { ...buyer.view.answers.trip, end: '2027-02-09' } })
    expect(buyer.view.answers.check.prefilled).toBe(false)
  })
  it('is carried over into an application that is ordered again', async () => {
    const buyer = await linked()
    const { id, version } = buyer.view
    ok(await buyer.client.request(cancelOrder, { id, version }))
    const again = ok(await buyer.client.request(orderAgain, { id, key: 'again-linked' }))
    expect(again.prefill?.name).toBe('Lakeside University')
  })
})
