/**
 * What a payer's page is about, according to its address, and where the other pages are. The address never says how a
 * payment ended.
 */
import { fromAddress } from '../../../app/address/page-address.ts'
import { $session } from '../../../app/session/session.ts'
import { localPath, splitPath, type Lang } from '../../../lib/locale.ts'
import { filledPath, partOf } from '../../../lib/text/path-pattern.ts'
import type { RoutePath } from '../../../routes.ts'

export interface OrderReference {
  /** Number of an application for a plan. */
  order?: string
  /** Any other payable: `<kind>.<id>`. */
  pay?: string
  /** The QR code that a phone opened. */
  code?: string
  /** The token of a payment link's address. */
  link?: string
}

export interface PayerQuery {
  which: OrderReference | undefined
  payment: string | undefined
  /** The browser returns from the gateway's page. */
  back: boolean
}

/**
 * Reads `?order=`, `?pay=`, `?code=` or `?link=`, `payment` and `back`. `id` is used by links from the order's own
 * pages.
 */
function payerQueryOf(search: string): PayerQuery {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? undefined
  const pay = query.get('pay') ?? undefined
  const link = query.get('link') ?? undefined
  const order = query.get('order') ?? query.get('id') ?? undefined
  return {
    which: code ? { code } : link ? { link } : pay ? { pay } : order ? { order } : undefined,
    payment: query.get('payment') ?? undefined,
    back: query.get('back') === '1',
  }
}

/** The build draws a page on which an order is waited for. */
const SOME_ORDER: PayerQuery = { which: { order: '' }, payment: undefined, back: false }

/** The same for the page's own address. */
export const payerQuery = (): PayerQuery => fromAddress(({ search }) => payerQueryOf(search), SOME_ORDER)

/** The type in `/h5/pay/{type}/{id}` of links to pay for a student who applied by a school's campaign. */
const COLLECTION = 'collection'

/** Whether the payer used such a link: its pages follow one another, and pages of failed payments keep its type. */
const paysCollection = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  splitPath(pathname).path.startsWith('/h5/') || new URLSearchParams(search).get('type') === COLLECTION

/** The page's own, where its path contains it. */
export const payerPath = (route: Parameters<typeof payerPathOf>[0]): PayerQuery =>
  fromAddress((address) => payerPathOf(route, address), SOME_ORDER)

const PATTERNS = {
  checkstand: '/checkstand/[id]',
  cashier: '/cashier/[id]',
  'cashier.confirmation': '/cashier/confirmation/[id]',
  'h5.pay': '/h5/pay/[type]/[id]/[product_name]?',
} satisfies Record<string, RoutePath>

/**
 * The same for a page whose path contains it: `/checkstand/{number}` for an application, `/checkstand/{kind}.{id}` for
 * everything else, `/cashier/{id}`.
 */
export function payerPathOf(
  route: keyof typeof PATTERNS,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): PayerQuery {
  const { path } = splitPath(pathname)
  const id = partOf(PATTERNS[route], path, 'id')
  const known = route !== 'h5.pay' || partOf(PATTERNS[route], path, 'type') === COLLECTION
  const which =
    id === '' || !known
      ? undefined
      : route !== 'checkstand'
        ? { link: id }
        : id.includes('.')
          ? { pay: id }
          : { order: id }
  return { ...payerQueryOf(search), which }
}

const LINKED_FLOW = '/interconnection'

/**
 * The institution of a partner's link, while the payer is in the linked flow: its pages, and others that carry `in_id`
 * (design §2, clearing rule). `''` in that flow without one.
 */
export function linkedFlow({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): string | undefined {
  const { path } = splitPath(pathname)
  const inId = new URLSearchParams(search).get('in_id')
  return inId ?? (path === LINKED_FLOW || path.startsWith(`${LINKED_FLOW}/`) ? '' : undefined)
}

const LINKED = { pay: '/interconnection/pay', succeed: '/interconnection/succeed' } satisfies Record<string, RoutePath>

const PATHS = {
  pay: { web: '/payment/pay', mobile: '/pay' },
  succeed: { web: '/payment/succeed', mobile: '/pay/succeed' },
  fail: { web: '/pay/fail', mobile: '/pay/fail' },
  accreditFail: { web: '/pay/accreditFail', mobile: '/pay/accreditFail' },
  fyqr: { web: '/fyqr', mobile: '/fyqr' },
} satisfies Record<string, Record<'web' | 'mobile', RoutePath>>

/** The page of that name for this device, for the same payable. */
export function pageOf(lang: Lang, name: keyof typeof PATHS, which: OrderReference, payment?: string): string {
  const collection = which.link !== undefined && paysCollection(location)
  if (which.link && name === 'pay')
    return localPath(
      lang,
      collection
        ? filledPath(PATTERNS['h5.pay'], { type: COLLECTION, id: which.link })
        : filledPath(PATTERNS.cashier, { id: which.link }),
    )
  const query = new URLSearchParams(
    which.code
      ? { code: which.code }
      : which.link
        ? { link: which.link }
        : which.pay
          ? { pay: which.pay }
          : { order: which.order ?? '' },
  )
  if (payment) query.set('payment', payment)
  if (collection) query.set('type', COLLECTION)
  const inId = linkedFlow()
  if (inId) query.set('in_id', inId)
  const path =
    collection && name === 'succeed'
      ? '/h5/details'
      : inId !== undefined && (name === 'pay' || name === 'succeed')
        ? LINKED[name]
        : PATHS[name][$session.get().device]
  return `${localPath(lang, path)}?${query}`
}
