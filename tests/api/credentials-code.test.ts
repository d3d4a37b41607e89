/**
 * The code that goes to a contact of the policy: only whoever reads it sees the policy, and nothing tells whether there
 * is one.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { confirmRegistration, listRegistrations } from '../../src/features/credentials/contract.ts'
import { closeAccount } from '../../src/features/account/closure-calls.ts'
import { sendAccountCode } from '../../src/features/account/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { FATHER, self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import type { People } from '../../src/programs/demo/buy-policy.ts'
import {
  codeSentTo,
  confirm,
  desk,
  issued,
  issuedFor,
  messagesWith,
  numbers,
  OTHER,
  otherThan,
  state,
  submit as send,
  type Facts,
} from './credentials-fixtures.ts'
import { jpeg } from './hostile-files.ts'
import { logInAs } from './logged-in-user.ts'
import { codeFor, standingAlone } from './login-by-code.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const HOUR = 3_600_000
let server: TestServer
let photo: Buffer

beforeEach(async () => {
  server = await startServer()
  photo ??= await jpeg(1200, 800)
})
afterEach(() => server.close())

/** Logged in, with a registration whose photo was checked. */
async function waiting(who: string = OTHER, over: Facts = {}): Promise<Client> {
  const client = await logInAs(server, who)
  ok(await send(client, photo, over))
  await server.check()
  await server.drain()
  return client
}
const codeRows = () => server.deps.db.selectFrom('registration_codes').selectAll().execute()
/** A daughter of sixteen, whom her father insures. */
const daughter = { idName: 'LIN XIAOYU', idNumber: 'E00000031', birthDate: '2009-05-27' } as const
const forDaughter = (contacts: { email: string; mobile: string }): People => ({
  ...self,
  relationship: 'child',
  policyholder: { ...FATHER, institution: '' },
  insured: { ...STUDENT, ...daughter, chineseName: '', ...contacts },
  deathBenefitElsewhere: 0,
})
const ofDaughter = { ...daughter, guardian: true }

