/** The consents that a person gave: each listed, and withdrawn by itself (consent notice, PIPL art. 15). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenConsents, withdrawConsent } from '../../src/features/account/consent-calls.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { ANSWERS, Claimant, tick } from './claims-fixtures.ts'
import { signIn } from './login-by-code.ts'
import { successfulCommand } from './claims-handler.ts'
import { Buyer, ok } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const list = async (client: Client) => ok(await client.request(givenConsents, {})).consents
const named = async (client: Client, kind: string) => (await list(client)).find((it) => it.kind === kind)
async function withdraw(client: Client, kind: string) {
  return client.request(withdrawConsent, { id: (await named(client, kind))?.id ?? '' })
}

async function sent(): Promise<Buyer> {
  const buyer = new Buyer(server, await signIn(server))
  await buyer.fillIn()
  await buyer.submit()
  return buyer
}

test('an application lists its three consents; none is another person’s', async () => {
  const { client } = await sent()
  const consents = await list(client)
  expect(Object.fromEntries(consents.map(({ kind, effect }) => [kind, effect]))).toEqual({
    abroad: 'stops',
    insurer: 'ends',
    sensitive: 'ends',
  })
  expect(consents.every(({ withdrawnAt }) => withdrawnAt === null)).toBe(true)
  const stranger = await signIn(server, 'somebody@example.com')
  expect(await list(stranger)).toEqual([])
  const id = (await named(client, 'abroad'))?.id ?? ''
  expect(await stranger.request(withdrawConsent, { id })).toMatchObject({ ok: false, code: 'not_found' })
})

test('sending data abroad is withdrawn without touching the application, once', async () => {
  const buyer = await sent()
  const id = (await named(buyer.client, 'abroad'))?.id ?? ''
  expect((await withdraw(buyer.client, 'abroad')).ok).toBe(true)
  expect((await named(buyer.client, 'abroad'))?.withdrawnAt).toBe(server.deps.clock())
  expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
  expect(await buyer.client.request(withdrawConsent, { id })).toMatchObject({ ok: false, code: 'not_possible' })
})

test('without the consent to pass data to the insurer the application ends', async () => {
  const buyer = await sent()
  expect((await withdraw(buyer.client, 'insurer')).ok).toBe(true)
  expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('cancelled')
})

test('a claim goes on without asking the hospital abroad, and the handler is told so', async () => {
  const lin = await Claimant.insured(server)
  await lin.start()
  await lin.sign()
  await lin.save({ ...ANSWERS.outpatient, ...tick })
  for (const kind of ['id_copy', 'id_copy', 'invoice', 'medical_record', 'proof_of_account'] as const)
    await lin.upload(kind)
  const { caseNumber } = await lin.submit()
  const desk = successfulCommand(server)
  expect(await desk('wu', 'show', caseNumber)).toContain('hospital abroad  may be asked')
  expect((await named(lin.client, 'hospital'))?.about).toContain(caseNumber)
  expect((await withdraw(lin.client, 'hospital')).ok).toBe(true)
  expect(await desk('wu', 'show', caseNumber)).toContain('hospital abroad  must not be asked: consent withdrawn')
  expect((await withdraw(lin.client, 'claim')).ok).toBe(true)
  expect(await desk('wu', 'show', caseNumber)).toContain('cancelled')
})
