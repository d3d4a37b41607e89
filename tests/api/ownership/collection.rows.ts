import {
  beginApplication,
  groupInvoice,
  groupReceipt,
  openCampaign,
  readGroupPayment,
} from '../../../src/features/collection/contract.ts'
import { DETAILS, makeCampaign } from '../collection-fixtures.ts'
import { closedList, placeStudents, schoolCampaign } from '../group-fixtures.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const campaign = async ({ server }: World): Promise<string> => (await makeCampaign(server)).address

/** A school's unpaid list: its link is the proof. */
let made: Promise<string> | undefined
const groupLink = ({ server }: World): Promise<string> =>
  (made ??= (async () => {
    const school = await schoolCampaign(server)
    await placeStudents(server, school, 1)
    return (await closedList(server, school)).link
  })())
const WHY =
  'whoever has the school’s link, 160 random bits, pays and sees what became of it; of students no more than a payer needs'

export const rows = [
  row(readGroupPayment)({ of: 'anyone', why: WHY, input: async (world) => ({ link: await groupLink(world) }) }),
  row(groupReceipt)({
    of: 'anyone',
    why: WHY,
    input: async (world) => ({ link: await groupLink(world), language: 'en' }),
    answers: 'not_paid',
  }),
  row(groupInvoice)({
    of: 'anyone',
    why: WHY,
    input: async (world) => ({ link: await groupLink(world) }),
    answers: 'not_available',
  }),
  row(openCampaign)({
    of: 'caller',
    input: async (world) => {
      const address = await campaign(world)
      ok(
        await world.client.request(beginApplication, {
          campaign: address,
          details: DETAILS,
          shared: true,
          key: world.key(),
        }),
      )
      return { campaign: address }
    },
  }),
  row(beginApplication)({
    of: 'caller',
    input: async (world) => ({ campaign: await campaign(world), details: DETAILS, shared: true, key: world.key() }),
  }),
]
