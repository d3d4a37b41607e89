/** Change requests: what may be requested and by whom, one at a time, decided once, and the effect on the policy. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '../../src/lib/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { attachToChange, listChanges, submitChange, withdrawChange } from '../../src/features/changes/contract.ts'
import { purgeFiles } from '../../src/features/changes/server/purge-change-files.ts'
import { purgePolicies } from '../../src/features/policies/server/purge-policies.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { changesDesk, fileOf, proof, submitTo, sumOf } from './change-desk.ts'
import { jpeg } from './hostile-files.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { insuredPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const OTHER = 'someone.else@example.com'
let server: TestServer
let owner: Client
let policy: string
let photo: Buffer

beforeEach(async () => {
  ;({ server, given: policy } = await insuredPolicyServer())
  photo = await proof()
  owner = await logInAs(server, INSURED)
})
afterEach(() => server.close())

const submit = (client: Client, over: Partial<Input<typeof submitChange>> = {}) => submitTo(client, { policy, ...over })
const record = async (client: Client = owner) => ok(await client.request(listChanges, {})).changes
const people = async () =>
  openPeople(
    server.deps.seal,
    (await server.deps.db.selectFrom('policies').select('people').where('id', '=', policy).executeTakeFirstOrThrow())
      .people,
  )
const sent = async (over: Partial<Input<typeof submitChange>> = {}): Promise<string> => {
  const { id } = ok(await submit(owner, over))
  await server.check()
  return id
}

const desk = (...words: string[]) => changesDesk(server, ...words)

describe('an approved request', () => {
  it.each([
    { item: 'email', value: 'New.Address@Example.com', field: 'email', after: 'new.address@example.com' },
    { item: 'mobile', value: '138 0000 9999', field: 'mobile', after: '13800009999' },
    { item: 'name', value: 'lin xiaoyu', field: 'idName', after: 'LIN XIAOYU' },
    { item: 'id_number', value: 'e99999999', field: 'idNumber', after: 'E99999999' },
    { item: 'gender', value: 'male', field: 'gender', after: 'male' },
    { item: 'birth_date', value: '2004-08-21', field: 'birthDate', after: '2004-08-21' },
  ] as const)('changes the $item in a new version with documents of its own', async ({ item, value, field, after }) => {
    const id = await sent({ item, value })
    expect((await desk('list')).said).toContain('1 waiting')
    expect((await desk('show', id)).said).toContain(after)
    expect(await desk('approve', id)).toMatchObject({ code: 0 })
    await server.drain()
    expect((await people()).insured[field]).toBe(after)
    // Bought for oneself: buyer and insured are the same person.
    expect((await people()).policyholder[field]).toBe(after)
    expect(await record()).toMatchObject([{ status: 'approved', item, who: null, decidedAt: expect.any(Number) }])
    const drawn = await server.deps.db
      .selectFrom('policy_documents')
      .select(['file_id'])
      .where('policy_id', '=', policy)
      .where('version_number', '=', 2)
      .execute()
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.every((it) => it.file_id !== null)).toBe(true)
  })

  it('also notifies the address that was replaced', async () => {
    const id = await sent()
    await desk('approve', id)
    await server.drain()
    const told = await server.deps.db.selectFrom('messages').select(['to', 'subject']).execute()
    expect(told.filter(({ subject }) => /已变更|has been changed/.test(subject ?? '')).map(({ to }) => to)).toContain(
      INSURED,
    )
  })
})

describe('who may ask, and for what', () => {
  it('only the buyer may; others cannot tell that the policy exists', async () => {
    const id = await sent()
    const other = await logInAs(server, OTHER)
    expect(refusal(await submit(other))).toBe('not_found')
    expect(refusal(await other.request(withdrawChange, { id }))).toBe('not_found')
    expect(refusal(await other.request(attachToChange, { id, sha256: sumOf(photo) }, fileOf(photo)))).toBe('not_found')
    expect(await record(other)).toEqual([])
  })

  it.each([
    { item: 'email', value: 'nobody', code: 'email_format' },
    { item: 'mobile', value: '12', code: 'phone_format' },
    { item: 'id_number', value: '1', code: 'passport_format' },
    { item: 'birth_date', value: '2004-13-40', code: 'date_format' },
    { item: 'gender', value: 'neither', code: 'gender_required' },
    { item: 'gender', value: 'female', code: 'unchanged' },
  ] as const)('refuses $item $value: $code', async ({ item, value, code }) => {
    const reply = await submit(owner, { item, value })
    expect(reply.ok ? {} : reply.fields).toEqual({ value: code })
    expect(await record()).toEqual([])
  })

  it('masks what the record shows', async () => {
    await sent({ item: 'id_number', value: 'E99999999' })
    const [row] = await record()
    expect(JSON.stringify(row)).not.toContain('E99999999')
  })
})

it('nothing is taken without the consent to the use of ID data', async () => {
  expect(await submit(owner, { sensitive: false })).toMatchObject({
    code: 'invalid',
    fields: { sensitive: 'consent_required' },
  })
  expect(await server.deps.db.selectFrom('policy_changes').selectAll().execute()).toEqual([])
})

describe('one request at a time', () => {
  it('the same sent again is the same request', async () => {
    const [a, b] = await Promise.all([submit(owner, { key: 'the-same-key' }), submit(owner, { key: 'the-same-key' })])
    expect(ok(a)).toEqual(ok(b))
    expect(await record()).toHaveLength(1)
  })

  it('another one of the same policy waits for the first, also when both are sent at once', async () => {
    const both = await Promise.all([submit(owner), submit(owner, { item: 'gender', value: 'male' })])
    expect(both.filter((it) => it.ok)).toHaveLength(1)
    expect(refusal(await submit(owner))).toBe('one_open')
    // The database enforces it, whatever the code does.
    const row = await server.deps.db.selectFrom('policy_changes').selectAll().executeTakeFirstOrThrow()
    await expect(
      server.deps.write((trx) =>
        trx
          .insertInto('policy_changes')
          .values({ ...row, id: 'other', submission_key: 'other-key' })
          .execute(),
      ),
    ).rejects.toThrow(/unique/i)
  })

  it('is withdrawn or approved, never both', async () => {
    const id = await sent()
    const [taken, decided] = await Promise.all([owner.request(withdrawChange, { id }), desk('approve', id)])
    expect([taken.ok, decided.code === 0].filter(Boolean)).toHaveLength(1)
    const [row] = await record()
    expect((await people()).insured.email === 'new.address@example.com').toBe(row?.status === 'approved')
  })

  it('is refused with a reason that its sender reads, and may be sent again', async () => {
    const id = await sent()
    expect((await desk('reject', id, '--reason', 'document_unfit')).code).toBe(0)
    expect(await record()).toMatchObject([{ status: 'rejected', reason: 'document_unfit' }])
    expect(refusal(await owner.request(withdrawChange, { id }))).toBe('decided')
    expect((await submit(owner)).ok).toBe(true)
  })
})

describe('the photo of the document', () => {
  it('has to be checked before an approval, may be several files, and stores each once', async () => {
    const { id } = ok(await submit(owner))
    expect((await desk('approve', id)).said).toContain('files_waiting')
    const second = await jpeg(640, 480)
    const add = () => owner.request(attachToChange, { id, sha256: sumOf(second) }, fileOf(second))
    expect(ok(await add()).files).toBe(2)
    expect(ok(await add()).files).toBe(2)
    await server.check()
    expect((await desk('approve', id)).code).toBe(0)
    expect(refusal(await add())).toBe('decided')
  })

  it('is deleted after the decision, with values that changed nothing', async () => {
    const id = await sent()
    await owner.request(withdrawChange, { id })
    server.advance((LIMITS.changeFileDays + 1) * 24 * 3_600_000)
    await purgeFiles(server.deps)
    expect(await server.deps.db.selectFrom('files').select('id').where('owner', '=', `change:${id}`).execute()).toEqual(
      [],
    )
    expect(
      (await server.deps.db.selectFrom('policy_changes').select('facts').executeTakeFirstOrThrow()).facts,
    ).toBeNull()
  })
})

it('a decided request is deleted with its policy after the legal retention period', async () => {
  const id = await sent()
  await desk('reject', id, '--reason', 'document_unfit')
  server.advance((LIMITS.recordYearsLong + 3) * 366 * 24 * 3_600_000)
  await purgeFiles(server.deps)
  await purgePolicies.run(server.deps)
  expect(await server.deps.db.selectFrom('policies').select('id').execute()).toEqual([])
  expect(await server.deps.db.selectFrom('policy_changes').select('id').execute()).toEqual([])
})
