/**
 * Addresses of routes that need an id or a query to show something, by route id: a path, or how to find one. Routes
 * without a line here are opened at their plain path (or their first built entry), without a login unless guarded.
 */
import { payLink } from '../../src/features/cashier/contract.ts'
import { getClaim, listClaims, type ClaimRow } from '../../src/features/claims/contract.ts'
import { pagePath, type WizardPage } from '../../src/features/claims/steps.ts'
import { DEMO_GROUP_LINK } from '../../src/programs/demo/demo-group-payment.ts'
import { DEMO_CAMPAIGN } from '../../src/programs/demo/demo-campaign.ts'
import { DEMO_PREPAID_KEY } from '../../src/features/invoices/server/sandbox/demo-prepaid.ts'
import { listOrders } from '../../src/features/orders/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore } from '../../src/app/storage/storage.ts'
import { clientOf, signIn, type Stored } from './sandbox.ts'
import type { Site } from './site.ts'
import type { Device } from './visit.ts'

interface Sample {
  /** Without language. */
  path: string
  /** Open to everyone, but the thing shown is the demo account's. */
  login?: true
}

type At = Pick<Site, 'url'>
export type Samples = Readonly<Record<string, string | ((site: At, device: Device) => Promise<Sample>)>>

/** By the site itself, not its address: a later site may come to have the same port. */
const sessions = new WeakMap<At, Promise<Stored>>()

/** A login of the demo account that there is already. */
export const knowSession = (site: At, stored: Stored): void => void sessions.set(site, Promise.resolve(stored))

