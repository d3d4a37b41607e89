/** Changes to one of several names or numbers of an insured person. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '../../src/lib/contract.ts'
import { maskIdNumber } from '../../src/lib/people/id-number.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { listChanges, submitChange } from '../../src/features/changes/contract.ts'
import { documentResources } from '../../src/features/policies/server/documents/document-resources.ts'
import { endorsementFacts } from '../../src/features/policies/server/documents/endorsement-facts.ts'
import { versionsOf } from '../../src/features/policies/server/versions/policy-versions.ts'
import { self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { changesDesk, submitTo } from './change-desk.ts'
import { INSURED, insuredPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { idOf, ok } from './orders-fixtures.ts'
import { insuredPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

let server: TestServer
let owner: Client
let policy: string

beforeEach(async () => {
  ;({ server, given: policy } = await insuredPolicyServer())
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

describe('a name or number of an insured person who has several', () => {
  const CARD = idOf(STUDENT.birthDate, 'female')
  const person = {
    ...STUDENT,
    idType: 'resident_id',
    idName: '林晓',
    chineseName: '',
    passportName: 'Lin Xiao',
    idNumber: CARD,
    passportNumber: 'E11111111',
  } as const
  const other = idOf(STUDENT.birthDate, 'female', 91)
  beforeEach(async () => {
    policy = await insuredPolicy(server, { people: { ...self, policyholder: person } })
  })
  const rows = async (lang: Lang): Promise<string[]> => {
    const { number } = await server.deps.db
      .selectFrom('policies')
      .select('number')
      .where('id', '=', policy)
      .executeTakeFirstOrThrow()
    const [before, now] = (await versionsOf(server.deps.db, policy))
      .slice(-2)
      .map((version) => ({ version, people: openPeople(server.deps.seal, version.people) }))
    if (!before || !now) throw new Error('two versions expected')
    return endorsementFacts(number, before, now, {
      lang,
      words: server.deps.words,
      fonts: documentResources(server.deps).fonts,
    }).changed.map(({ label, value, note }) => `${label}: ${value}, ${note}`)
  }

  it('is asked for side by side, each with what the policy says', async () => {
    const { policies } = ok(await owner.request(listChanges, { policy }))
    expect(policies[0]?.people[0]?.sides).toEqual([
      { item: 'name', side: 'id', what: 'name', value: '林晓' },
      { item: 'name', side: 'passport', what: 'passport_name', value: 'LIN XIAO' },
      { item: 'id_number', side: 'id', what: 'id_number', value: maskIdNumber(CARD) },
      { item: 'id_number', side: 'passport', what: 'passport_number', value: maskIdNumber('E11111111') },
    ])
    // Bought with a passport: one number, and the Chinese name beside it.
    expect(policies[1]?.people[0]?.sides.map(({ item, side }) => `${item} ${side}`)).toEqual([
      'name id',
      'name chinese',
    ])
  })

  it.each([
    {
      item: 'name',
      side: 'passport',
      value: 'lin xiaoyu',
      what: 'passport_name',
      now: { passportName: 'LIN XIAOYU' },
      row: '护照姓名: LIN XIAOYU, 批改前：LIN XIAO',
    },
    {
      item: 'name',
      side: 'id',
      value: '林小',
      what: 'name',
      now: { idName: '林小', typedName: 'Lin Xiao' },
      row: '姓名: 林小, 批改前：林晓',
    },
    {
      item: 'id_number',
      side: 'passport',
      value: 'e2222 2222',
      what: 'passport_number',
      now: { passportNumber: 'E22222222' },
      row: '护照号码: E22222222, 批改前：E11111111',
    },
    {
      item: 'id_number',
      side: 'id',
      value: other,
      what: 'id_number',
      now: { idNumber: other },
      row: `证件号码: 居民身份证 ${other}, 批改前：居民身份证 ${CARD}`,
    },
  ] as const)(
    'changes the $side $item and nothing else, with its row in the endorsement',
    async ({ item, side, value, what, now, row }) => {
      const before = (await people()).insured
      const id = await sent({ item, side, value })
      expect((await desk('list')).said).toContain(`${id}  ${what} `)
      expect((await desk('show', id)).said).toContain(`${what} of the`)
      expect(await desk('approve', id)).toMatchObject({ code: 0 })
      await server.drain()
      const after = (await people()).insured
      expect(after).toMatchObject(now)
      const kept = Object.keys(before).filter(
        (field) => !(field in now) && field !== 'typedName',
      ) as (keyof typeof before)[]
      expect(kept.map((field) => [field, after[field]])).toEqual(kept.map((field) => [field, before[field]]))
      expect(await record()).toMatchObject([{ status: 'approved', item, what }])
      expect(await rows('cn')).toEqual([row])
      const told = await server.deps.db
        .selectFrom('messages')
        .select('text')
        .where('subject', 'like', '%has been changed%')
        .execute()
      expect(told.some(({ text }) => text.includes(server.deps.words('en', `messages:change_items.${what}`)))).toBe(
        true,
      )
    },
  )

  it.each([
    { item: 'name', side: 'passport', value: '林晓', code: 'name_passport' },
    { item: 'name', side: 'passport', value: 'LIN XIAO', code: 'unchanged' },
    { item: 'name', side: 'chinese', value: '林小', code: 'side_unfit' },
    { item: 'name', side: 'id', value: 'LIN XIAO', code: 'name_chinese' },
    { item: 'id_number', side: 'passport', value: CARD, code: 'passport_format' },
    { item: 'id_number', side: 'passport', value: 'e11111111', code: 'unchanged' },
    { item: 'id_number', side: 'chinese', value: 'E22222222', code: 'side_unfit' },
    { item: 'gender', side: 'passport', value: 'male', code: 'side_unfit' },
  ] as const)('refuses $side $item $value: $code', async ({ item, side, value, code }) => {
    const reply = await submit(owner, { item, side, value })
    expect(reply.ok ? {} : reply.fields).toEqual({ value: code })
  })

  it('one beside a passport is the Chinese name', async () => {
    policy = await insuredPolicy(server)
    const { idName } = (await people()).insured
    const id = await sent({ item: 'name', side: 'chinese', value: '林小' })
    expect(await desk('approve', id)).toMatchObject({ code: 0 })
    await server.drain()
    expect((await people()).insured).toMatchObject({ idName, chineseName: '林小' })
    expect(await rows('en')).toEqual([`Chinese name: 林小, before: ${STUDENT.chineseName}`])
  })
})
