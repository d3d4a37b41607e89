/** Health answers that are changed after the insurer accepted them, and answers of a person whom another one replaced. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeopleDraft } from '../../src/features/orders/rules/check-person-fields.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { ANSWERS, answersOf } from '../../src/features/orders/server/draft/load-open-order.ts'
import { getOrder, orderText, salesLog, withdrawSensitive } from '../../src/features/orders/contract.ts'
import { commandOutput } from './operator-commands.ts'
import { Buyer, FOR_CHILD, idOf, messages, ok, person, SELF } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ASTHMA = { q3: 'Asthma, since 2019, inhaler, well now' }
const operator = async (...argv: string[]): Promise<string> =>
  (await commandOutput(server.deps, orderCommands, ['orders', 'review', ...argv])).said
const pass = async (buyer: Buyer): Promise<void> => {
  await operator('pass', buyer.view.id, '--by', 'chen', '--why', 'Well controlled')
  buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
}
async function accepted(birthDate: string): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.fillIn({ ...SELF, policyholder: person(birthDate) }, ASTHMA)
  expect(buyer.view.needsReview).toBe(true)
  await buyer.submit()
  expect(buyer.view.needsReview).toBe(false)
  await pass(buyer)
  expect(buyer.view).toMatchObject({ open: 'check', review: { status: 'passed' }, needsReview: false })
  return buyer
}

test('a sent application shows every question that it answered, also when its plan asks fewer by now', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(undefined, ASTHMA)
  const asked = buyer.view.questions
  await buyer.submit()
  const { id } = buyer.view
  const { deps } = server
  await deps.write(async (trx) => {
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const answers = answersOf(deps, row)
    // As an upgrade leaves it: today's plan of this name asks four questions.
    const upgraded = deps.seal.seal(ANSWERS, { ...answers, trip: { ...answers.trip, plan: 'short-camp' } })
    await trx.updateTable('orders').set({ answers: upgraded }).where('id', '=', id).execute()
  })
  const view = ok(await buyer.client.request(getOrder, { id }))
  expect(asked.length).toBeGreaterThan(4)
  expect(view.questions).toEqual(asked)
  const text = ok(await buyer.client.request(orderText, { id, page: 'health' }))
  expect(text.questions.map((it) => it.id)).toEqual(asked)
})

test('acceptance says, on the page and in the mail, that what was declared stays excluded', async () => {
  const buyer = await accepted('2000-05-09')
  expect(buyer.view.review?.declared).toMatch(/you declared is still excluded \(clause 5\.2\)/)
  await server.drain()
  const [mail] = (await messages(server)).filter(({ subject }) => /accepted order/.test(subject))
  expect(mail?.text).toContain(buyer.view.review?.declared)
})

describe('after the insurer accepted the answers', () => {
  test.each([
    ['another yes', '2000-05-01', { ...ASTHMA, q1: 'Appendix, 2025' }],
    ['a no instead of the yes', '2000-05-02', {}],
    ['other words for the yes', '2000-05-03', { q3: 'Asthma, in hospital last week' }],
  ])('%s is kept and reviewed again', async (_, birthDate, yes: Record<string, string>) => {
    const buyer = await accepted(birthDate)
    const { id } = buyer.view
    await buyer.answer(yes)
    expect(buyer.view.answers.health.details).toEqual(yes)
    expect(buyer.view).toMatchObject({
      status: 'created',
      open: 'check',
      needsReview: true,
      review: { status: 'passed', why: null },
    })
    expect(await buyer.submit()).toMatchObject({ status: 'under_review', review: { status: 'waiting' } })
    const { entries } = ok(await buyer.client.request(salesLog, { id }))
    expect(entries.at(-1)).toMatchObject({ kind: 'under_review', data: { acceptedAt: expect.any(Number) as number } })
    expect(await operator('list')).toMatch(new RegExp(`${id}  global-study standard .*changed after it was accepted`))
    const shown = await operator('show', id, '--by', 'chen', '--why', 'my case')
    expect(shown).toContain('changed after it was accepted on')
    expect(shown).toContain('answered yes then: q3')
    for (const [question, detail] of Object.entries(yes)) expect(shown).toContain(`${question}: ${detail}`)
    await pass(buyer)
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })

  test('a first review says nothing of an earlier one', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-05-04') }, ASTHMA)
    await buyer.submit()
    expect(await operator('list')).toContain(buyer.view.id)
    expect(await operator('show', buyer.view.id, '--by', 'chen', '--why', 'my case')).not.toContain('accepted')
    expect(ok(await buyer.client.request(salesLog, { id: buyer.view.id })).entries.at(-1)?.data).toEqual({})
  })

  test('answers that are given as they were accepted need no other review', async () => {
    const buyer = await accepted('2000-05-05')
    await buyer.answer({})
    await buyer.answer(ASTHMA)
    expect(buyer.view.needsReview).toBe(false)
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })

  test('nor does a number typed with other spaces', async () => {
    const buyer = await accepted('2000-05-08')
    const { people } = buyer.view.answers
    await buyer.save({
      people: {
        ...people,
        policyholder: { ...people.policyholder, idNumber: people.policyholder.idNumber.replace(/^(.{6})/, '$1 ') },
      },
    })
    expect(buyer.view).toMatchObject({ needsReview: false, personReplaced: false })
    await buyer.read('health')
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })

  test('deleting them with the consent and answering no is a change too', async () => {
    const buyer = await accepted('2000-05-06')
    const { people } = buyer.view.answers
    buyer.order = ok(await buyer.client.request(withdrawSensitive, buyer.at))
    await buyer.save({ people })
    await buyer.answer({})
    expect((await buyer.submit()).status).toBe('under_review')
    await server.drain()
    expect((await messages(server))[0]?.text).not.toContain('yes')
  })
})

describe('when another person is insured', () => {
  const TWIN = person('2004-08-20', { idName: '林晓', idNumber: idOf('2004-08-20', 'female', 91) })
  const filled = async (people: PeopleDraft = SELF): Promise<Buyer> => {
    const buyer = new Buyer(server)
    await buyer.fillIn(people, ASTHMA)
    return buyer
  }

  test('the former person’s answers are deleted, and the health page says why until it is confirmed', async () => {
    const buyer = await filled()
    expect(buyer.view.personReplaced).toBe(false)
    await buyer.save({ people: { ...SELF, policyholder: TWIN } })
    expect(buyer.view).toMatchObject({
      open: 'health',
      personReplaced: true,
      answers: { health: { answers: {}, details: {} } },
    })
    await buyer.save({
      people: { ...SELF, policyholder: { ...TWIN, institution: 'Another University' } },
      health: { answers: { q1: 'no' }, details: {} },
    })
    expect(buyer.view).toMatchObject({ personReplaced: true, answers: { health: { answers: { q1: 'no' } } } })
    await buyer.answer()
    expect(buyer.view).toMatchObject({ open: 'check', personReplaced: false })
  })

  test('answers that are saved with the other person are of the former one', async () => {
    const buyer = await filled()
    await buyer.save({ people: { ...SELF, policyholder: TWIN }, health: buyer.view.answers.health })
    expect(buyer.view.answers.health).toEqual({ answers: {}, details: {} })
  })

  test('also by another relationship', async () => {
    const buyer = await filled()
    await buyer.save({ people: { ...FOR_CHILD(TWIN), policyholder: SELF.policyholder } })
    expect(buyer.view.answers.health.answers).toEqual({})
  })

  test.each([
    ['a contact, a school', {}, { institution: 'Another University', email: 'new@example.com' }],
    ['a name with the same number', {}, { idName: '林小' }],
    ['spaces and case of the number', { idType: 'passport', idNumber: 'ej1234567' }, { idNumber: 'EJ 1234567' }],
    [
      'spaces and case of the name, without a number',
      { idType: 'passport', idNumber: '', idName: 'lin xiao' },
      { idName: 'LIN  XIAO' },
    ],
    ['the number, given for the first time', { idType: 'passport', idNumber: '' }, { idNumber: 'EJ1234567' }],
  ] as const)('another person is not meant by %s', async (_, was, is) => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, ...was } } })
    await buyer.save({ health: { answers: { q1: 'no' }, details: {} } })
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, ...was, ...is } } })
    expect(buyer.view).toMatchObject({ personReplaced: false, answers: { health: { answers: { q1: 'no' } } } })
  })

  test.each([
    ['digits of the number', { idType: 'passport', idNumber: 'EJ1234567' }, { idNumber: 'EJ1234568' }],
    ['the number, taken out to give another', { idType: 'passport', idNumber: 'EJ1234567' }, { idNumber: '' }],
    ['a name without a number', { idType: 'passport', idNumber: '', idName: 'LIN XIAO' }, { idName: 'LIN DA' }],
    ['a date of birth without a number', { idType: 'passport', idNumber: '' }, { birthDate: '2004-08-21' }],
  ] as const)('it is meant by %s', async (_, was, is) => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, ...was } } })
    await buyer.save({ health: { answers: { q1: 'no' }, details: {} } })
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, ...was, ...is } } })
    expect(buyer.view).toMatchObject({ personReplaced: true, answers: { health: { answers: {} } } })
  })

  test('accepted for one person, an application for another is reviewed again', async () => {
    const buyer = await accepted('2000-05-07')
    await buyer.save({
      people: { ...SELF, policyholder: person('2000-05-07', { idNumber: idOf('2000-05-07', 'female', 92) }) },
    })
    expect(buyer.view).toMatchObject({ needsReview: true, personReplaced: true, open: 'health' })
    await buyer.answer({})
    expect((await buyer.submit()).status).toBe('under_review')
  })
})
