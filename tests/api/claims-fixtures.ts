/**
 * Claims for tests, made as a browser makes them: a policy bought, a draft filled in, signed, documents sent,
 * submitted. All people are invented.
 */
import { createHash } from 'node:crypto'
import type { Reply } from '../../src/app/requests/api.ts'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import {
  claimablePolicies,
  claimDocuments,
  claimForm,
  getDraft,
  saveClaim,
  signClaim,
  startClaim,
  submitClaim,
  uploadDocument,
  type ClaimablePolicy,
  type DocumentView,
  type DraftView,
} from '../../src/features/claims/contract.ts'
import { coverOn } from '../../src/features/claims/rules/draft/cover-on-day.ts'
import { DECLARATIONS } from '../../src/features/claims/rules/draft/declarations.ts'
import type { DocumentKind } from '../../src/features/claims/rules/document-kinds.ts'
import { MADE_DOCUMENTS } from '../../src/features/claims/rules/draft/made-documents.ts'
import type { Strokes } from '../../src/features/claims/rules/draft/signature-strokes.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import type { Trip } from '../../src/features/orders/contract.ts'
import type { PeopleDraft } from '../../src/features/orders/rules/check-person-fields.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { dayOf, startOfCover } from '../../src/lib/days/dates.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { submitApplication } from '../../src/programs/demo/buy-policy.ts'
import type { Client, TestServer } from './start-server.ts'
import { jpeg } from './hostile-files.ts'
import { ok, SELF } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

/** The server's day is 1 March 2026: cover begins on that day. */
export const TODAY = '2026-03-01'
const TRIP: Trip = {
  plan: 'global-study',
  tier: 'standard',
  start: TODAY,
  end: '2027-02-28',
  destination: 'uk',
  arrived: false,
}
export const EMAIL = 'lin@example.com'

let made = 0
const nextId = (what: string): string => `${what}-${String(++made).padStart(8, '0')}`

/** A policy bought the day before and issued for the login of `email`: 林晓, born in 2004, insures herself. */
export async function buyPolicy(
  server: TestServer,
  {
    email = EMAIL,
    people = { ...SELF, policyholder: { ...SELF.policyholder, email } },
    trip = TRIP,
  }: { email?: string; people?: PeopleDraft; trip?: Trip } = {},
): Promise<void> {
  const { id: userId } = await server.deps.write((trx) => findOrCreateUser(server.deps, trx, email))
  // At noon: minutes before its cover begins, nothing is sold.
  const at = startOfCover(dayOf(server.deps.clock())) - 12 * 3_600_000
  const buyer = callAs(server.deps, orderRoutes, { userId, lang: 'cn', at })
  const paid = async (): Promise<boolean> => {
    const order = await submitApplication(buyer, { key: nextId('order'), trip, people, second: true })
    const booked = await server.deps.write((trx) => markPaid(trx, { orderId: order.id, paymentId: 'test', at }))
    return booked === 'paid'
  }
  // Submitted in the past, an order is over its time to pay at once: where a site runs beside, its worker may expire it
  // before it is paid here. Then it is bought again.
  if (!(await paid()) && !(await paid()) && !(await paid())) throw new Error('Every order expired before it was paid')
  await server.drain()
}

/** A name handwritten in two strokes. */
export const STROKES: Strokes = [0, 1].map((row) =>
  Array.from(
    { length: 40 },
    (_, i) => [100 + i * 15, 140 + row * 90 + Math.round(50 * Math.sin(i / 3)), 25] as [number, number, number],
  ),
)