describe('an exact match', () => {
  it('with any picture opens nothing: a code goes to the policy’s own contact, and opens it', async () => {
    const number = await issued(server)
    const client = await waiting()
    expect([await state(client), await numbers(client)]).toEqual([['submitted'], []])
    expect(await messagesWith(server, OTHER, number)).toEqual([])
    const [letter, ...others] = (await messagesWith(server, STUDENT.email, number)).filter(({ code }) => code !== null)
    expect(others).toEqual([])
    expect(letter?.text).toContain(`${LIMITS.registrationCodeHours} hours`)
    const overview = ok(await confirm(client, letter?.code ?? ''))
    expect(overview).toMatchObject({ policies: 1, registrations: [{ status: 'approved' }] })
    expect(await numbers(client)).toEqual([number])
    expect((await messagesWith(server, OTHER, number)).length).toBe(1)
    expect((await messagesWith(server, STUDENT.email, '/credential/undo?code=')).length).toBe(1)
    expect(await codeRows()).toEqual([])
  })
  it('leads back to a policy in force whose buyer has closed the account; its contact alone does not', async () => {
    const number = await issued(server)
    const buyer = await logInAs(server, STUDENT.email)
    server.advance(60_000)
    ok(await buyer.request(sendAccountCode, { purpose: 'close', channel: 'email' }))
    const code = await codeFor(server, STUDENT.email)
    ok(await buyer.request(closeAccount, { channel: 'email', code, agreed: true }))
    server.advance((LIMITS.closureDays + 1) * 24 * HOUR)
    await server.drain()
    expect(await numbers(await logInAs(server, STUDENT.email))).toEqual([])
    const client = await waiting()
    ok(await confirm(client, await codeSentTo(server, STUDENT.email, number)))
    expect(await numbers(client)).toEqual([number])
  })

  it('opens the policy to nobody by its code alone, and once only', async () => {
    const number = await issued(server)
    const client = await waiting()
    const code = await codeSentTo(server, STUDENT.email, number)
    const stranger = await logInAs(server, 'third@example.com')
    expect(refusal(await confirm(stranger, code))).toBe('nothing_waiting')
    ok(await send(stranger, photo, { idName: 'WRONG NAME' }))
    expect(refusal(await confirm(stranger, code))).toBe('code_wrong')
    const both = await Promise.all([confirm(client, code), confirm(client, code)])
    expect(both.map(refusal).sort()).toEqual(['nothing_waiting', 'ok'])
    expect(await numbers(stranger)).toEqual([])
  })

  it('leaves the policy’s mailbox as many typed messages as one where there is no policy', async () => {
    await issued(server)
    const counted = async (): Promise<number> =>
      Number(
        (
          await server.deps.db
            .selectFrom('counted_messages')
            .select((eb) => eb.fn.countAll().as('n'))
            .where(
              'mailbox_mac',
              '=',
              server.deps.seal.mac('message.mailbox', JSON.stringify(['typed', STUDENT.email])),
            )
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await counted()
    await waiting()
    expect((await messagesWith(server, STUDENT.email, '')).some(({ code }) => code !== null)).toBe(true)
    expect(await counted()).toBe(before)
  })

  it('is recorded as the person’s own act, with the reason, and stores no code in clear', async () => {
    const number = await issued(server)
    const client = await waiting()
    const code = await codeSentTo(server, STUDENT.email, number)
    expect(JSON.stringify(await codeRows())).not.toMatch(standingAlone(code))
    ok(await confirm(client, code))
    const { id, user_id } = await server.deps.db
      .selectFrom('registrations')
      .select(['id', 'user_id'])
      .executeTakeFirstOrThrow()
    const { said } = await desk(server, 'Wu', 'show', id)
    expect(said).toContain(`by user:${user_id}`)
    expect(said).toContain(`entered the code that was sent to a contact on ${number}`)
    expect(server.logs()).not.toMatch(standingAlone(code))
  })

  it('opens the policies whose contact got the code: not those of other contacts, nor later ones', async () => {
    const first = await issued(server)
    const thief = 'thief@example.com'
    const own = await issued(server, thief)
    const client = await waiting(OTHER)
    const codes = [await codeSentTo(server, STUDENT.email, first), await codeSentTo(server, thief, own)]
    expect(codes.map((code) => /^\d{6}$/.test(code))).toEqual([true, true])
    expect(codes[0]).not.toBe(codes[1])
    ok(await confirm(client, codes[1] ?? ''))
    await issued(server)
    await issued(server, thief)
    expect(await numbers(client)).toEqual([own])
  })

  it('sends one code to a contact that stands on several policies, and opens them together', async () => {
    const all = [await issued(server), await issued(server)]
    const client = await waiting()
    const sent = (await messagesWith(server, STUDENT.email, 'and one more')).filter(({ code }) => code !== null)
    expect(sent).toHaveLength(1)
    ok(await confirm(client, sent[0]?.code ?? ''))
    expect((await numbers(client)).sort()).toEqual(all.sort())
  })

  it.each([
    ['Nguyễn Thị Đào', 'NGUYEN THI DAO'],
    ['Lü Yàn', 'LYU YAN'],
    ['Jörg O’Hara', "JOERG O'HARA"],
  ])('knows %s, who is %s on the policy', async (typed, idName) => {
    const number = await issued(server, STUDENT.email, { idName })
    await waiting(OTHER, { idName: typed })
    expect(await codeSentTo(server, STUDENT.email, number)).toMatch(/^\d{6}$/)
  })

  it('goes to at most three contacts', async () => {
    for (const who of ['a1', 'a2', 'a3', 'a4']) await issued(server, `${who}@example.com`)
    await waiting()
    expect((await codeRows()).length).toBe(3)
  })

  it('goes to the insured person rather than to the buyer', async () => {
    const number = await issuedFor(server, FATHER.email, forDaughter({ email: 'xiaoyu@example.com', mobile: '' }))
    const client = await waiting(OTHER, ofDaughter)
    expect(await codeSentTo(server, FATHER.email, number)).toBe('')
    ok(await confirm(client, await codeSentTo(server, 'xiaoyu@example.com', number)))
    expect(await numbers(client)).toEqual([number])
  })

  it('goes to the buyer where the insured person has no contact', async () => {
    const number = await issuedFor(server, FATHER.email, forDaughter({ email: '', mobile: '' }))
    const client = await waiting(OTHER, ofDaughter)
    ok(await confirm(client, await codeSentTo(server, FATHER.email, number)))
    expect(await numbers(client)).toEqual([number])
  })

  it('says truly who bought it', async () => {
    const number = await issued(server)
    const client = await waiting()
    ok(await confirm(client, await codeSentTo(server, STUDENT.email, number)))
    const listed = async (by: Client) =>
      ok(await by.request(listPolicies, { tab: 'pending_activation' })).policies.map((it) => [it.role, it.ownName])
    expect(await listed(client)).toEqual([['insured', true]])
    await issuedFor(server, FATHER.email, forDaughter({ email: 'xiaoyu@example.com', mobile: '' }))
    expect(await listed(await logInAs(server, 'xiaoyu@example.com'))).toEqual([['insured', false]])
  })
})

describe('a wrong code', () => {
  it('is refused alike with and without a policy, and so is every answer around it', async () => {
    const number = await issued(server)
    /** Everything that somebody is told who verifies this number: answers, states and messages, without ids. */
    async function toldTo(who: string, over: Facts): Promise<string> {
      const client = await waiting(who, over)
      const told: unknown[] = []
      const wrong = otherThan(await codeSentTo(server, STUDENT.email, number))
      for (let i = 0; i <= LIMITS.registrationCodeTries; i++) {
        told.push(await confirm(client, wrong))
        const { registrations, ...rest } = ok(await client.request(listRegistrations, {}))
        told.push(
          rest,
          registrations.map(({ id: _, idNumber: __, ...it }) => it),
        )
      }
      // Codes of logins differ by chance.
      return JSON.stringify([...told, await messagesWith(server, who, ''), await numbers(client)])
        .replaceAll(/\b\d{6}\b/g, 'code')
        .replaceAll(who, 'me')
    }
    const none = await toldTo('b@example.com', { idNumber: 'E00000077' })
    expect(await codeRows()).toEqual([])
    const some = await toldTo('c@example.com', {})
    expect((await codeRows()).length).toBe(1)
    expect(some).toEqual(none)
    expect(none).toContain('code_wrong')
    expect(none).toContain('code_tries_over')
  })

  it('counts although it is refused; after the last one the right code opens nothing, and a person decides', async () => {
    const number = await issued(server)
    const client = await waiting()
    const code = await codeSentTo(server, STUDENT.email, number)
    const left: unknown[] = []
    for (let i = 0; i < LIMITS.registrationCodeTries; i++) {
      const reply = await confirm(client, otherThan(code))
      left.push(reply.ok ? 'ok' : (reply.extra['triesLeft'] ?? reply.code))
    }
    expect(left).toEqual([4, 3, 2, 1, 'code_tries_over'])
    expect(refusal(await confirm(client, code))).toBe('code_tries_over')
    expect(ok(await client.request(listRegistrations, {})).registrations[0]).toMatchObject({ codeTries: 0 })
    const { id } = await server.deps.db.selectFrom('registrations').select('id').executeTakeFirstOrThrow()
    expect((await desk(server, 'Wu', 'approve', id)).code).toBe(0)
    expect([await state(client), await numbers(client)]).toEqual([['approved'], [number]])
    expect(refusal(await confirm(client, code))).toBe('nothing_waiting')
  })

  it('is also one whose time is over', async () => {
    const number = await issued(server)
    await waiting()
    const code = await codeSentTo(server, STUDENT.email, number)
    server.advance(LIMITS.registrationCodeHours * HOUR)
    const again = await logInAs(server, OTHER)
    expect(await confirm(again, code)).toMatchObject({ code: 'code_wrong', extra: { triesLeft: 4 } })
    expect(await numbers(again)).toEqual([])
  })

  it.each([
    [
      'many accounts tried the number',
      async () => {
        for (const who of ['a1@example.com', 'a2@example.com', 'a3@example.com'])
          await send(await logInAs(server, who), photo, { idName: `WRONG ${who[1]}` })
      },
      {},
    ],
    ['a fact differs', async () => undefined, { birthDate: '2004-05-28' }],
  ])('is every code where %s: none was sent', async (_, before: () => Promise<void>, over: Facts) => {
    await issued(server)
    await before()
    const client = await waiting(OTHER, over)
    expect(await codeRows()).toEqual([])
    expect(refusal(await confirm(client, '123456'))).toBe('code_wrong')
  })

  it('needs a login and six digits', async () => {
    const client = server.client()
    expect((await client.request(confirmRegistration, { code: '123456' })).ok).toBe(false)
    expect(client.seen).toEqual([5000])
    expect(await confirm(await waiting(), '12345')).toMatchObject({ code: 'invalid', fields: { code: 'code_format' } })
  })
})
