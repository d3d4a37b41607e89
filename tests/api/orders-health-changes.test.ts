/** Health answers that are changed after the insurer accepted them, and answers of a person whom another one replaced. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderCommands } from '../../src/features/orders/order-commands.server.ts'
import { getOrder, salesLog, withdrawSensitive } from '../../src/features/orders/contract.ts'
import { commandOutput } from './operator-commands.ts'
import { Buyer, ok, person, SELF } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())

const ASTHMA = { q3: 'Asthma, since 2019, inhaler, well now' }
const operator = async (...argv: string[]): Promise<string> => (await commandOutput(server.deps, orderCommands, ['orders', 'review', ...argv])).said
const pass = async (buyer: Buyer): Promise<void> => {
  await operator('pass', buyer.view.id, '--by', 'chen', '--why', 'Well controlled')
  buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
}
async function accepted(birthDate: string): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.fill({ ...SELF, policyholder: person(birthDate) }, ASTHMA)
  expect(buyer.view.needsReview).toBe(true)
  await buyer.submit()
  expect(buyer.view.needsReview).toBe(false)
  await pass(buyer)
  expect(buyer.view).toMatchObject({ open: 'check', review: { status: 'passed' }, needsReview: false })
  return buyer
}

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
    expect(buyer.view).toMatchObject({ status: 'created', open: 'check', needsReview: true, review: { status: 'passed', why: null } })
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
    await buyer.fill({ ...SELF, policyholder: person('2000-05-04') }, ASTHMA)
    await buyer.submit()
    expect(await operator('list')).toContain(buyer.view.id)
    expect(await operator('show', buyer.view.id, '--by', 'chen', '--why', 'my case')).not.toContain('accepted')
    expect((ok(await buyer.client.request(salesLog, { id: buyer.view.id }))).entries.at(-1)?.data).toEqual({})
  })

  test('answers that are given as they were accepted need no other review', async () => {
    const buyer = await accepted('2000-05-05')
    await buyer.answer({})
    await buyer.answer(ASTHMA)
    expect(buyer.view.needsReview).toBe(false)
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })

  test('deleting them with the consent and answering no is a change too', async () => {
    const buyer = await accepted('2000-05-06')
    const { people } = buyer.view.answers
    buyer.order = ok(await buyer.client.request(withdrawSensitive, buyer.at))
    await buyer.save({ people })
    await buyer.answer({})
    expect((await buyer.submit()).status).toBe('under_review')
  })
})
