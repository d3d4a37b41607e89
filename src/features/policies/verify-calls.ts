/** The check of a document that anyone may make by its code. */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { ENDORSED_KINDS, POLICY_STATUSES } from './contract.ts'

const day = patternText(/^\d{4}-\d\d-\d\d$/, 10)

/** The code as typed or scanned, in either case and with any separators; O is read as 0, I and L as 1. */
export const verifyCode = z.pipe(
  z.pipe(
    boundedText(80, 'code_format'),
    z.transform((text) =>
      text
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')
        .replace(/O/g, '0')
        .replace(/[IL]/g, '1'),
    ),
  ),
  z.string().check(z.minLength(1, 'verify_required'), z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, 'verify_format')),
)

/** What a stranger with a genuine code is told, and no more (decision 0006). */
const verified = z.object({
  genuine: z.literal(true),
  kind: z.enum(ENDORSED_KINDS),
  /** Of the policy as of today. */
  status: z.enum(POLICY_STATUSES),
  /** A newer version of the policy exists, with documents of its own. */
  replaced: z.boolean(),
  planName: z.string(),
  tierName: z.string(),
  insurerName: z.string(),
  notice: z.string(),
  start: day,
  end: day,
  /** The Shanghai day the document was issued. */
  issuedOn: day,
  /** To compare with the paper: the name masked, "L•• ••••••" or "林••". */
  insured: z.string(),
})
export type Verified = z.output<typeof verified>

/** Open to everyone, limited to a few tries a minute. For an unknown code the reply says so; it is no error. */
export const verifyPolicy = call({
  path: 'policy/verify',
  access: 'open',
  input: z.object({ code: verifyCode }),
  output: z.union([verified, z.object({ genuine: z.literal(false) })]),
})
