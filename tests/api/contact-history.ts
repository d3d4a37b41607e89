/**
 * People who buy with mobile numbers and mailboxes that pass from one to another, with books of their own of who had
 * what when: the server knows only what was proven. Acts answer whether they could be done.
 */
import { expect } from 'vitest'
import { getDraft } from '../../src/features/claims/contract.ts'
import { cancelOrder, getOrder } from '../../src/features/orders/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { holderOf } from '../../src/features/session/server/contacts/held-contacts.ts'
import { addDays, dayOf, startOfCover } from '../../src/lib/days/dates.ts'
import type { Channel } from '../../src/lib/people/contact.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { newId } from '../../src/server/new-id.ts'
import { ContactWorld, DAY, DAYS_UNTIL_COVER } from './contact-world.ts'
import { idOf } from './orders-fixtures.ts'

interface Human {
  birth: string
  /** Open accounts. */
  accounts: string[]
  everyAccount: string[]
  /** A login on a device ends what its secret opens, so the next purchase has another one. */
  device: number
}

/** A number or mailbox in the world: whose it is does not depend on what the server knows. */
interface Destination {
  address: string
  channel: Channel
  had: { human: Human; from: number }[]
  /** Used by somebody who never proved it, so that nothing tells them from whoever has it next. */
  unproven: boolean
  /** It passed on like that: only a change of an account, which counts from then on, may prove it. */
  mustAdd: boolean
}

interface Bought {
  order: string
  policy?: string
  human: Human
  /** The account in whose session it was bought. */
  account?: string
  device: string
  at: number
  /** By keyed hash: whether its human had proven the contact when it was typed. */
  typed: Map<string, boolean>
}

export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
/** A person's own mailbox never changes hands; the other destinations do. */
const OWN = ['ann@example.com', 'bo@example.com', 'cy@example.com']
const SHARED = ['13800138071', '13800138072', 'info@example.com']

export class ContactHistory extends ContactWorld {
  readonly humans: Human[] = ['2003-03-01', '2004-04-02', '2005-05-03'].map((birth) => ({
    birth,
    accounts: [],
    everyAccount: [],
    device: 0,
  }))
  readonly destinations: Destination[] = [...SHARED, ...OWN].map((address, i) => ({
    address,
    channel: address.includes('@') ? 'email' : 'mobile',
    had: [{ human: this.humans[i % OWN.length] ?? expect.fail(), from: 0 }],
    unproven: false,
    mustAdd: false,
  }))
  readonly bought: Bought[] = []
  readonly claimed: { id: string; human: Human }[] = []

  humanOf = (it: Destination, when = this.now): Human =>
    it.had.findLast(({ from }) => from <= when)?.human ?? expect.fail('nobody had it')
  private proverOf = async (it: Destination): Promise<string | undefined> =>
    (await holderOf(this.server.deps.db, this.mac(it.address), this.now))?.user_id
  private deviceOf = (human: Human): string => `device-${human.birth}-${human.device}`
  /** Somebody who has the destination, or had it before. */
  private someAccount(it: Destination, n: number): { human: Human; account: string | undefined } {
    const { human } = at(it.had, n) ?? expect.fail()
    return { human, account: at(human.accounts, n >> 3) }
  }