/** The demo account's session on a site; one login serves all who ask. */
export function demoSession(site: At): Promise<Stored> {
  const held = sessions.get(site) ?? signIn(site)
  sessions.set(site, held)
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

/** What the address of a payment link for the demo account's order names it by. */
async function paymentLink(site: At): Promise<string> {
  const reply = await (await demoClient(site)).request(payLink, { order: await order(site, TO_PAY) })
  if (!reply.ok) throw new Error(`The demo account gets no payment link: ${reply.code}`)
  return new URL(reply.data.url).pathname.split('/').at(-1) ?? ''
}

async function policy(site: At): Promise<string> {
  const reply = await (await demoClient(site)).request(listPolicies, {})
  const found = reply.ok ? reply.data.policies[0] : undefined
  if (!found) throw new Error('The demo account has no policy in force')
  return found.id
}

/** The demo account's draft: it has come as far as its documents. */
async function draft(site: At): Promise<string> {
  const reply = await (await demoClient(site)).request(listClaims, {})
  const found = reply.ok ? reply.data.claims.find(({ status }) => status === 'draft') : undefined
  if (!found) throw new Error('The demo account has no draft of a claim')
  return found.id
}

const draftPage =
  (page: WizardPage) =>
  async (site: At): Promise<Sample> => ({ path: pagePath(page, await draft(site)), login: true })

/** The demo account's claim in this state; the decisions of one insurer are shown line by line. */
async function claim(
  site: At,
  status: ClaimRow['status'],
  insurer: (insurer: string) => boolean = () => true,
): Promise<string> {
  const reply = await (await demoClient(site)).request(listClaims, {})
  const found = reply.ok ? reply.data.claims.find((row) => row.status === status && insurer(row.insurer)) : undefined
  if (!found) throw new Error(`The demo account has no claim that is ${status}`)
  return found.id
}

const sentClaim = async (site: At): Promise<Sample> => ({
  path: pagePath('success', await claim(site, 'submitted')),
  login: true,
})

const claimPage =
  (path: string, ...which: [ClaimRow['status'], ((insurer: string) => boolean)?]) =>
  async (site: At): Promise<Sample> => ({ path: `${path}?id=${await claim(site, ...which)}`, login: true })

/** Something that is asked for and not there yet. */
async function requestedItem(site: At): Promise<Sample> {
  const id = await claim(site, 'supplement_required')
  const reply = await (await demoClient(site)).request(getClaim, { id })
  const request = reply.ok ? reply.data.requests.find(({ status }) => status === 'open') : undefined
  const item = request?.items.find(({ status }) => status === 'open')
  if (!item) throw new Error('Nothing is asked for in the demo account')
  return { path: `/claim/application/supplement/detail?id=${id}&item=${item.id}`, login: true }
}

const pingan = (insurer: string): boolean => insurer === 'pingan'

const orderPage =
  (path: string, statuses: readonly string[]) =>
  async (site: At): Promise<Sample> => ({ path: `${path}?order=${await order(site, statuses)}`, login: true })

const TO_PAY = ['awaiting_payment']
const BOUGHT = ['issued']

export const SAMPLES: Samples = {
  confirm: '/confirm?plan=us-campus',
  interconnection: '/interconnection?plan=us-campus',
  'interconnection.pay': orderPage('/interconnection/pay', TO_PAY),
  'interconnection.succeed': orderPage('/interconnection/succeed', BOUGHT),
  'payment.confirm': orderPage('/payment/confirm', TO_PAY),
  'payment.pay': orderPage('/payment/pay', TO_PAY),
  'payment.succeed': orderPage('/payment/succeed', BOUGHT),
  pay: orderPage('/pay', TO_PAY),
  'pay.succeed': orderPage('/pay/succeed', BOUGHT),
  'pay.fail': orderPage('/pay/fail', ['cancelled']),
  // No payment of the demo account failed by its authorization: what one looks like is seen in `journeys/payment`.
  'pay.accreditFail': async () => ({ path: '/pay/accreditFail', login: true }),
  fyqr: orderPage('/fyqr', TO_PAY),
  checkstand: async (site) => ({ path: `/checkstand/${await order(site, TO_PAY)}`, login: true }),
  'cashier.confirmation': async (site) => ({ path: `/cashier/confirmation/${await paymentLink(site)}` }),
  // Opened without its confirmation it leads there; back from the gateway it asks how the payment stands.
  cashier: async (site) => ({ path: `/cashier/${await paymentLink(site)}?back=1` }),
  'h5.collection': `/h5/collection/${DEMO_CAMPAIGN}/us-campus`,
  // A school's list; a link for one student has the same screens as `cashier`.
  'h5.pay': `/h5/pay/collection/${DEMO_GROUP_LINK}`,
  'h5.details': orderPage('/h5/details', BOUGHT),
  prepaid: `/prepaid/apply/${DEMO_PREPAID_KEY}`,
  hospital: '/claims/hospital?country=jp',
  // Without an id it leads to the guides.
  'claims.content': '/claims/content?id=A%20b',
  'claim.read': draftPage('sign'),
  'claim.apply': draftPage('event'),
  'claim.upload': draftPage('documents'),
  'claim.success': sentClaim,
  // A phone goes on to the claim itself: there the page has something to say only of a code that leads nowhere.
  qrcode: async (site, device) => ({
    path: device === 'web' ? `/qrcode?id=${await draft(site)}` : '/qrcode',
    login: true,
  }),
  'query.progress': claimPage('/claim/query/progress', 'supplement_required'),
  'query.detail': claimPage('/claim/query/detail_progress', 'in_review'),
  'query.result': claimPage('/claim/query/detail_complete', 'paid', (insurer) => !pingan(insurer)),
  'query.pingan': claimPage('/claim/query/detail_complete_pingan', 'paid', pingan),
  'query.images': claimPage('/claim/query/image_list', 'supplement_required'),
  supplement: claimPage('/claim/application/supplement', 'supplement_required'),
  'supplement.item': requestedItem,
  'overseas.complete': async () => ({ path: '/other/overseas/complete', login: true }),
  'policy.extend': async (site) => ({ path: `/insurance-policy/extend?id=${await policy(site)}`, login: true }),
  'policy.details': async (site) => ({ path: `/insurance-policy/details?id=${await policy(site)}`, login: true }),
}
