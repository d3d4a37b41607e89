/**
 * Links of partners (spec §9 `in_id`, `co_id`, `token`; design §2; docs/partners.md). A visitor who is not signed in
 * exchanges one by `session/exchange`.
 */
import { z } from 'zod/mini'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'

/**
 * For a signed-in visitor, who keeps their login and uses the link for an application of their own. `link_used` carries
 * `why`.
 */
export const usePartnerLink = call({
  path: 'partner/use',
  access: 'login',
  input: z.object({
    code: boundedText(4000, 'invalid').check(z.minLength(1, 'required')),
    page: boundedText(200, 'invalid'),
    inId: boundedText(40, 'invalid'),
    coId: boundedText(40, 'invalid'),
  }),
  output: z.object({ visit: z.string(), partner: z.string(), query: z.record(z.string(), z.string()) }),
  errors: ['link_used'],
})
