/** People, orders and the steps of buying for the tests of ordering. All people are invented. */
import { expect } from 'vitest'
import {
  createOrder,
  orderText,
  readPage,
  saveOrder,
  sendConsent,
  submitOrder,
  type HealthAnswers,
  type OrderView,
  type ReadPage,
  type Trip,
} from '../../src/features/orders/contract.ts'
import {
  EMPTY_PEOPLE,
  EMPTY_PERSON,
  type PeopleDraft,
  type PersonDraft,
} from '../../src/features/orders/rules/check-person-fields.ts'
import type { Reply } from '../../src/app/requests/api.ts'
import type { Call, Output } from '../../src/lib/contract.ts'
import { checkCharacter } from '../../src/lib/people/id-number.ts'
import type { Client, TestServer } from './start-server.ts'

/** The data of a successful reply; fails with the refusal otherwise. */
export function ok<C extends Call>(reply: Reply<C>): Output<C> {
  if (reply.ok) return reply.data
  throw new Error(`${reply.code}: ${reply.message} ${JSON.stringify(reply.extra)}`)
}

/** The file that a call sent; fails with the refusal otherwise. */
export function sentFile<C extends Call>(reply: Reply<C> | { ok: true; data: Blob }): Blob {
  if (reply.ok && reply.data instanceof Blob) return reply.data
  throw new Error(reply.ok ? 'No file was sent' : `${reply.code}: ${reply.message}`)
}

/** The code of a refused reply. */
export const refusal = <C extends Call>(reply: Reply<C>): string => (reply.ok ? 'ok' : reply.code)

/** An invented mainland number with the right check character. */
export function idOf(birth: string, gender: 'male' | 'female', serial = 90): string {
  const digits = `110105${birth.replaceAll('-', '')}${serial}${gender === 'male' ? 1 : 2}`
  return digits + checkCharacter(digits)
}

export const person = (birthDate: string, over: Partial<PersonDraft> = {}): PersonDraft => ({
  ...EMPTY_PERSON,
  idType: 'resident_id',
  idName: '林晓',
  idNumber: idOf(birthDate, over.gender || 'female'),
  gender: 'female',
  birthDate,
  nationality: 'CN',
  institution: 'Sample University',
  email: 'lin@example.com',
  ...over,
})
export const parent = person('1975-05-05', {
  gender: 'male',
  idName: '林建国',
  email: 'parent@example.com',
  institution: '',
  idNumber: idOf('1975-05-05', 'male'),
})

/** The server's day is 1 March 2026. */
export const TRIP: Trip = {
  plan: 'global-study',
  tier: 'standard',
  start: '2026-03-10',
  end: '2027-03-09',
  destination: 'uk',
  arrived: false,
}
export const SELF: PeopleDraft = { ...EMPTY_PEOPLE, relationship: 'self', policyholder: person('2004-08-20') }
export const FOR_CHILD = (insured: PersonDraft, more: Partial<PeopleDraft> = {}): PeopleDraft => ({
  ...EMPTY_PEOPLE,
  relationship: 'child',
  policyholder: parent,
  insured,
  ...more,
})

/** The separate consent to sensitive data, as the page for people sends it. */
export async function agreeToSensitive(
  client: Client,
  { id, version }: Pick<OrderView, 'id' | 'version'>,
): Promise<OrderView> {
  const { sha256 } = ok(await client.request(orderText, { id, page: 'sensitive-data' }))
  return ok(await client.request(readPage, { id, version, page: 'sensitive-data', sha256, openedAt: 0 }))
}

export class Buyer {
  readonly client: Client
  readonly server: TestServer
  order: OrderView | undefined
  constructor(server: TestServer, client = server.client()) {
    this.server = server
    this.client = client
  }
  get at(): { id: string; version: number } {
    if (!this.order) throw new Error('no order yet')
    return { id: this.order.id, version: this.order.version }
  }
  get view(): OrderView {
    if (!this.order) throw new Error('no order yet')
    return this.order
  }
  async create(trip: Trip = TRIP, key = 'draft-one'): Promise<OrderView> {
    return (this.order = ok(await this.client.request(createOrder, { trip, key })))
  }
  async save(groups: {
    trip?: Trip
    people?: PeopleDraft
    health?: HealthAnswers
    check?: { declarations: string[]; second: boolean; prefilled?: boolean; text?: string }
  }): Promise<OrderView> {
    if (groups.people || groups.health) await this.agreeToSensitive()
    return (this.order = ok(await this.client.request(saveOrder, { ...this.at, ...groups })))
  }
  /** Given once. */
  async agreeToSensitive(): Promise<OrderView> {
    return (this.order =
      this.view.sensitiveConsent === 'given' ? this.view : await agreeToSensitive(this.client, this.at))
  }
  async read(page: ReadPage, shown: 'whole' | 'differences' = 'whole'): Promise<OrderView> {
    const { sha256 } = ok(await this.client.request(orderText, { id: this.view.id, page }))
    const openedAt = this.server.deps.clock() - 20_000
    return (this.order = ok(await this.client.request(readPage, { ...this.at, page, sha256, openedAt, shown })))
  }
  async readFirst(): Promise<void> {
    for (const page of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) await this.read(page)
  }
  /** Answers every question with no, except for the given ones. */
  async answer(yes: Record<string, string> = {}): Promise<OrderView> {
    const answers = Object.fromEntries(
      this.view.questions.map((id) => [id, yes[id] ? ('yes' as const) : ('no' as const)]),
    )
    await this.save({ health: { answers, details: yes } })
    return this.read('health')
  }
  /** Completes everything up to the check page. */
  async fillIn(people: PeopleDraft = SELF, yes: Record<string, string> = {}): Promise<OrderView> {
    if (!this.order) await this.create()
    await this.readFirst()
    await this.save({ people })
    return this.answer(yes)
  }
  async tick(second = false, prefilled = false): Promise<string> {
    const text = ok(await this.client.request(orderText, { id: this.view.id, page: 'declarations' }))
    await this.save({
      check: { declarations: text.declarations.map(({ id }) => id), second, prefilled, text: text.sha256 },
    })
    return ok(await this.client.request(orderText, { id: this.view.id, page: 'declarations' })).sha256
  }
  async trySubmit(over: { premium?: number; sha256?: string; second?: boolean; confirmed?: boolean } = {}) {
    const sha256 = over.sha256 ?? (await this.tick(over.second, over.confirmed))
    return this.client.request(submitOrder, {
      ...this.at,
      premium: over.premium ?? this.view.premium?.amount ?? 0,
      sha256,
      openedAt: this.server.deps.clock() - 5_000,
    })
  }
  async submit(second = false): Promise<OrderView> {
    return (this.order = ok(await this.trySubmit({ second })))
  }
  async consent(channel: 'email' | 'mobile' = 'email'): Promise<string> {
    this.order = ok(await this.client.request(sendConsent, { ...this.at, channel }))
    await this.server.drain()
    const inbox = await messages(this.server)
    const codes = inbox.flatMap(({ text }) => /consent=([0-9a-z]{26})/.exec(text)?.[1] ?? [])
    const code = codes[0]
    expect(code).toBeDefined()
    return code ?? ''
  }
}

/** Messages sent so far, newest first. */
export const messages = (server: Pick<TestServer, 'deps'>) =>
  server.deps.db.selectFrom('messages').selectAll().orderBy('id', 'desc').execute()
