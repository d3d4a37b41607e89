/**
 * Partners' links as visitors open them: checked, used once, and turned into a session of a guest account (decision
 * 0074).
 */
import type { Lang } from '../../../lib/locale.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { keysOf, onlyGiven } from '../../../lib/object-keys.ts'
import { PARTNER_SCOPE, type Caller } from '../../../server/http/caller.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { type LinkAddress, type LinkedSession, type LinkedVisits, createSession } from '../../session/server/door.ts'
import { newId } from '../../../server/new-id.ts'
import { prefillSchema, type Prefill } from '../../orders/contract.ts'
import type { CheckedLink } from '../contract.ts'
import { judgeLink, priceOfLink, type WaitsFor } from './buyable-link.ts'
import { faultOfTime, faultsOfAddress, faultsOfPartner, usedNonce, type Fault } from './link-faults.ts'
import {
  isLinkToken,
  keyIdOf,
  misshapenParts,
  readFields,
  readLink,
  type Expected,
  type LinkFault,
  type LinkPayload,
} from './link-token.ts'
import { secretOf } from './partners.ts'
import { keyHolds, VISIT_MS } from './link-and-key-times.ts'
import type { PartnerInstitutionTable, PartnerTable, PartnerVisitTable } from '../tables.ts'

/** Sealing context of a partner's data. */
const PREFILL = 'partner_visits.prefill'

interface OpenedLink {
  payload: LinkPayload
  partner: PartnerTable
  institution: PartnerInstitutionTable
}

/** Visitors get a single code; the rest is for people who make links. */
const refuse = (why: LinkFault, expected: Expected, waitsFor: WaitsFor = {}): never => {
  throw new Refusal('link_used', { why, wrong: Object.keys(expected), expected, waits_for: waitsFor })
}

/** Checks a link from its signature to its institution. It stays unused. */
async function openLink(deps: Deps, db: Trx | Deps['db'], address: LinkAddress): Promise<OpenedLink> {
  const { code } = address
  const keyId = keyIdOf(code) ?? refuse('format', misshapenParts(code))
  const key = await db.selectFrom('partner_keys').selectAll().where('id', '=', keyId).executeTakeFirst()
  if (!key || !keyHolds(key, deps.clock())) return refuse('key', { key: 'a key of yours that is valid today' })
  const signed = readLink(code, secretOf(deps, key))
  if ('fault' in signed) return refuse(signed.fault, signed.expected)
  const { said, payload, wrong } = readFields(signed.said)
  const partner = await db.selectFrom('partners').selectAll().where('id', '=', key.partner_id).executeTakeFirstOrThrow()
  const { institution, faults } = await faultsOfPartner(db, partner, said)
  const judged = judgeLink(deps, said, wrong, dayOf(deps.clock()))
  const all = [
    ['fields', wrong],
    faultOfTime(said.exp, deps.clock()),
    ['address', faultsOfAddress(address, said)],
    ...faults,
    ['fields', judged.wrong],
  ] as const satisfies readonly Fault[]
  const [first] = all.filter(([, expected]) => Object.keys(expected).length > 0)
  if (first) return refuse(first[0], together(all.map(([, expected]) => expected)), judged.waitsFor)
  // What has no fault was read whole, and is of an institution.
  return payload && institution ? { payload, partner, institution } : refuse('fields', {})
}

/** What each says of a field, in one text. */
function together(all: readonly Expected[]): Expected {
  const out: Record<string, string> = {}
  for (const [field, text] of all.flatMap((it) => Object.entries(it)))
    out[field] = out[field] === undefined ? text : `${out[field]}; ${text}`
  return out
}

const prefillOfPayload = ({ payload, institution }: Pick<OpenedLink, 'payload' | 'institution'>): Prefill => {
  const { student, plan, tier, start, end, destination } = payload
  return prefillSchema.parse({
    coId: payload.co_id,
    inId: payload.in_id,
    name: { en: institution.name_en, cn: institution.name_cn },
    trip: { plan, tier, start, end, destination },
    relationship: payload.relationship,
    student: {
      idName: student.name,
      chineseName: student.chinese_name,
      birthDate: student.birth_date,
      gender: student.gender,
      nationality: student.nationality,
      institution: student.institution,
      email: student.email,
      mobile: student.mobile,
    },
  })
}

/** What a plan's page reads from its address, as its own search writes it. */
function pageQuery({ page, tier, start, end, destination, student }: LinkPayload): Record<string, string> {
  if (!page.startsWith('/plan/details')) return {}
  const said = { tier, start, end, to: destination, birth: student.birth_date }
  return Object.fromEntries(Object.entries(said).filter((it): it is [string, string] => it[1] !== undefined))
}