  async login(it: Destination, n: number): Promise<boolean> {
    const human = this.humanOf(it)
    if (it.mustAdd && (await this.proverOf(it)) === undefined) return false
    const withDevice = n % 3 === 0
    const account = await this.logIn(it.address, withDevice ? this.deviceOf(human) : undefined)
    if (withDevice) human.device++
    it.unproven = it.mustAdd = false
    expect(this.humans.filter((other) => other !== human && other.everyAccount.includes(account))).toEqual([])
    if (!human.accounts.includes(account)) {
      human.accounts.push(account)
      human.everyAccount.push(account)
    }
    return true
  }
  /** With the own mailbox. */
  signIn(it: Destination, n: number): Promise<boolean> {
    const own = this.destinations[SHARED.length + this.humans.indexOf(this.humanOf(it))]
    return this.login(own ?? expect.fail(), n)
  }
  async prove(it: Destination, n: number): Promise<boolean> {
    const account = at(this.humanOf(it).accounts, n)
    if (account === undefined || !(await this.add(account, it.address)).ok) return false
    it.unproven = it.mustAdd = false
    return true
  }
  async giveUp(it: Destination): Promise<boolean> {
    const account = await this.proverOf(it)
    return account !== undefined && (await this.remove(account, it.channel)).ok
  }
  undo(it: Destination, n: number): Promise<boolean> {
    const { account } = this.someAccount(it, n)
    return account === undefined ? Promise.resolve(false) : this.undoLast(account)
  }
  /** To another person, once no account names it: until then whoever has it signs in to that account (0051). */
  async pass(it: Destination, n: number): Promise<boolean> {
    if (OWN.includes(it.address) || (await this.proverOf(it)) !== undefined) return false
    const others = this.humans.filter((other) => other !== this.humanOf(it))
    if (it.unproven) it.mustAdd = true
    it.unproven = false
    it.had.push({ human: at(others, n) ?? expect.fail(), from: this.now })
    return true
  }
  async buys(it: Destination, n: number): Promise<boolean> {
    const human = this.humanOf(it)
    const second = at(
      this.destinations.filter((other) => this.humanOf(other) === human && other.channel !== it.channel),
      n,
    )
    const typed = [it, ...(second && n % 5 === 0 ? [second] : [])]
    const known = new Map<string, boolean>()
    for (const contact of typed) {
      const proven = (await this.proverOf(contact)) !== undefined
      known.set(this.mac(contact.address), proven)
      contact.unproven ||= !proven
    }
    const account = n % 2 === 0 ? at(human.accounts, n) : undefined
    const device = this.deviceOf(human)
    const contacts = Object.fromEntries(typed.map(({ channel, address }) => [channel, address]))
    const who = account === undefined ? { device } : { userId: account }
    const order = await this.apply({ ...who, ...contacts, birth: human.birth })
    const sold = { human, order, device, at: this.now, typed: known, ...(account === undefined ? {} : { account }) }
    this.bought.push(n % 3 === 0 ? sold : { ...sold, policy: await this.pay(order) })
    return true
  }
  async cancels(_: Destination, n: number): Promise<boolean> {
    const it = at(
      this.bought.filter(({ policy }) => policy === undefined),
      n,
    )
    if (!it) return false
    const row = await this.server.deps.db.selectFrom('orders').selectAll().where('id', '=', it.order).executeTakeFirst()
    if (row?.status !== 'awaiting_payment') return false
    const who = row.user_id === null ? { device: it.device } : { userId: row.user_id }
    await this.actor(who).call(cancelOrder, { id: row.id, version: row.version })
    return true
  }
  /** On the first day of cover, for which it waits. */
  async claims(_: Destination, n: number): Promise<boolean> {
    const it = at(
      this.bought.filter(({ policy }) => policy !== undefined),
      n,
    )
    const row = (await this.owners()).policies.find(({ id }) => id === it?.policy)
    if (!it || !row || row.user_id === null) return false
    const day = addDays(dayOf(it.at), DAYS_UNTIL_COVER)
    await this.wait(Math.max(0, startOfCover(day) - this.now))
    this.claimed.push({ id: await this.claim(row.user_id, row.id, day), human: it.human })
    return true
  }
  async closes(it: Destination, n: number): Promise<boolean> {
    const { human, account } = this.someAccount(it, n)
    if (account === undefined) return false
    await this.askToClose(account)
    await this.wait((LIMITS.closureDays + 8) * DAY)
    const codes = await this.everybodyAsksForACode()
    const [owners, macs] = [await this.owners(), await this.macs()]
    await this.closeDue()
    if ((await this.closureOf(account)) === 'stopped') {
      expect(await this.owners()).toEqual(owners)
      expect(await this.macs()).toEqual(macs)
      return true
    }
    expect(await this.closureOf(account)).toBe('done')
    human.accounts = human.accounts.filter((id) => id !== account)
    const left = (await this.owners()).claims
    const others = this.claimed.filter((claim) => claim.human !== human).map(({ id }) => id)
    for (const it of owners.claims) if (others.includes(it.id)) expect(left).toContainEqual(it)
    await this.checkNothingErased(human, macs, codes)
    return true
  }
  async copies(it: Destination, n: number): Promise<boolean> {
    const { human, account } = this.someAccount(it, n)
    if (account === undefined) return false
    const { rows, messages } = await this.copyOf(account)
    for (const other of this.bought.filter((thing) => thing.human !== human)) {
      expect(rows).not.toContain(other.order)
      expect(rows).not.toContain(other.policy ?? other.order)
      expect(rows).not.toContain(idOf(other.human.birth, 'female'))
    }
    for (const claim of this.claimed) if (claim.human !== human) expect(rows).not.toContain(claim.id)
    const { db } = this.server.deps
    const own = await db.selectFrom('orders').select('owned_by').where('user_id', '=', account).execute()
    expect(rows.includes(idOf(human.birth, 'female'))).toBe(own.some(({ owned_by: by }) => by !== 'address'))
    for (const { id, to, vars } of messages) {
      const { created_at: written } = await db
        .selectFrom('jobs')
        .select('created_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(this.humanOf(this.destinations.find(({ address }) => address === to) ?? expect.fail(to), written)).toBe(
        human,
      )
      expect(JSON.stringify(vars)).not.toMatch(/https?:|"code"/)
    }
    return true
  }

