import { beginApplication, openCampaign } from '../../../src/features/collection/contract.ts'
import { DETAILS, makeCampaign } from '../collection-fixtures.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const campaign = async ({ server }: World): Promise<string> => (await makeCampaign(server)).address

export const rows = [
  row(openCampaign)({
    of: 'caller', input: async (world) => {
      const address = await campaign(world)
      ok(await world.client.request(beginApplication, { campaign: address, details: DETAILS, key: world.key() }))
      return { campaign: address }
    },
  }),
  row(beginApplication)({ of: 'caller', input: async (world) => ({ campaign: await campaign(world), details: DETAILS, key: world.key() }) }),
]
