/**
 * A store in which much has happened: a person with something of everything, a claimant, a stranger who waits, a
 * school, a partner, operators. Everything is done by the real calls and commands. Run at the commit 4e2c153d it made
 * tests/fixtures/store-4e2c153d.json.gz.
 */
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { putContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { requestExport, chooseNotice } from '../../src/features/account/contract.ts'
import { payCreate, payLink } from '../../src/features/cashier/contract.ts'
import { listChanges, previewChange } from '../../src/features/changes/contract.ts'
import { withdrawClaim } from '../../src/features/claims/contract.ts'
import { submitRegistration } from '../../src/features/credentials/contract.ts'
import { sendFeedback } from '../../src/features/info/contract.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { extendPolicy, extensionOffer, extensionQuote } from '../../src/features/policies/extension-calls.ts'
import { me } from '../../src/features/session/contract.ts'
import { endOfMonths } from '../../src/lib/days/dates.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import { payFor } from '../../src/programs/demo/pay-order.ts'
import { seedDemo } from '../../src/programs/demo/seed-demo.ts'
import { operatorCommands } from '../../src/server/operator/operator-commands.ts'
import { approvedClaim, BankDesk } from '../api/bank-fixtures.ts'
import { changesDesk, fileOf, submitTo, sumOf } from '../api/change-desk.ts'
import { Claimant, EMAIL, photoBytes } from '../api/claims-fixtures.ts'
import { paidPolicy } from '../api/insured-policy.ts'
import { logInAs } from '../api/logged-in-user.ts'
import { successfulOutput } from '../api/operator-commands.ts'
import { Buyer, ok, SELF, TRIP } from '../api/orders-fixtures.ts'
import { openLink, partnerLink, partnerOf, PARTNER_PAYLOAD } from '../api/partner-fixtures.ts'
import type { Client, TestServer } from '../api/start-server.ts'

const DAY = 86_400_000

/** The person of the demo, who has most of it. */
export const PERSON = STUDENT.email
export const FRIEND = 'friend@example.com'
/** Who applied without a login and has not paid. */
export const STRANGER = 'zhou.stranger@example.com'
export const ENDED_MOBILE = '13900139777'

export interface Filled {
  /** Policies of the person: one whose next term was paid, one whose change was paid, one whose change awaits money. */
  extended: string
  endorsed: string
  awaitingChange: string
  /** A next term of the endorsed policy that awaits money. */
  awaitingTerm: string
  /** A claim of the claimant that was sent, and one that was withdrawn with a reason. */
  sent: string
  withdrawn: string
  /** An order without a login that awaits payment, and the device that it belongs to. */
  unpaid: string
  device: readonly (readonly [key: string, value: string])[]
  /** The bank's batch that was written and not answered. */
  batch: string
  operatorKey: string
}

/** Begins at the server's clock, and takes its three weeks. */
export async function fillStore(server: TestServer): Promise<Filled> {
  const operatorKey = await operators(server)
  const claimant = await Claimant.insured(server)
  const policies = []
  for (let i = 0; i < 3; i++) policies.push(await paidPolicy(server))
  const [extended = '', endorsed = '', awaitingChange = ''] = policies
  server.advance(20 * DAY)
  await server.drain()
  await seedDemo(server.deps)
  if (server.logs().includes('demo account incomplete')) throw new Error(server.logs())
  const person = await logInAs(server, PERSON)
  await pay(server, person, 'extension', await extend(person, extended))
  await endorse(server, person, endorsed, true)
  await endorse(server, person, awaitingChange, false)
  const claims = await claimsOf(server, claimant)
  await friend(server)
  const nextTerm = { ...PARTNER_PAYLOAD, start: '2026-04-10', end: '2027-04-09' }
  await openLink(server, await partnerLink(server, await partnerOf(server), nextTerm))
  const batch = await bank(server)
  const awaitingTerm = await extend(await logInAs(server, PERSON), endorsed)
  // What follows stays: the last jobs wait.
  return {
    extended,
    endorsed,
    awaitingChange,
    awaitingTerm,
    ...claims,
    batch,
    operatorKey,
    ...(await stranger(server)),
  }
}

/** As on a server that is not a sandbox: with keys. */
async function operators(server: TestServer): Promise<string> {
  const deps = { ...server.deps, config: { ...server.deps.config, mode: 'production' as const } }
  const run = (key: string | undefined, ...words: string[]) =>
    successfulOutput(deps, operatorCommands, ['operator', ...words, '--why', 'new colleague'], key)
  const chief = await run(undefined, 'add', 'chen', '--roles', 'security', '--name', 'Chen Yi')
  return run(chief, 'add', 'gao', '--roles', 'claims,finance')
}

async function pay(server: TestServer, client: Client, kind: string, id: string): Promise<void> {
  const { id: userId } = ok(await client.request(me, {})).user
  await payFor(
    callAs(server.deps, orderRoutes, { userId, lang: 'cn', at: server.deps.clock() }),
    { kind, id },
    `fill-${kind}-${id}`,
  )
  await server.drain()
}

/** Asks for six months more; returns what is to be paid. */
async function extend(client: Client, policy: string): Promise<string> {
  const { offer } = ok(await client.request(extensionOffer, { id: policy }))
  if (!offer) throw new Error('no next term is offered')
  const ends = endOfMonths(offer.from, 6)
  const { premium } = ok(await client.request(extensionQuote, { id: policy, ends }))
  const answers = Object.fromEntries(offer.health.questions.map(({ id }) => [id, 'no' as const]))
  const { pay: to } = ok(
    await client.request(extendPolicy, {
      id: policy,
      ends,
      premium: premium.amount,
      sha256: offer.health.sha256,
      answers,
      sensitive: true,
    }),
  )
  return to.split('.')[1] ?? ''
}

/** A date of birth that makes the premium higher. */
async function endorse(server: TestServer, client: Client, policy: string, paid: boolean): Promise<void> {
  const input = { policy, who: 'insured', item: 'birth_date', value: '1998-05-27' } as const
  const { difference } = ok(await client.request(previewChange, input))
  const { id } = ok(await submitTo(client, { ...input, difference: difference?.amount ?? 0 }))
  await server.check()
  const { code, said } = await changesDesk(server, 'approve', id)
  if (code !== 0) throw new Error(said)
  await server.drain()
  if (paid) await pay(server, client, 'endorsement', id)
  const change = ok(await client.request(listChanges, {})).changes.find((it) => it.id === id)
  if (!change) throw new Error('the change is not listed')
}

/** One claim is sent, one withdrawn with a reason, one stays a draft; a contact ends, and a copy of the data is made. */
async function claimsOf(server: TestServer, claimant: Claimant): Promise<Pick<Filled, 'sent' | 'withdrawn'>> {
  const { client } = claimant
  await logInAs(server, EMAIL, client)
  const { id: sent } = await claimant.send()
  await server.check()
  claimant.view = undefined
  const { id: withdrawn } = await claimant.send()
  const { version } = await server.deps.db
    .selectFrom('claims')
    .select('version')
    .where('id', '=', withdrawn)
    .executeTakeFirstOrThrow()
  ok(await client.request(withdrawClaim, { id: withdrawn, version, why: 'My school pays for it.' }))
  claimant.view = undefined
  await claimant.start()
  await claimant.upload('id_copy')
  const { id: user } = ok(await client.request(me, {})).user
  for (const number of [ENDED_MOBILE, '13900139778']) {
    const by = { by: 'operator:gao', lang: 'en' as const }
    await server.deps.write((trx) => putContact(server.deps, trx, user, number, by))
    server.advance(DAY)
    await server.drain()
  }
  await logInAs(server, EMAIL, client)
  ok(await client.request(requestExport, {}))
  ok(await client.request(chooseNotice, { kind: 'claims', way: 'email' }))
  await server.drain()
  return { sent, withdrawn }
}

/** Shows who they are: what others bought for them may be seen. */
async function friend(server: TestServer): Promise<void> {
  const client = await logInAs(server, FRIEND)
  const bytes = await photoBytes()
  const { idType, idName, idNumber, gender, birthDate } = STUDENT
  const facts = {
    idType,
    idName,
    idNumber,
    gender,
    birthDate,
    agreed: true,
    sha256: sumOf(bytes),
    key: 'registration-of-fill',
  }
  ok(await client.request(submitRegistration, facts, { files: { photo: fileOf(bytes).files.file } }))
  await server.check()
  ok(
    await client.request(sendFeedback, {
      kind: 'faq',
      slug: 'ambulance-bill',
      helpful: false,
      reason: 'unclear',
      text: 'Which bill?',
    }),
  )
}

/** A batch of two payments that the bank has, and has not answered. */
async function bank(server: TestServer): Promise<string> {
  for (const amount of [12_000, 34_500]) await approvedClaim(server.deps, amount)
  const desk = new BankDesk(server)
  const number = await desk.collect()
  await desk.done('li', 'bank', 'release', number)
  await desk.export(number)
  desk.close()
  return number
}

/** Applies without a login; somebody else may pay by a link, and a payment was begun. */
async function stranger(server: TestServer): Promise<Pick<Filled, 'unpaid' | 'device'>> {
  const buyer = new Buyer(server)
  await buyer.create({ ...TRIP, start: '2026-05-10', end: '2027-05-09' }, 'order-of-a-stranger')
  await buyer.readFirst()
  await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, email: STRANGER } } })
  await buyer.answer()
  const { id } = await buyer.submit(true)
  ok(await buyer.client.request(payLink, { order: id }))
  ok(await buyer.client.request(payCreate, { order: id, method: 'wechat', key: 'key-of-a-stranger-1' }))
  const device = Object.values(KEYS).flatMap((key): [string, string][] => {
    const value = buyer.client.store.getItem(key)
    return value === null ? [] : [[key, value]]
  })
  return { unpaid: id, device }
}
