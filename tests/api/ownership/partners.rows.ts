import { checkPartnerLink, usePartnerLink } from '../../../src/features/partners/contract.ts'
import { linkInput, partnerLink, partnerOf } from '../partner-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const linkOf = async ({ server }: World) => linkInput(await partnerLink(server, await partnerOf(server)))

export const rows = [
  row(checkPartnerLink)({ of: 'anyone', why: 'the signature of the link is the proof', input: linkOf }),
  row(usePartnerLink)({
    of: 'caller',
    input: linkOf,
  }),
]
