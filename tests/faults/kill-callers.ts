/**
 * People who register, buy, pay, send documents and claim while everything is killed: each does what a person does who
 * gets no answer, the same again, and notes what was acknowledged.
 */
import { createHash } from 'node:crypto'
import { RequestFailed, type Reply, type Requester } from '../../src/app/requests/api.ts'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore, uniqueKey, writeToken } from '../../src/app/storage/storage.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { GATEWAY_METHODS } from '../../src/features/cashier/rules/payment-methods.ts'
import type { Delivery, Outcome } from '../../src/features/cashier/server/sandbox/protocol.ts'
import {
  claimDocuments,
  claimForm,
  documentFile,
  saveClaim,
  signClaim,
  startClaim,
  submitClaim,
  uploadDocument,
} from '../../src/features/claims/contract.ts'
import { getPolicy, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { encodeFields, pathOf, type Call, type Input, type Output } from '../../src/lib/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import type { Actor } from '../../src/programs/demo/call-as.ts'
import { submitApplication } from '../../src/programs/demo/buy-policy.ts'
import { ANSWERS, anotherVisit, blobOf, STROKES, tick } from '../api/claims-fixtures.ts'
import { jpeg } from '../api/hostile-files.ts'
import type { MailServer } from '../api/mail-server.ts'
import { SELF, TRIP } from '../api/orders-fixtures.ts'
import { requesterOf } from './buyers.ts'
import type { Journal } from './journal.ts'
import { pause } from './killable-process.ts'

const OUTCOMES: readonly Outcome[] = ['pay', 'pay', 'pay', 'pay', 'pay', 'refuse', 'authorization']
const DELIVERIES: readonly Delivery[] = ['now', 'now', 'twice', 'disorder', 'never', 'late']
/** Refusals that pass by themselves. `conflict`: an earlier attempt was carried out, and its answer lost. */
const PASSING = ['gateway', 'still_checking', 'too_soon']
const ASK_AGAIN_MS = 100

class Refused extends Error {
  readonly code: string
  constructor(path: string, { code, extra }: Reply<Call> & { ok: false }) {
    super(`${path}: ${code} ${JSON.stringify(extra)}`)
    this.code = code
  }
}

export interface World {
  url: string
  mail: Pick<MailServer, 'mails'>
  journal: Journal
}

export class Caller {
  readonly name: string
  readonly #world: World
  readonly #chance: () => number
  readonly #email: string
  readonly store = memoryStore()
  readonly #requester: Requester
  #made = 0
  /** Policies that it was shown. */
  readonly policies: string[] = []
  /** Calls that were not answered. */
  unanswered = 0

  /** `chance`: between 0 and 1. */
  constructor(world: World, name: string, chance: () => number = () => 0) {
    this.#chance = chance
    this.name = name
    this.#world = world
    this.#email = `${name}@example.com`
    this.#requester = requesterOf(world.url, this.store)
  }

  #pick = <T>(from: readonly T[]): T => from[Math.floor(this.#chance() * from.length)] as T

  /** Tries until there is an answer that says something about the call. */
  async #insist<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      try {
        const answer = await attempt()
        if (answer !== undefined) return answer
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        this.unanswered++
      }
      await pause(ASK_AGAIN_MS)
    }
  }

  #call = <C extends Call>(call: C, input: Input<C>, file?: Buffer): Promise<Output<C>> =>
    this.#insist<Output<C>>(async () => {
      const reply: Reply<C> = await this.#requester.request(call, input, file ? { files: { file: blobOf(file) } } : {})
      if (reply.ok) return reply.data
      if (PASSING.includes(reply.code)) return undefined
      throw new Refused(call.path, reply)
    })

  /** The answer; nothing where it was refused with one of `codes`. */
  async #callUnless<C extends Call>(
    codes: readonly string[],
    call: C,
    input: Input<C>,
  ): Promise<Output<C> | undefined> {
    try {
      return await this.#call(call, input)
    } catch (error) {
      if (error instanceof Refused && codes.includes(error.code)) return undefined
      throw error
    }
  }

  /** Signs in by a code that came by mail: the first time, that registers. */
  async signIn(): Promise<void> {
    const { mail, journal } = this.#world
    const code = (): string | undefined =>
      mail.mails
        .filter(({ envelope }) => envelope.to.includes(this.#email))
        .flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? [])
        .at(-1)
    for (;;) {
      const before = code()
      const reply = await this.#insist(() => this.#requester.request(sendCode, { destination: this.#email }))
      if (!reply.ok && reply.code !== 'too_soon') throw new Refused(sendCode.path, reply)
      for (let i = 0; i < 300 && code() === before; i++) await pause(ASK_AGAIN_MS)
      const given = await this.#callUnless(['code_expired', 'code_wrong', 'invalid'], login, {
        destination: this.#email,
        code: code() ?? '000000',
        agreed: true,
      })
      if (!given) continue
      const { token, csrf } = given
      writeToken(this.store, token, Date.now())
      this.store.setItem(KEYS.csrfName, csrf.name)
      this.store.setItem(KEYS.csrfToken, csrf.token)
      journal.note({ who: this.name, what: 'session', token, csrf, unique: uniqueKey(this.store) })
      return
    }
  }

  /** Fills in and sends an application; begins at the state that is stored where an answer was lost. */
  async apply(): Promise<string> {
    const { journal } = this.#world
    const day = dayOf(Date.now())
    const key = `${this.name}-order-${this.#made++}`
    const start = addDays(day, 1)
    const trip = { ...TRIP, start, end: addDays(start, 364) }
    const call = async <C extends Call>(it: C, input: Input<C>): Promise<Output<C>> => this.#call(it, input)
    const actor = { call, deps: { clock: Date.now } } as unknown as Actor
    const people = { ...SELF, policyholder: { ...SELF.policyholder, email: this.#email } }
    const order = await this.#insist(async () => {
      try {
        return await submitApplication(actor, { key, trip, people, second: true })
      } catch (error) {
        if (error instanceof Refused && ['conflict', 'not_editable'].includes(error.code)) return undefined
        throw error
      }
    })
    journal.note({ who: this.name, what: 'order', id: order.id })
    journal.note({ who: this.name, what: 'submitted', id: order.id })
    return order.id
  }

  /** Pays until the order is paid, by whatever way, at a gateway that notifies as it likes. */
  async pay(order: string): Promise<void> {
    const { journal, url } = this.#world
    for (let attempt = 0; ; attempt++) {
      const key = `${order}-attempt-${attempt}`
      const method = this.#pick(GATEWAY_METHODS)
      const begun = await this.#callUnless(['paid'], payCreate, { order, method, key })
      const payment = begun?.payment
      if (payment) journal.note({ who: this.name, what: 'payment', id: payment.id, order })
      if (payment?.payUrl) await this.#decide(new URL(payment.payUrl, url).href)
      const state = await this.#insist(async () => {
        const { order: of, payment: last } = await this.#call(payStatus, { order })
        if (of.standing === 'paid') return 'paid'
        return last?.status === 'failed' ? 'failed' : undefined
      })
      if (state === 'failed') continue
      journal.note({ who: this.name, what: 'paid', order })
      return
    }
  }

  /** One decision on the gateway's page, pressed again when there was no answer. */
  #decide(page: string): Promise<boolean> {
    const body = new URLSearchParams({ outcome: this.#pick(OUTCOMES), delivery: this.#pick(DELIVERIES) })
    return this.#insist(async () => {
      const reply = await fetch(page, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
      if (reply === undefined) this.unanswered++
      return reply?.status === 303 ? true : undefined
    })
  }

  /** Waits for the policy of an order, and reads its certificate. */
  async receive(order: string): Promise<void> {
    const found = await this.#insist(() => this.#callUnless(['not_found'], getPolicy, { order }))
    const { id, number } = found
    this.#world.journal.note({ who: this.name, what: 'policy', id, number, order })
    this.policies.push(id)
    await this.#read(policyDocumentFile, { id, kind: 'certificate', language: 'cn' })
  }

  /** Bytes of a file, as anybody may check them later. */
  async #read<C extends Call>(call: C, input: Input<C>): Promise<void> {
    const blob = await this.#insist(async () => {
      const reply = await this.#requester.blob(call, input)
      if (!reply.ok) throw new Refused(call.path, reply)
      return reply.data instanceof Blob ? reply.data : undefined
    })
    const sha256 = createHash('sha256')
      .update(Buffer.from(await blob.arrayBuffer()))
      .digest('hex')
    const fields = encodeFields(input)
    this.#world.journal.note({ who: this.name, what: 'file', path: pathOf(call), input: fields, sha256 })
  }

  /** Claims a visit on a policy in force: signs, answers, sends every document that is asked for, and the claim. */
  async claim(policy: string, day: string): Promise<void> {
    const { journal } = this.#world
    const n = this.#made++
    const key = `${this.name}-claim-${n}`
    let draft = await this.#call(startClaim, { policy, day, key, sensitive: true })
    const { id } = draft
    journal.note({ who: this.name, what: 'claim', id })
    const { sha256 } = await this.#call(claimForm, { id, language: 'en' })
    const signature = { kind: 'drawn', strokes: STROKES, name: '', read: true, language: 'en' } as const
    draft = await this.#call(signClaim, { id, ...signature, sha256 })
    const visit = anotherVisit(ANSWERS.outpatient, `${this.name}-${n}`)
    const patch = { ...visit, ...tick, visits: visit.visits.map((it) => ({ ...it, day })) }
    const saved = await this.#call(saveClaim, { id, base: draft.version, patch })
    draft = saved.draft
    for (const { kind, least } of draft.checklist) {
      for (let i = 0; i < least; i++) await this.#send(id, kind, `${key}-${kind}-${i}`)
    }
    const { caseNumber } = await this.#call(submitClaim, { id, version: draft.version })
    journal.note({ who: this.name, what: 'case', id, caseNumber })
  }

  /** One document: its receipt, and later its bytes as they are shown. */
  async #send(claim: string, kind: Input<typeof uploadDocument>['kind'], upload: string): Promise<void> {
    const bytes = await jpeg(300 + Math.floor(this.#chance() * 200), 240)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const input = { id: claim, upload, kind, name: `${kind}.jpg`, sha256 }
    const { document } = await this.#call(uploadDocument, input, bytes)
    this.#world.journal.note({ who: this.name, what: 'document', id: document.id, claim, sha256: document.sha256 })
    await this.#insist(async () => {
      const { documents } = await this.#call(claimDocuments, { id: claim })
      const found = documents.find((it) => it.id === document.id)
      // Lost: the checker finds it, and nobody waits for it.
      return found === undefined || found.status !== 'checking' ? true : undefined
    })
    await this.#read(documentFile, { id: claim, document: document.id, size: 'full' })
  }
}
