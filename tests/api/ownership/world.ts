/**
 * The people and records of the ownership table: an owner with a policy, orders and claims, and everybody who is not
 * the owner.
 */
import { randomBytes } from 'node:crypto'
import { KEYS } from '../../../src/app/storage/storage-keys.ts'
import { uniqueKey, writeToken } from '../../../src/app/storage/storage.ts'
import { getClaim, getDraft, startClaim, type ClaimView } from '../../../src/features/claims/contract.ts'
import { createOrder, type OrderView } from '../../../src/features/orders/contract.ts'
import { orderRoutes } from '../../../src/features/orders/server/routes.ts'
import { listPolicies } from '../../../src/features/policies/contract.ts'
import {
  createSession,
  findOrCreateUser,
  revokeSession,
  type NewSession,
} from '../../../src/features/session/server/sessions.ts'
import { newId } from '../../../src/server/new-id.ts'
import { callAs } from '../../../src/programs/demo/call-as.ts'
import { pay } from '../../../src/programs/demo/pay-order.ts'
import { EMAIL, TODAY, type Claimant } from '../claims-fixtures.ts'
import { successfulCommand } from '../claims-handler.ts'
import { insuredServer } from '../insured-server.ts'
import { Buyer, ok, SELF, TRIP } from '../orders-fixtures.ts'
import type { TestServer } from '../start-server.ts'

/** Headers of a call: everything by which the server may identify a caller. */
export type Credentials = Record<string, string>

export const CALLERS = [
  'nobody',
  'another device',
  'another user',
  'the same device after logout',
  'an expired session',
  'a session that was logged out',
  'a session narrowed to another claim',
  'a visit by a partner’s link',
  'the owner',
] as const
export type CallerName = (typeof CALLERS)[number]

const device = (): string => randomBytes(32).toString('hex')
const HOUR = 3_600_000

export class World {
  readonly server: TestServer
  /** The owner at a browser, for creating what a row needs. */
  readonly claimant: Claimant
  readonly ownerDevice: string
  policy = ''
  order = ''
  /** A draft of a claim that could be sent. */
  claim = ''
  /** Another draft of the owner's. */
  otherClaim = ''
  private made = 0
  ownerId = ''
  private strangerId = ''

  private constructor(server: TestServer, claimant: Claimant) {
    this.server = server
    this.claimant = claimant
    this.ownerDevice = uniqueKey(claimant.client.store)
  }

  static async begin(): Promise<World> {
    const { server, claimant } = await insuredServer()
    const world = new World(server, claimant)
    world.ownerId = await world.user(EMAIL)
    world.strangerId = await world.user('mallory@example.com')
    await world.signOwnerIn()
    await claimant.complete()
    world.claim = claimant.id
    world.otherClaim = await world.newClaim()
    world.policy = ok(await world.client.request(listPolicies, {})).policies[0]?.id ?? ''
    world.order = await world.paidOrder()
    return world
  }

  get client() {
    return this.claimant.client
  }

  /** A name that was not used yet, for keys. */
  key(): string {
    return `ownership-${String(++this.made).padStart(8, '0')}`
  }

  /** A claim draft for a row that changes or ends it. */
  async newClaim(): Promise<string> {
    return ok(
      await this.client.request(startClaim, {
        policy: this.policy || ((await this.claimant.policies())[0]?.id ?? ''),
        day: TODAY,
        key: this.key(),
        sensitive: true,
      }),
    ).id
  }

  versionOf = async (claim: string): Promise<number> => ok(await this.client.request(getDraft, { id: claim })).version

  /** An order draft for a row that changes or ends it. */
  newOrder = async (): Promise<OrderView> => ok(await this.client.request(createOrder, { trip: TRIP, key: this.key() }))

  /** An order that waits to be paid. */
  async submittedOrder(): Promise<OrderView> {
    const buyer = new Buyer(this.server, this.client)
    buyer.order = await this.newOrder()
    await buyer.fillIn({ ...SELF, policyholder: { ...SELF.policyholder, email: EMAIL } })
    return buyer.submit(true)
  }

  /** An order that was paid at the gateway, with its policy. */
  async paidOrder(): Promise<string> {
    const { id } = await this.submittedOrder()
    await pay(
      callAs(this.server.deps, orderRoutes, { userId: this.ownerId, lang: 'en', at: this.server.deps.clock() }),
      id,
    )
    await this.server.drain()
    return id
  }

  /** A claim that was sent, and the handler's commands on it: `['review']`, `['reject', …]`. */
  async sentClaim(...acts: readonly (readonly [verb: string, ...words: string[]])[]): Promise<ClaimView> {
    const { claimant, server } = this
    claimant.view = undefined
    const { id, caseNumber } = await claimant.send()
    for (const [verb, ...words] of acts) await successfulCommand(server)('wu', verb, caseNumber, ...words)
    return ok(await this.client.request(getClaim, { id }))
  }

  /** Texts that must be in nobody else's answer. A narrowed session is the owner's own, for another claim. */
  secretsFrom = (caller: CallerName): string[] => [
    this.policy,
    this.order,
    this.claim,
    ...(caller === 'a session narrowed to another claim' ? [] : [this.otherClaim, this.ownerId]),
  ]

  /** Gives the owner's browser a session again, whatever a row ended. */
  async signOwnerIn(): Promise<void> {
    const { store } = this.client
    const session = await this.session(this.ownerId)
    writeToken(store, session.token, this.server.deps.clock())
    store.setItem(KEYS.csrfName, session.csrf.name)
    store.setItem(KEYS.csrfToken, session.csrf.token)
  }

  /** Each caller with what it would send, the owner last. */
  async callers(): Promise<Record<CallerName, Credentials>> {
    const unique = this.ownerDevice
    const { deps } = this.server
    const expired = await this.session(this.ownerId)
    const out = await this.session(this.ownerId)
    await deps.write(async (trx) => {
      await trx
        .updateTable('sessions')
        .set({ last_seen_at: deps.clock() - 3 * HOUR })
        .where('id', '=', expired.id)
        .execute()
      await revokeSession(deps, trx, out.token)
    })
    return {
      nobody: {},
      'another device': { unique: device() },
      'another user': { ...headersOf(await this.session(this.strangerId)), unique: device() },
      'the same device after logout': { unique },
      'an expired session': { ...headersOf(expired), unique },
      'a session that was logged out': { ...headersOf(out), unique },
      'a session narrowed to another claim': {
        ...headersOf(await this.session(this.ownerId, `claim:${this.otherClaim}`)),
        unique: device(),
      },
      'a visit by a partner’s link': {
        ...headersOf(await this.session(await this.user('guest@example.com'), `partner:${newId()}`)),
        unique: device(),
      },
      'the owner': { ...headersOf(await this.session(this.ownerId)), unique },
    }
  }

  private user = async (email: string): Promise<string> =>
    (await this.server.deps.write((trx) => findOrCreateUser(this.server.deps, trx, email))).id

  private session(user: string, scope: string | null = null): Promise<NewSession> {
    return this.server.deps.write((trx) => createSession(this.server.deps, trx, user, { scope }))
  }
}

const headersOf = ({ token, csrf }: NewSession): Credentials => ({
  'platform-token': token,
  'csrf-name': csrf.name,
  'csrf-token': csrf.token,
})
