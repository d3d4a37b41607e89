import { usePartnerLink } from '../../../src/features/partners/contract.ts'
import { linkInput, partnerLink, partnerOf } from '../partner-fixtures.ts'
import { row } from './row.ts'

export const rows = [
  row(usePartnerLink)({
    of: 'caller',
    input: async ({ server }) => linkInput(await partnerLink(server, await partnerOf(server))),
  }),
]