const CARE = {
  contactPerson: '林晓',
  contactPhone: '+44 7911 123456',
  email: 'claims.lin@example.com',
  description: 'Sore throat and fever since the night before. I saw a GP.',
  hospital: { slug: '', name: 'Sample Street Practice', city: 'London', country: 'GB' },
  visits: [{ id: 'v001', day: TODAY, amount: 8_540, currency: 'GBP', invoice: 'INV-20877', elsewhere: null }],
  medicine: false,
  otherInsurance: false,
} satisfies AnswerPatch
const ACCOUNT = {
  accountOwn: true,
  accountCountry: 'CN',
  accountName: '林晓',
  accountNumber: '6222021234567890128',
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
} satisfies AnswerPatch
/** Answers of a complete claim, by case. Declarations are ticked separately (`tick`). */
export const ANSWERS = {
  outpatient: { type: 'outpatient', ...CARE, ...ACCOUNT },
  inpatient: {
    type: 'inpatient',
    ...CARE,
    ...ACCOUNT,
    admissionDay: TODAY,
    billPaid: true,
    description: 'Appendicitis, operated the same night, two nights in hospital.',
  },
  accident: {
    type: 'accident',
    ...CARE,
    ...ACCOUNT,
    incidentTime: '18:40',
    admitted: false,
    thirdParty: true,
    place: 'Crossing at Sample Street, London',
    description: 'A cyclist hit me on the crossing. My wrist was X-rayed and put in plaster.',
  },
} satisfies Record<string, AnswerPatch>
/** The same answers about another visit: with an invoice and a clinic of its own, so that it is not claimed twice. */
export const anotherVisit = <T extends AnswerPatch>(answers: T, number: number | string): T => ({
  ...answers,
  ...(answers.hospital?.name ? { hospital: { ...answers.hospital, name: `${answers.hospital.name} ${number}` } } : {}),
  ...(answers.visits
    ? { visits: answers.visits.map((it) => ({ ...it, invoice: it.invoice && `${it.invoice}-${number}` })) }
    : {}),
})
export const tick: AnswerPatch = { declarations: [...DECLARATIONS, ...Object.values(MADE_DOCUMENTS)] }

let claims = 0
/** The same photo each time. */
let photo: Promise<Buffer> | undefined
export const photoBytes = (): Promise<Buffer> => (photo ??= jpeg())
export const blobOf = (bytes: Buffer, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(bytes)], { type })

