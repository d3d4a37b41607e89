/** Who sees a policy, finds it and gets its documents. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { addDays, addMonths, formatDay } from '../../src/lib/days/dates.ts'
import { CODED_KINDS, getPolicy, listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import type { People } from '../../src/programs/demo/buy-policy.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import { ok, sentFile } from './orders-fixtures.ts'
import { data, PolicyBench } from './policy-bench.ts'

const DAY = 86_400_000
let bench: PolicyBench
beforeEach(async () => {
  bench = await PolicyBench.ready()
})
afterEach(() => bench.server.close())

describe('who sees a policy', () => {
  it('the buyer sees them after a login, in the tab of the day', async () => {
    const id = await bench.issued()
    const client = await bench.signIn()
    const pending = await data(client.request(listPolicies, { tab: 'pending_activation' }))
    expect(pending.policies.map((it) => [it.id, it.role])).toEqual([[id, 'buyer']])
    bench.server.advance(10 * DAY)
    const again = await bench.signIn()
    const valid = await data(again.request(listPolicies, {}))
    expect(valid.counts).toEqual({ valid: 1, pending_activation: 0, expired: 0 })
    expect(valid.policies[0]?.period).toMatchObject({ used: 1, left: 364 })
    bench.server.advance(366 * DAY)
    expect((await data((await bench.signIn()).request(listPolicies, { tab: 'expired' }))).policies[0]?.status).toBe(
      'expired',
    )
  })

  it('the insured sees a policy that somebody else bought, and nobody else does', async () => {
    const child = {
      ...STUDENT,
      birthDate: addMonths(bench.today(), -12 * 15),
      idNumber: 'E11111111',
      idName: 'LIN YUE',
      chineseName: '林悦',
      email: 'yue@example.com',
      mobile: '',
    }
    const people: People = {
      relationship: 'child',
      policyholder: { ...STUDENT, birthDate: '1980-01-01' },
      insured: child,
      ownWages: false,
      deathBenefitElsewhere: 0,
    }
    const id = await bench.issued({ people })
    const mails = await bench.server.deps.db
      .selectFrom('messages')
      .selectAll()
      .where('to', '=', 'yue@example.com')
      .execute()
    expect(mails.map((it) => (JSON.parse(it.attachments) as unknown[]).length)).toEqual([4])
    const insured = await bench.signIn('yue@example.com')
    const view = await data(insured.request(getPolicy, { id }))
    expect(view.role).toBe('insured')
    expect(JSON.stringify(view)).not.toContain('E00000000')
    const stranger = await bench.signIn('nobody@example.com')
    expect(await stranger.request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.request(getPolicy, { order: view.orderId })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.blob(policyDocumentFile, { id, kind: 'certificate', language: 'en' })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    expect((await data(stranger.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
    expect(await bench.server.client().request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('the owner reads every fact of the insured person, numbers and contacts masked', async () => {
    const id = await bench.issued()
    const { people } = await data((await bench.signIn()).request(getPolicy, { id }))
    expect(people.insured).toEqual({
      name: 'LIN YUTONG',
      otherName: STUDENT.chineseName,
      idType: 'Passport',
      idNumber: 'E •••• 00',
      passportNumber: null,
      gender: 'Female',
      birthDate: STUDENT.birthDate,
      nationality: 'China',
      institution: STUDENT.institution,
      email: expect.stringContaining('•••@example.com'),
      mobile: '138 •••• 8000',
    })
  })

  it('the waiting period is shown with the answer that it depends on, where it depends on one', async () => {
    const global = (arrived: boolean) =>
      bench.issued({ trip: { ...bench.trip(), plan: 'global-study', tier: 'standard', destination: 'uk', arrived } })
    const client = await bench.signIn()
    const told = async (id: string) =>
      ok(await client.request(getPolicy, { id }))
        .bears.flatMap(({ notes }) => notes)
        .filter((note) => note.startsWith('When buying'))
    const covered = formatDay(addDays(bench.trip().start, 15), 'en')
    expect(await told(await global(true))).toEqual([
      `When buying, the policyholder said that the insured person had already arrived. A new illness is covered from ${covered}`,
    ])
    expect(await told(await global(false))).toEqual([
      'When buying, the policyholder said that the insured person had not arrived yet, so the waiting period does not apply',
    ])
  })

  it('are found by number, by plan in either language and by the insured person’s name, each in its tab and for its owner only', async () => {
    const child = {
      ...STUDENT,
      birthDate: addMonths(bench.today(), -12 * 15),
      idNumber: 'E11111111',
      idName: 'LIN YUE',
      chineseName: '林悦',
      email: 'yue@example.com',
      mobile: '',
    }
    const own = await bench.issued()
    const childs = await bench.issued({
      people: {
        relationship: 'child',
        policyholder: { ...STUDENT, birthDate: '1980-01-01' },
        insured: child,
        ownWages: false,
        deathBenefitElsewhere: 0,
      },
    })
    const client = await bench.signIn()
    const search = async (text: string, by = client) =>
      (await data(by.request(listPolicies, { tab: 'pending_activation', search: text }))).policies
        .map((it) => it.id)
        .sort()
    const { number } = await bench.server.deps.db
      .selectFrom('policies')
      .select('number')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    expect(await search(number.slice(-6))).toEqual([own])
    expect(await search('林悦')).toEqual([childs])
    expect(await search('yue lin')).toEqual([childs])
    expect([await search('US Campus'), await search('美国')]).toEqual([[own, childs].sort(), [own, childs].sort()])
    expect(await search('nobody')).toEqual([])
    expect(await search(number, await bench.signIn('stranger@example.com'))).toEqual([])
    const other = await data(client.request(listPolicies, { tab: 'valid', search: '林悦' }))
    expect([other.counts, other.policies, other.pages]).toEqual([
      { valid: 0, pending_activation: 1, expired: 0 },
      [],
      1,
    ])
  })

  it('are not found by the device once another person logs in on it', async () => {
    const id = await bench.issued()
    const client = await bench.signIn()
    const holder = holderOf({ unique: uniqueKey(client.store) }) ?? ''
    await bench.server.deps.write((trx) => trx.updateTable('policies').set({ holder }).where('id', '=', id).execute())
    expect((await data(client.request(getPolicy, { id }))).id).toBe(id)
    const next = await bench.signIn('next.person@example.com', client)
    expect(await next.request(getPolicy, { id })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await data(next.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
  })

  it('no message goes to a child under 14, and one goes to a child of 14', async () => {
    const child = (years: number, email: string): People => ({
      relationship: 'child',
      policyholder: { ...STUDENT, birthDate: '1980-01-01' },
      ownWages: false,
      deathBenefitElsewhere: 0,
      insured: {
        ...STUDENT,
        birthDate: addMonths(bench.today(), -12 * years),
        idNumber: `E2222${years}222`,
        idName: 'LIN AN',
        chineseName: '林安',
        email,
        mobile: '',
      },
    })
    const sent = async (email: string) =>
      (await bench.server.deps.db.selectFrom('messages').select('id').where('to', '=', email).execute()).length
    for (const years of [13, 14]) {
      const orderId = await bench
        .paid({ people: child(years, `an${years}@example.com`) })
        .catch((error: unknown) => error)
      expect(typeof orderId, String(orderId)).toBe('string')
    }
    await bench.server.drain()
    expect([await sent('an13@example.com'), await sent('an14@example.com')]).toEqual([0, 1])
  })

  it('hands out each document as a download under its own name', async () => {
    const id = await bench.issued()
    const client = await bench.signIn()
    for (const kind of [...CODED_KINDS, 'terms'] as const) {
      for (const lang of ['en', 'cn'] as const) {
        const got = sentFile(await client.blob(policyDocumentFile, { id, kind, language: lang }))
        const bytes = new Uint8Array(await got.arrayBuffer())
        expect(Buffer.from(bytes.subarray(0, 5)).toString(), `${kind} ${lang}`).toBe('%PDF-')
        const told = ok(await client.request(getPolicy, { id })).documents.find(
          (it) => it.kind === kind && it.lang === lang,
        )
        expect(createHash('sha256').update(bytes).digest('hex'), `${kind} ${lang} and no other`).toBe(told?.sha256)
      }
    }
    const view = await data(client.request(getPolicy, { id }))
    expect(view.documents).toHaveLength(2 * (CODED_KINDS.length + 1))
    // Saved under the names of the attachments.
    const mail = await bench.server.deps.db
      .selectFrom('messages')
      .select('attachments')
      .where('subject', 'like', '%已出单%')
      .executeTakeFirstOrThrow()
    const attached = (JSON.parse(mail.attachments) as { name: string }[]).map(({ name }) => name)
    expect(
      view.documents
        .filter(({ kind }) => kind !== 'terms')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(attached.sort())
    expect(attached).toContain(`签证保险证明${view.number}.pdf`)
    expect(view.people.insured).toMatchObject({
      idNumber: 'E •••• 00',
      email: 'd•••@example.com',
      mobile: '138 •••• 8000',
    })
  })
})
