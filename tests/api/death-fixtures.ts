/** A family of which a child dies: the father bought the policy, claims, and both parents inherit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import * as calls from '../../src/features/claims/contract.ts'
import { emptyHeir, type Heir } from '../../src/features/claims/rules/heirs.ts'
import { Claimant, buyPolicy, tick, TODAY } from './claims-fixtures.ts'
import { successfulCommand } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { idOf, ok, parent, person } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const CHILD = person('2010-01-01', {
  idName: '林小雨',
  idNumber: idOf('2010-01-01', 'female', 91),
  email: 'child@example.com',
})
const PEOPLE = {
  relationship: 'child' as const,
  policyholder: parent,
  insured: CHILD,
  family: [],
  ownWages: false,
  pricedBirthDate: '',
  deathBenefitElsewhere: 0,
}
export const CARDS = ['6222021234567890128', '6225880123456783'] as const
export const heir = (id: string, name: string, number: string, card: string, over: Partial<Heir> = {}): Heir => ({
  ...emptyHeir(id),
  name,
  relation: 'parent',
  idType: 'resident_id',
  idNumber: number,
  accountName: name,
  accountNumber: card,
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
  ...over,
})
export const FATHER = heir('fath', '林建国', parent.idNumber, CARDS[0])
export const MOTHER = heir('moth', '王美兰', idOf('1977-03-04', 'female', 33), CARDS[1])
/** What the father answers; `over` changes it. */
export const told = (over: AnswerPatch = {}): AnswerPatch => ({
  deathCause: 'accident',
  deathDay: TODAY,
  contactPerson: '林建国',
  contactPhone: '13800138000',
  email: 'parent@example.com',
  heirs: [FATHER, MOTHER],
  heirShares: 'equal',
  ...tick,
  ...over,
})

/** A server on which the father has the policy, and a handler with files. */
export class DeathBench {
  readonly server: TestServer
  father: Claimant
  private readonly folder = mkdtempSync(join(tmpdir(), 'youfang-death-'))
  private begun = 0

  constructor(server: TestServer, father: Claimant) {
    this.server = server
    this.father = father
  }
  static async ready(): Promise<DeathBench> {
    const server = await startServer()
    await buyPolicy(server, { email: 'parent@example.com', people: PEOPLE })
    return new DeathBench(server, new Claimant(server, await logInAs(server, 'parent@example.com')))
  }
  async close(): Promise<void> {
    await this.server.close()
    rmSync(this.folder, { recursive: true })
  }

  /** A command of the handler Wu, which must succeed. */
  desk = (...words: string[]): Promise<string> => successfulCommand(this.server)('wu', ...words)
  look = async (id = this.father.id): Promise<calls.ClaimView> =>
    ok(await this.father.client.request(calls.getClaim, { id }))
  file(name: string, text: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, text)
    return path
  }
  async begin(who = this.father): Promise<calls.DraftView> {
    const [policy] = await who.policies()
    return (who.view = ok(
      await who.client.request(calls.startClaim, {
        policy: policy?.id ?? '',
        day: TODAY,
        key: `begin-0000-${String(++this.begun).padStart(4, '0')}`,
        sensitive: true,
        death: true,
      }),
    ))
  }
  /** Begins, signs and sends the claim; returns its number. */
  async send(answers = told()): Promise<string> {
    await this.begin()
    await this.father.sign({ kind: 'typed', name: '林建国' })
    await this.father.save(answers)
    await this.father.uploadAll()
    return (await this.father.submit()).caseNumber
  }
}
