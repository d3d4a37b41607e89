/** Issuing a policy: once, whatever happens meanwhile, or not at all with the money back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endOfMonths } from '../../src/lib/days/dates.ts'
import { answersSchema } from '../../src/features/orders/contract.ts'
import { ANSWERS } from '../../src/features/orders/server/draft/load-open-order.ts'
import { CODED_KINDS, getPolicy, listPolicies } from '../../src/features/policies/contract.ts'
import { ISSUE_ATTEMPTS } from '../../src/features/orders/server/issue-job.ts'
import { issueHandler } from '../../src/features/policies/server/issue-policy.ts'
import { RARE_NAME } from '../../src/programs/demo/demo-people.ts'
import { data, PolicyBench } from './policy-bench.ts'

let bench: PolicyBench
beforeEach(async () => {
  bench = await PolicyBench.ready()
})
afterEach(() => bench.server.close())

describe('issuing', () => {
  it('makes no waiver letter for a plan that is not of the United States, and the mail names what is there', async () => {
    const start = bench.start()
    const id = await bench.issued({
      trip: { plan: 'uk-plus', tier: 'plus', start, end: endOfMonths(start, 6), destination: 'uk', arrived: false },
    })
    expect([...new Set((await bench.codes(id)).map(({ kind }) => kind))].sort()).toEqual(
      CODED_KINDS.filter((kind) => kind !== 'waiver_letter').sort(),
    )
    const view = await data((await bench.signIn()).request(getPolicy, { id }))
    expect(view.schoolForms).toEqual([])
    const mail = await bench.server.deps.db
      .selectFrom('messages')
      .select('text')
      .where('subject', 'like', '%已出单%')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('附件为保险单、保险证明、签证保险证明和保险卡，中英文各一份')
  })

  it('makes one policy with ten documents, and mails them to the buyer once', async () => {
    const orderId = await bench.paid()
    await bench.server.drain()
    const order = await bench.server.deps.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order.status).toBe('issued')
    const documents = await bench.codes(order.policy_id ?? '')
    expect(documents.map((it) => `${it.kind} ${it.lang}`).sort()).toEqual(
      CODED_KINDS.flatMap((kind) => [`${kind} cn`, `${kind} en`]).sort(),
    )
    expect(new Set(documents.map((it) => it.verify_code)).size).toBe(10)
    const mails = await bench.server.deps.db
      .selectFrom('messages')
      .selectAll()
      .where('subject', 'like', '%已出单%')
      .execute()
    expect(mails).toHaveLength(1)
    const attached = JSON.parse(mails[0]?.attachments ?? '[]') as { id: string; name: string }[]
    expect(
      attached.map((it) => documents.find(({ file_id }) => file_id === it.id)).map((it) => `${it?.kind} ${it?.lang}`),
    ).toEqual([
      ...[...CODED_KINDS].sort().map((kind) => `${kind} cn`),
      ...[...CODED_KINDS].sort().map((kind) => `${kind} en`),
    ])
    expect(new Set(attached.map((it) => it.name)).size).toBe(10)
    expect(mails[0]?.text).toContain('保险单、保险证明、签证保险证明、学校保险豁免证明和保险卡，中英文各一份')
    const size = await bench.server.deps.db
      .selectFrom('files')
      .select((eb) => eb.fn.sum('size').as('bytes'))
      .where(
        'id',
        'in',
        attached.map((it) => it.id),
      )
      .executeTakeFirstOrThrow()
    // Mailboxes accept 10 MB at least; base64 adds a third.
    expect(Number(size.bytes)).toBeLessThan(5_000_000)
  })

  it('by two workers at once is done once, and neither fails', async () => {
    const orderId = await bench.paid()
    const run = () => issueHandler.run(bench.server.deps, { orderId }, { id: 'at once', attempt: 1 })
    await Promise.all([run(), run(), run()])
    const issuedAt = await bench.server.deps.db
      .selectFrom('events')
      .select('id')
      .where('entity', '=', 'policy')
      .where('to_status', '=', 'issued')
      .execute()
    expect(issuedAt).toHaveLength(1)
  })

  it('is one policy, however often and however much at once the job runs', async () => {
    const orderId = await bench.paid()
    const run = () => issueHandler.run(bench.server.deps, { orderId }, { id: 'again', attempt: 1 })
    await Promise.allSettled([run(), run(), run()])
    await bench.server.drain()
    await run()
    await bench.server.drain()
    const policies = await bench.server.deps.db
      .selectFrom('policies')
      .select('status')
      .where('order_id', '=', orderId)
      .execute()
    expect(policies).toEqual([{ status: 'issued' }])
    const files = await bench.server.deps.db
      .selectFrom('files')
      .select('id')
      .where('owner', 'like', 'policy:%')
      .execute()
    expect(files).toHaveLength(10)
    expect(
      await bench.server.deps.db.selectFrom('messages').select('id').where('subject', 'like', '%已出单%').execute(),
    ).toHaveLength(1)
  })

  it('continues where it was interrupted, with the same number and codes', async () => {
    const client = await bench.signIn()
    const orderId = await bench.paid()
    const { files } = bench.server.deps
    let left = 3
    const dying = {
      ...bench.server.deps,
      files: {
        ...files,
        put: (...args: Parameters<typeof files.put>) =>
          left-- > 0 ? files.put(...args) : Promise.reject(new Error('power cut')),
      },
    }
    await expect(issueHandler.run(dying, { orderId }, { id: 'x', attempt: 1 })).rejects.toThrow('power cut')
    const half = await bench.server.deps.db
      .selectFrom('policies')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(half.status).toBe('issuing')
    const before = await bench.codes(half.id)
    expect(before.filter((it) => it.file_id !== null)).toHaveLength(3)
    expect((await data(client.request(listPolicies, { tab: 'pending_activation' }))).policies).toEqual([])
    const whole = await bench.codes(half.id)
    expect(whole.map((it) => it.verify_code)).toEqual(before.map((it) => it.verify_code))
    await bench.server.drain()
    const now = await bench.server.deps.db
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', half.id)
      .executeTakeFirstOrThrow()
    expect([now.status, now.number]).toEqual(['issued', half.number])
  })

  it('fails at once on a name that no font can draw, and names the character to the operator', async () => {
    const orderId = await bench.paid({ people: RARE_NAME })
    // Only a font that was removed after the order was sent can cause this: otherwise the order is not sent.
    const { answers } = await bench.server.deps.db
      .selectFrom('orders')
      .select('answers')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const told = bench.server.deps.seal.open(ANSWERS, answersSchema, answers)
    const people = { ...told.people, policyholder: { ...told.people.policyholder, idName: '林𱐀' } }
    await bench.server.deps.write((trx) =>
      trx
        .updateTable('orders')
        .set({ answers: bench.server.deps.seal.seal(ANSWERS, { ...told, people }) })
        .where('id', '=', orderId)
        .execute(),
    )
    await bench.server.drain()
    const order = await bench.server.deps.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order.status).toMatch(/^(issue_failed|refunded)$/)
    const event = await bench.server.deps.db
      .selectFrom('events')
      .select('why')
      .where('entity', '=', 'order')
      .where('to_status', '=', 'issue_failed')
      .executeTakeFirstOrThrow()
    expect(event.why).toContain('U+31400')
    expect(
      await bench.server.deps.db.selectFrom('policies').select('status').where('order_id', '=', orderId).execute(),
    ).toEqual([{ status: 'void' }])
  })

  it('gives up after its attempts, and refunds the premium', async () => {
    const orderId = await bench.paid()
    const dying = {
      ...bench.server.deps,
      files: { ...bench.server.deps.files, put: () => Promise.reject(new Error('disk full')) },
    }
    for (let attempt = 1; attempt < ISSUE_ATTEMPTS; attempt++) {
      await expect(issueHandler.run(dying, { orderId }, { id: 'x', attempt })).rejects.toThrow('disk full')
    }
    await issueHandler.run(dying, { orderId }, { id: 'x', attempt: ISSUE_ATTEMPTS })
    const order = await bench.server.deps.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order.status).toBe('issue_failed')
  })
})