/** Marks a link as used: of two concurrent calls only one succeeds. */
async function redeemLink(
  deps: Deps,
  trx: Trx,
  link: LinkAddress,
  whose: { guest_id?: string; user_id?: string },
): Promise<OpenedLink & { visit: PartnerVisitTable }> {
  const opened = await openLink(deps, trx, link)
  const { payload, partner } = opened
  const now = deps.clock()
  const visit = await trx
    .insertInto('partner_visits')
    .values({
      id: newId(),
      partner_id: partner.id,
      in_id: payload.in_id,
      nonce: payload.nonce,
      ref: payload.ref ?? null,
      prefill: deps.seal.seal(PREFILL, prefillOfPayload(opened)),
      used_at: now,
      ends_at: now + VISIT_MS,
      guest_id: null,
      user_id: null,
      ...whose,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'nonce']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return visit ? { ...opened, visit } : refuse('used', usedNonce(now))
}

const nameOf = ({ name_en: en, name_cn: cn }: PartnerInstitutionTable): Record<Lang, string> => ({ en, cn })

async function exchange(
  deps: Deps,
  trx: Trx,
  link: LinkAddress,
  { lang, agent }: Parameters<LinkedVisits['exchange']>[3],
): Promise<LinkedSession> {
  const guest = newId()
  const { visit, payload, institution } = await redeemLink(deps, trx, link, { guest_id: guest })
  // A guest account: without a contact nobody can sign in to it, and it never owns anything.
  await trx
    .insertInto('users')
    .values({
      id: guest,
      name: null,
      mobile: null,
      mobile_mac: null,
      email: null,
      email_mac: null,
      created_at: deps.clock(),
    })
    .execute()
  const { token, csrf } = await createSession(deps, trx, guest, {
    coId: payload.co_id,
    scope: PARTNER_SCOPE + visit.id,
    agent,
  })
  const partner = nameOf(institution)[lang]
  return {
    token,
    csrf,
    user: { id: guest, name: partner, mobile: null, email: null },
    coId: payload.co_id,
    partner,
    query: pageQuery(payload),
  }
}

/** The visit that a caller is in, or that a signed-in caller began for their own account. */
export async function prefillOf(
  deps: Deps,
  caller: Caller,
  link: string | undefined,
): Promise<{ link: string; prefill: Prefill } | undefined> {
  const id = caller.kind === 'holder' ? caller.link : caller.kind === 'user' ? link : undefined
  if (id === undefined) return undefined
  const visit = await deps.db.selectFrom('partner_visits').selectAll().where('id', '=', id).executeTakeFirst()
  if (!visit || visit.prefill === null || visit.ends_at <= deps.clock()) return undefined
  if (caller.kind === 'user' && visit.user_id !== caller.userId) return undefined
  return { link: visit.id, prefill: deps.seal.open(PREFILL, prefillSchema, visit.prefill) }
}

export const partnerVisits: LinkedVisits = {
  // A token that lost its first part is still a partner's, whose address says so.
  recognises: ({ code, coId }) => isLinkToken(code) || coId !== undefined,
  look: async (deps, link) => ({ partner: nameOf((await openLink(deps, deps.db, link)).institution) }),
  exchange,
}

/** What a link would do, for its partner's engineers. It stays unused. */
export async function checkLink(deps: Deps, link: LinkAddress, lang: Lang): Promise<CheckedLink> {
  const { payload, institution } = await openLink(deps, deps.db, link)
  const price = priceOfLink(payload, dayOf(deps.clock()))
  const { page, ref, plan, tier, start, end, destination, relationship, student } = payload
  return {
    school: nameOf(institution)[lang],
    opens: page,
    expires: new Date(payload.exp * 1000).toISOString(),
    fills: { ref, plan, tier, start, end, destination, relationship, student: keysOf(onlyGiven(student, '')) },
    premium: price?.ok ? { minor: price.premium.amount, currency: price.premium.currency } : null,
  }
}

/** What the page is opened with, for someone who is signed in and uses the link for their own account. */
export async function redeemLinkForAccount(
  deps: Deps,
  link: LinkAddress,
  userId: string,
  lang: Lang,
): Promise<{ visit: string; partner: string; query: Record<string, string> }> {
  const { visit, payload, institution } = await deps.write((trx) => redeemLink(deps, trx, link, { user_id: userId }))
  return { visit: visit.id, partner: nameOf(institution)[lang], query: pageQuery(payload) }
}
