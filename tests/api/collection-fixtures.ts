/** A school's campaigns, and a student who applies through one. */
import { campaignCommands } from '../../src/features/collection/server/campaign-commands.ts'
import { beginApplication, openCampaign } from '../../src/features/collection/contract.ts'
import { listCommands } from '../../src/features/collection/server/student-list-commands.ts'
import { collection } from '../../src/features/collection/server/feature.ts'
import { getOrder, type OrderView } from '../../src/features/orders/contract.ts'
import type { PeopleDraft } from '../../src/features/orders/rules/check-person-fields.ts'
import { commandOutput } from './operator-commands.ts'
import { Buyer, ok, SELF } from './orders-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import type { TestServer } from './start-server.ts'

export const campaignFeatures = [...shopFeatures, collection]
export const DETAILS = { 'student-number': '20260017', programme: 'Computer science' }

export const operator = (server: TestServer, ...words: string[]) =>
  commandOutput(server.deps, [...campaignCommands, ...listCommands], words)
export const ACTING = ['--by', 'lin', '--why', 'agreed with the school']

const USUAL: Record<string, string> = {
  name: 'Lakeside University',
  'name-cn': '湖畔大学',
  plan: 'global-study',
  tier: 'standard',
  start: '2026-04-10',
  end: '2027-04-09',
  destination: 'uk',
  opens: '2026-03-01',
  closes: '2026-03-20',
  fields: 'student-number,programme',
  institution: 'Lakeside University',
}

export interface TestCampaign {
  id: string
  address: string
}

/** Creates a campaign with the operator's command; `over` changes its options, '' omits one. */
export async function makeCampaign(server: TestServer, over: Record<string, string> = {}): Promise<TestCampaign> {
  const options = Object.entries({ ...USUAL, ...over })
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => [`--${name}`, value])
  const { code, said } = await operator(server, 'campaigns', 'create', ...options, ...ACTING)
  const [, id = '', address = ''] = /Campaign (\w{26}),[\s\S]*?\/h5\/collection\/([\w-]+)\//.exec(said) ?? []
  if (code !== 0 || !address) throw new Error(said)
  return { id, address }
}

let keys = 0

/** A student on her own phone. */
export class Student extends Buyer {
  /** Tries to begin. */
  tryBegin = (
    { address }: TestCampaign,
    details: Record<string, string> = DETAILS,
    key = `campaign-${++keys}`,
    shared = true,
  ) => this.client.request(beginApplication, { campaign: address, details, shared, key })

  async begin(campaign: TestCampaign): Promise<OrderView> {
    const { order: id } = ok(await this.tryBegin(campaign))
    return (this.order = ok(await this.client.request(getOrder, { id })))
  }
  /** The same by the link of a student on the school's list. */
  async applyInvited({ address }: TestCampaign, invite: string, people: PeopleDraft): Promise<OrderView> {
    const { order: id } = ok(
      await this.client.request(beginApplication, {
        campaign: address,
        invite,
        details: DETAILS,
        shared: true,
        key: `campaign-${++keys}`,
      }),
    )
    this.order = ok(await this.client.request(getOrder, { id }))
    await this.save({ trip: { ...this.view.answers.trip, arrived: false } })
    return this.fillIn(people)
  }
  /** Begins, reads, answers: everything except sending. */
  async apply(
    campaign: TestCampaign,
    people: PeopleDraft = SELF,
    yes: Record<string, string> = {},
  ): Promise<OrderView> {
    await this.begin(campaign)
    await this.save({ trip: { ...this.view.answers.trip, arrived: false } })
    return this.fillIn(people, yes)
  }
  sees = async ({ address }: TestCampaign) => ok(await this.client.request(openCampaign, { campaign: address }))
}
