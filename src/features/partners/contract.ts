/**
 * Links of partners (spec §9 `in_id`, `co_id`, `token`; design §2; docs/partners.md). A visitor who is not signed in
 * exchanges one by `session/exchange`.
 */
import { z } from 'zod/mini'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'

/** Longer than a token may be, so that one which is too long is told so. */
const linkAddress = {
  code: boundedText(8000, 'invalid').check(z.minLength(1, 'required')),
  page: boundedText(200, 'invalid'),
  inId: boundedText(40, 'invalid'),
  coId: boundedText(40, 'invalid'),
}

/**
 * For a signed-in visitor, who keeps their login and uses the link for an application of their own. `link_used` carries
 * `why`, the fields `wrong`, what was `expected` of each, and which others wait for them (`waits_for`).
 */
export const usePartnerLink = call({
  path: 'partner/use',
  access: 'login',
  input: z.object(linkAddress),
  output: z.object({ visit: z.string(), partner: z.string(), query: z.record(z.string(), z.string()) }),
  errors: ['link_used'],
})

const said = z.optional(z.string())
const checkedLink = z.object({
  /** In whose name it is made. */
  school: z.string(),
  /** The page, without its language. */
  opens: z.string(),
  expires: z.string(),
  /** What is filled in; of the student only which fields are. */
  fills: z.object({
    ref: said,
    plan: said,
    tier: said,
    start: said,
    end: said,
    destination: said,
    relationship: said,
    student: z.array(z.string()),
  }),
  /** `null` where the link leaves open what a price depends on. */
  premium: z.nullable(z.object({ minor: z.int(), currency: z.string() })),
})
export type CheckedLink = z.output<typeof checkedLink>

/** What a link would do, for the engineers of its partner: it is not used up. Refuses as `session/exchange` does. */
export const checkPartnerLink = call({
  path: 'partner/check',
  access: 'open',
  input: z.object(linkAddress),
  output: checkedLink,
  errors: ['link_used'],
})