  private owners = async () => {
    const { db } = this.server.deps
    return {
      orders: await db.selectFrom('orders').select(['id', 'user_id', 'owned_by']).orderBy('id').execute(),
      policies: await db.selectFrom('policies').select(['id', 'user_id']).orderBy('id').execute(),
      claims: await db.selectFrom('claims').select(['id', 'user_id', 'status']).orderBy('id').execute(),
      kept: await db.selectFrom('policies_kept').selectAll().orderBy('user_id').orderBy('policy_id').execute(),
    }
  }
  private async macs(): Promise<Map<string, (string | null)[]>> {
    const { db } = this.server.deps
    const orders = await db.selectFrom('orders').select(['id', 'buyer_mobile_mac', 'buyer_email_mac']).execute()
    const policies = await db
      .selectFrom('policies')
      .select(['id', 'buyer_mobile_mac', 'buyer_email_mac', 'insured_mobile_mac', 'insured_email_mac'])
      .execute()
    return new Map([...orders, ...policies].map(({ id, ...macs }) => [id, Object.values(macs)]))
  }
  private async everybodyAsksForACode(): Promise<Set<string>> {
    const macs = this.destinations.map((it) => this.mac(it.address))
    const code = { purpose: 'login', device_mac: '', here_mac: '', code_mac: '', sent_at: this.now }
    const limits = { expires_at: this.now + DAY, tries_left: 5, neighbour_tries_left: 2 }
    await this.server.deps.write(async (trx) => {
      await trx.deleteFrom('login_codes').execute()
      await trx
        .insertInto('login_codes')
        .values(macs.map((destination_mac) => ({ id: newId(), destination_mac, ...code, ...limits })))
        .execute()
    })
    return new Set(macs)
  }

  /**
   * Of another's purchase nothing goes but the hash of a contact that they never proved, and that somebody else has
   * proven since: it leads nowhere, and must not lead to the purchase once that account is closed.
   */
  private async checkNothingErased(closer: Human, before: Map<string, (string | null)[]>, codes: Set<string>) {
    const after = await this.macs()
    for (const it of this.bought.filter(({ human }) => human !== closer))
      for (const id of [it.order, it.policy ?? it.order])
        for (const [i, mac] of (before.get(id) ?? []).entries()) {
          const passedOn = this.destinations.some(
            (of) => this.mac(of.address) === mac && of.had.some(({ human, from }) => human === closer && from >= it.at),
          )
          const free = mac !== null && it.typed.get(mac) === false && passedOn
          if (!free) expect(after.get(id)?.[i]).toBe(mac)
        }
    const left = await this.server.deps.db.selectFrom('login_codes').select('destination_mac').execute()
    for (const it of this.destinations.filter(
      (other) => this.humanOf(other) !== closer && codes.has(this.mac(other.address)),
    ))
      expect(left).toContainEqual({ destination_mac: this.mac(it.address) })
  }

  /** Accounts own and open what their own people bought, and nothing else. */
  async check(): Promise<void> {
    const { orders, policies, kept } = await this.owners()
    for (const { id, human } of this.claimed)
      for (const userId of this.humans.flatMap((other) => (other === human ? [] : other.accounts)))
        await expect(this.actor({ userId }).call(getDraft, { id })).rejects.toThrow('not_found')
    for (const it of this.bought) {
      const own = (id: string | null | undefined) => id === null || it.human.everyAccount.includes(id ?? '')
      const order = orders.find(({ id }) => id === it.order)
      const policy = policies.find(({ id }) => id === it.policy)
      if (order) expect(own(order.user_id)).toBe(true)
      if (policy) expect(own(policy.user_id)).toBe(true)
      expect(kept.filter((row) => row.policy_id === it.policy && !own(row.user_id))).toEqual([])
      if (it.account !== undefined && it.human.accounts.includes(it.account)) expect(order?.user_id).toBe(it.account)
      for (const human of this.humans.filter((other) => other !== it.human))
        for (const userId of human.accounts) await this.checkCannotOpen(userId, it)
    }
  }
  private async checkCannotOpen(userId: string, { order, policy, at: day }: Bought): Promise<void> {
    const actor = this.actor({ userId })
    await expect(actor.call(getOrder, { id: order })).rejects.toThrow('not_found')
    await expect(actor.call(cancelOrder, { id: order, version: 1 })).rejects.toThrow('not_found')
    if (policy === undefined) return
    await expect(actor.call(getPolicy, { id: policy })).rejects.toThrow('not_found')
    await expect(this.claim(userId, policy, dayOf(day))).rejects.toThrow('not_found')
  }
}
