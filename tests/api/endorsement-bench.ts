/** A student with a paid policy whose date of birth was wrong: the right one changes the premium. */
import { payCreate } from '../../src/features/cashier/contract.ts'
import { listChanges, previewChange, type ChangeItem } from '../../src/features/changes/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import { changesDesk, submitTo } from './change-desk.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { INSURED, paidPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { preparedServers } from './prepared-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const MINUTE = 60_000
/** US Campus, Gold, per month: 560 at 18 to 24, 760 at 25 to 30. */
export const [YOUNG, OLDER] = ['2004-05-27', '1998-05-27'] as const
const bought = (from: TestServer, birthDate: string = YOUNG) =>
  paidPolicy(from, { people: { ...self, policyholder: { ...STUDENT, birthDate } } })
const start = preparedServers((from) => bought(from))

export class EndorsementBench {
  readonly server: TestServer
  policy: string
  client: Client
  gateway: Gateway
  private constructor(server: TestServer, policy: string, client: Client) {
    this.server = server
    this.policy = policy
    this.client = client
    this.gateway = connectGateway(server)
  }
  static async ready(): Promise<EndorsementBench> {
    const { server, given: policy } = await start()
    return new EndorsementBench(server, policy, await logInAs(server, INSURED))
  }
  /** Goes on with another policy of the same student, and a gateway that has taken nothing yet. */
  async buyAnother(birthDate?: string): Promise<void> {
    this.policy = await bought(this.server, birthDate)
    this.gateway = connectGateway(this.server)
    this.client = await logInAs(this.server, INSURED)
  }

  desk = (...words: string[]) => changesDesk(this.server, ...words)
  input = (value: string, item: ChangeItem = 'birth_date') =>
    ({ policy: this.policy, who: 'insured', item, value }) as const
  preview = async (value: string, item?: ChangeItem) =>
    ok(await this.client.request(previewChange, this.input(value, item)))
  record = async () => ok(await this.client.request(listChanges, {})).changes
  view = async () => ok(await this.client.request(getPolicy, { id: this.policy }))
  row = () =>
    this.server.deps.db.selectFrom('policies').selectAll().where('id', '=', this.policy).executeTakeFirstOrThrow()
  birthDate = async (): Promise<string> =>
    openPeople(this.server.deps.seal, (await this.row()).people).insured.birthDate
  settle = async (): Promise<void> => {
    this.server.advance(2 * MINUTE)
    await this.server.drain()
  }
  mails = (text: string) =>
    this.server.deps.db
      .selectFrom('messages')
      .select(['to', 'subject', 'text'])
      .where('subject', 'like', `%${text}%`)
      .execute()
  refunds = () =>
    this.server.deps.db
      .selectFrom('refunds')
      .select(['reason', 'status', 'payable_kind', 'amount_minor', 'subject'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  /** Sends a change with the difference that was shown; returns its id. */
  async send(value: string, item: ChangeItem = 'birth_date'): Promise<string> {
    const { difference } = await this.preview(value, item)
    const { id } = ok(await submitTo(this.client, { ...this.input(value, item), difference: difference?.amount ?? 0 }))
    await this.server.check()
    return id
  }
  async startPaying(id: string): Promise<string> {
    const { payment } = ok(
      await this.client.request(payCreate, { pay: `endorsement.${id}`, method: 'wechat', key: newKey() }),
    )
    return payment?.id ?? ''
  }
  async moneyCame(payment: string): Promise<void> {
    await this.gateway.pay(this.server, payment)
    await this.server.drain()
  }
}
