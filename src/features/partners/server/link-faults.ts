/** Why a signed link does not open, apart from how its fields are written and what can be bought: by field. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { LinkAddress } from '../../session/server/door.ts'
import { CLOCK_SKEW_MS, LINK_MOST_MS } from './link-and-key-times.ts'
import type { Expected, LinkFault, LinkSaid } from './link-token.ts'
import type { PartnerInstitutionTable, PartnerTable } from '../tables.ts'

/** A reason, and the fields that it is about: none where there is no fault. */
export type Fault = readonly [LinkFault, Expected]

/** Later than any that is meant in seconds, ms: the year 2286. */
const MILLISECONDS_FROM = 1e13

/** The instant; a number that is none is written as it is. */
const written = (ms: number): string => (ms < MILLISECONDS_FROM ? new Date(ms).toISOString() : String(ms / 1000))

/** Whether a link has expired, or would live for too long; `exp` is missing where it is no time at all. */
export function faultOfTime(exp: number | undefined, now: number): Fault {
  const [from, to] = [Math.floor(now / 1000) + 1, Math.floor((now + LINK_MOST_MS) / 1000)]
  const limits = `from ${from} to ${to} (${written(to * 1000)})`
  if (exp === undefined) return ['fields', { exp: limits }]
  const ends = exp * 1000
  const meant = ends < MILLISECONDS_FROM ? written(ends) : 'in milliseconds'
  const expected = { exp: `Unix time in seconds, ${limits}: this is ${meant}` }
  if (ends <= now) return ['expired', expected]
  return ['too_long_lived', ends > now + LINK_MOST_MS + CLOCK_SKEW_MS ? expected : {}]
}

/** The address must agree with what was signed. */
export function faultsOfAddress({ page, inId, coId }: LinkAddress, said: LinkSaid): Expected {
  const compared = [
    ['page', page, said.page, ', and no /cn before it'],
    ['in_id', inId, said.in_id, ''],
    ['co_id', coId, said.co_id, ''],
  ] as const
  return Object.fromEntries(
    compared.flatMap(([field, given, signed, more]) =>
      signed === undefined || given === signed
        ? []
        : [[field, `the same in the address as in the payload, where it is ${signed}${more}`]],
    ),
  )
}

/** Of a nonce that was used before. */
export const usedNonce = (at: number): Expected => ({
  nonce: `a new one for each link: this was used at ${written(at)}`,
})

/** More of them are left out of an answer. */
const MOST_NAMED = 20

/** Whose link it is, and whether it was used. */
export async function faultsOfPartner(
  db: Trx | Deps['db'],
  partner: PartnerTable,
  { co_id, in_id, nonce }: LinkSaid,
): Promise<{ institution: PartnerInstitutionTable | undefined; faults: Fault[] }> {
  const institutions = db
    .selectFrom('partner_institutions')
    .selectAll()
    .where('partner_id', '=', partner.id)
    .where('ended_at', 'is', null)
  const institution = in_id === undefined ? undefined : await institutions.where('in_id', '=', in_id).executeTakeFirst()
  const own =
    in_id === undefined || institution
      ? []
      : await institutions
          .orderBy('in_id')
          .limit(MOST_NAMED + 1)
          .execute()
  const used =
    nonce === undefined
      ? undefined
      : await db
          .selectFrom('partner_visits')
          .select('used_at')
          .where('partner_id', '=', partner.id)
          .where('nonce', '=', nonce)
          .executeTakeFirst()
  return {
    institution,
    faults: [
      ['partner', co_id === undefined ? {} : faultOfOwner(partner, co_id)],
      ['institution', in_id === undefined || institution ? {} : { in_id: `one of yours: ${listed(own)}` }],
      ['used', used ? usedNonce(used.used_at) : {}],
    ],
  }
}

const listed = (institutions: readonly PartnerInstitutionTable[]): string =>
  institutions.map((it, i) => (i < MOST_NAMED ? it.in_id : '…')).join(', ')

function faultOfOwner(partner: PartnerTable, coId: string): Expected {
  if (partner.status !== 'active') return { co_id: `an id that has not ended, as ${partner.co_id} has` }
  return partner.co_id === coId ? {} : { co_id: `${partner.co_id}, whose key signed this` }
}
