/**
 * Addresses of routes that need an id or a query to show something, by route id: a path, or how to find one.
 * Routes without a line here are opened at their plain path (or their first built entry), without a login unless guarded.
 */
import { claimablePolicies, getClaim, listClaims, saveClaim, startClaim, type ClaimRow } from '../../src/features/claims/contract.ts'
import { coverOn } from '../../src/features/claims/cover.ts'
import { pagePath, type WizardPage } from '../../src/features/claims/steps.ts'
import { isDecided } from '../../src/features/claims/status.ts'
import { listOrders } from '../../src/features/orders/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { dayOf } from '../../src/lib/dates.ts'
import { KEYS } from '../../src/app/keys.ts'
import { memoryStore } from '../../src/app/storage.ts'
import { clientOf, signIn } from './sandbox.ts'
import type { Stored } from './sandbox.ts'
import type { Site } from './site.ts'

export interface Sample {
  /** Without language. */
  path: string
  /** Open to everyone, but the thing shown is the demo account's. */
  login?: true
}

type At = Pick<Site, 'url'>
export type Samples = Readonly<Record<string, string | ((site: At) => Promise<Sample>)>>

const sessions = new Map<string, Promise<Stored>>()

/** The demo account's session on a site; one login serves all who ask. */
export function demoSession(site: At): Promise<Stored> {
  const held = sessions.get(site.url) ?? signIn(site)
  sessions.set(site.url, held)
  return held
}

async function demoClient(site: At) {
  const store = memoryStore()
  for (const [name, value] of Object.entries(await demoSession(site))) store.setItem(name, value)
  if (!store.getItem(KEYS.token)) throw new Error('The demo account has no session')
  return clientOf(site, 'en', store)
}

async function order(site: At, statuses: readonly string[]): Promise<string> {
  const reply = await (await demoClient(site)).request(listOrders, { limit: 50 })
  const found = reply.ok ? reply.data.orders.find(({ status }) => statuses.includes(status)) : undefined
  if (!found) throw new Error(`The demo account has no order that is ${statuses.join(' or ')}`)
  return found.id
}

async function policy(site: At): Promise<string> {
  const reply = await (await demoClient(site)).request(listPolicies, {})
  const found = reply.ok ? reply.data.policies[0] : undefined
  if (!found) throw new Error('The demo account has no policy in force')
  return found.id
}

const drafts = new Map<string, Promise<string>>()

/** A draft that has come as far as its documents, begun once a site. */
function draft(site: At): Promise<string> {
  const held = drafts.get(site.url) ?? beginDraft(site)
  drafts.set(site.url, held)
  return held
}

async function beginDraft(site: At): Promise<string> {
  const client = await demoClient(site)
  const policies = await client.request(claimablePolicies, {})
  const day = dayOf(Date.now())
  const covering = policies.ok ? policies.data.policies.find((one) => coverOn(one, day) === 'covered') : undefined
  if (!covering) throw new Error('The demo account has no policy to claim on')
  const begun = await client.request(startClaim, { policy: covering.id, day, key: 'a-sample-draft' })
  if (!begun.ok) throw new Error(`No draft: ${begun.code}`)
  const { id, version } = begun.data
  const saved = await client.request(saveClaim, { id, base: version, patch: { type: 'accident' }, step: 'check' })
  if (!saved.ok) throw new Error(`The draft was not saved: ${saved.code}`)
  return id
}

const draftPage = (page: WizardPage) => async (site: At): Promise<Sample> => ({ path: pagePath(page, await draft(site)), login: true })

/** A claim of the demo account that was sent: the first that fits. `undefined` where it has none, then the page says so. */
async function claim(site: At, fits: (row: ClaimRow) => boolean): Promise<string | undefined> {
  const reply = await (await demoClient(site)).request(listClaims, {})
  const sent = reply.ok ? reply.data.claims.filter(({ caseNumber }) => caseNumber !== null) : []
  return (sent.find(fits) ?? sent[0])?.id
}

/** The latest claim that was sent. */
const sentClaim = async (site: At): Promise<Sample> => ({ path: pagePath('success', await claim(site, () => true)), login: true })

const claimPage = (path: string, fits: (row: ClaimRow) => boolean) => async (site: At): Promise<Sample> => {
  const id = await claim(site, fits)
  return { path: id === undefined ? path : `${path}?id=${id}`, login: true }
}

/** One thing that a request of the demo account's claim asks for. */
async function requestedItem(site: At): Promise<Sample> {
  const path = '/claim/application/supplement/detail'
  const id = await claim(site, needsDocuments)
  if (id === undefined) return { path, login: true }
  const reply = await (await demoClient(site)).request(getClaim, { id })
  const item = reply.ok ? reply.data.requests.find(({ status }) => status === 'open')?.items[0]?.id : undefined
  return { path: `${path}?id=${id}${item === undefined ? '' : `&item=${item}`}`, login: true }
}

const needsDocuments = ({ status }: ClaimRow): boolean => status === 'supplement_required'
const decided = ({ status }: ClaimRow): boolean => isDecided(status)

const orderPage = (path: string, statuses: readonly string[]) => async (site: At): Promise<Sample> =>
  ({ path: `${path}?order=${await order(site, statuses)}`, login: true })

const TO_PAY = ['awaiting_payment']
const BOUGHT = ['issued']

export const SAMPLES: Samples = {
  confirm: '/confirm?plan=us-campus',
  'payment.confirm': orderPage('/payment/confirm', TO_PAY),
  'payment.pay': orderPage('/payment/pay', TO_PAY),
  'payment.succeed': orderPage('/payment/succeed', BOUGHT),
  pay: orderPage('/pay', TO_PAY),
  'pay.succeed': orderPage('/pay/succeed', BOUGHT),
  'pay.fail': orderPage('/pay/fail', TO_PAY),
  'pay.accreditFail': orderPage('/pay/accreditFail', TO_PAY),
  fyqr: orderPage('/fyqr', TO_PAY),
  hospital: '/claims/hospital?country=jp',
  'claim.read': draftPage('sign'),
  'claim.apply': draftPage('event'),
  'claim.upload': draftPage('documents'),
  'claim.success': sentClaim,
  qrcode: async (site) => ({ path: `/qrcode?id=${await draft(site)}`, login: true }),
  'query.progress': claimPage('/claim/query/progress', needsDocuments),
  'query.detail': claimPage('/claim/query/detail_progress', decided),
  'query.result': claimPage('/claim/query/detail_complete', decided),
  'query.pingan': claimPage('/claim/query/detail_complete_pingan', (row) => decided(row) && row.insurer === 'pingan'),
  'query.images': claimPage('/claim/query/image_list', decided),
  supplement: claimPage('/claim/application/supplement', needsDocuments),
  'supplement.item': requestedItem,
  'policy.details': async (site) => ({ path: `/insurance-policy/details?id=${await policy(site)}`, login: true }),
}