/** A claimant at one browser. */
export class Claimant {
  readonly server: TestServer
  readonly client: Client
  view: DraftView | undefined
  constructor(server: TestServer, client: Client) {
    this.server = server
    this.client = client
  }
  /** Logged in, with a policy in force. */
  static async insured(
    server: TestServer,
    options: Parameters<typeof buyPolicy>[1] & { lang?: Lang; device?: 'mobile' | 'web' } = {},
  ): Promise<Claimant> {
    const { email = EMAIL, lang = 'en', device = 'web' } = options
    await buyPolicy(server, options)
    return new Claimant(server, await logInAs(server, email, server.client({ lang, device })))
  }
  /** The same person on another device, with the same draft. */
  async elsewhere(email = EMAIL): Promise<Claimant> {
    // A code is sent to one destination once a minute.
    this.server.advance(60_000)
    const other = new Claimant(this.server, await logInAs(this.server, email))
    other.view = ok(await other.client.request(getDraft, { id: this.id }))
    return other
  }
  get draft(): DraftView {
    if (!this.view) throw new Error('no draft yet')
    return this.view
  }
  get id(): string {
    return this.draft.id
  }
  async policies(): Promise<ClaimablePolicy[]> {
    return ok(await this.client.request(claimablePolicies, {})).policies
  }
  async start(day = TODAY, key = nextId('start')): Promise<DraftView> {
    const policies = await this.policies()
    const policy = policies.find((it) => coverOn(it, day) === 'covered') ?? policies[0]
    if (!policy) throw new Error('no policy')
    return (this.view = ok(await this.client.request(startClaim, { policy: policy.id, day, key, sensitive: true })))
  }
  async look(): Promise<DraftView> {
    return (this.view = ok(await this.client.request(getDraft, { id: this.id })))
  }
  trySave(patch: AnswerPatch, base = this.draft.version) {
    return this.client.request(saveClaim, { id: this.id, base, patch })
  }
  async save(patch: AnswerPatch): Promise<DraftView> {
    return (this.view = ok(await this.trySave(patch)).draft)
  }
  async trySign(
    over: {
      kind?: 'drawn' | 'typed'
      strokes?: Strokes
      name?: string
      read?: boolean
      sha256?: string
      language?: Lang
    } = {},
  ) {
    const { kind = 'drawn', language = 'en' } = over
    const sha256 = over.sha256 ?? ok(await this.client.request(claimForm, { id: this.id, language })).sha256
    return this.client.request(signClaim, {
      id: this.id,
      kind,
      strokes: kind === 'drawn' ? STROKES : [],
      name: '',
      read: true,
      language,
      ...over,
      sha256,
    })
  }
  async sign(over: Parameters<Claimant['trySign']>[0] = {}): Promise<DraftView> {
    return (this.view = ok(await this.trySign(over)))
  }
  private sent = 0
  /** The same photo for every document of a claim, and another one for the next claim. */
  private photos = new Map<string, Promise<Buffer>>()
  photo(): Promise<Buffer> {
    const known = this.photos.get(this.id) ?? jpeg(320, 240 + ++claims)
    this.photos.set(this.id, known)
    return known
  }
  async tryUpload(
    kind: DocumentKind,
    over: { upload?: string; item?: string; bytes?: Buffer; name?: string; sha256?: string } = {},
  ): Promise<Reply<typeof uploadDocument>> {
    const bytes = over.bytes ?? (await this.photo())
    const sha256 = over.sha256 ?? createHash('sha256').update(bytes).digest('hex')
    return this.client.request(
      uploadDocument,
      {
        id: this.id,
        upload: over.upload ?? nextId('upload'),
        kind,
        ...(over.item ? { item: over.item } : {}),
        name: over.name ?? `${kind}.jpg`,
        sha256,
      },
      { files: { file: blobOf(bytes) } },
    )
  }
  async upload(kind: DocumentKind, over: Parameters<Claimant['tryUpload']>[1] = {}): Promise<DocumentView> {
    const { id } = ok(await this.tryUpload(kind, over)).document
    for (;;) {
      // Where another process checks files too, it may be checking the one that is waited for.
      await this.server.check()
      const document = ok(await this.client.request(claimDocuments, { id: this.id })).documents.find(
        (it) => it.id === id,
      )
      if (!document) throw new Error('the document is gone')
      if (document.status !== 'checking') return document
    }
  }
  /** As many files of each kind as the checklist requires. */
  async uploadAll(): Promise<void> {
    const { checklist, documents } = await this.look()
    for (const { kind, least } of checklist) {
      const there = documents.filter((it) => it.kind === kind).length
      for (let i = there; i < least; i++) await this.upload(kind)
    }
    await this.look()
  }
  /** A new draft with everything that sending requires. */
  async complete(answers: AnswerPatch = ANSWERS.outpatient): Promise<DraftView> {
    if (!this.view) await this.start()
    await this.sign()
    await this.save({ ...answers, ...tick })
    await this.uploadAll()
    return this.draft
  }
  trySubmit(version = this.draft.version) {
    return this.client.request(submitClaim, { id: this.id, version })
  }
  async submit(): Promise<{ caseNumber: string; submittedAt: number }> {
    return ok(await this.trySubmit())
  }
  /** Returns a claim that was sent; without answers it is about a visit that was not claimed before. */
  async send(answers?: AnswerPatch): Promise<{ id: string; caseNumber: string; submittedAt: number }> {
    this.sent += 1
    await this.complete(answers ?? (this.sent === 1 ? ANSWERS.outpatient : anotherVisit(ANSWERS.outpatient, this.sent)))
    return { id: this.id, ...(await this.submit()) }
  }
}
