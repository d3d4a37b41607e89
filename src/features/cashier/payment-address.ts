/** Which order a payer's page is about, and where the other pages are. The address never says how a payment ended. */
import { $session } from '../../app/session.ts'
import { localPath, type Lang } from '../../lib/locale.ts'
import { pathFor } from '../../routes.ts'

export interface OrderReference {
  order?: string
  /** Of the QR code that a phone opened. */
  code?: string
}

export interface PayerQuery {
  which: OrderReference | undefined
  payment: string | undefined
  /** The browser comes from the gateway's page. */
  back: boolean
}

/** Reads `?order=` or `?code=`, `payment` and `back`. `id` is what links from the order's own pages carry. */
export function payerQueryOf(search: string): PayerQuery {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? undefined
  const order = query.get('order') ?? query.get('id') ?? undefined
  return {
    which: code ? { code } : order ? { order } : undefined,
    payment: query.get('payment') ?? undefined,
    back: query.get('back') === '1',
  }
}

const ROUTES = {
  pay: { web: 'payment.pay', mobile: 'pay' },
  succeed: { web: 'payment.succeed', mobile: 'pay.succeed' },
  fail: { web: 'pay.fail', mobile: 'pay.fail' },
  accreditFail: { web: 'pay.accreditFail', mobile: 'pay.accreditFail' },
  fyqr: { web: 'fyqr', mobile: 'fyqr' },
} as const

/** The page of that name for this device, about the same order. */
export function pageOf(lang: Lang, name: keyof typeof ROUTES, which: OrderReference, payment?: string): string {
  const query = new URLSearchParams(which.code ? { code: which.code } : { order: which.order ?? '' })
  if (payment) query.set('payment', payment)
  return `${localPath(lang, pathFor(ROUTES[name][$session.get().device]))}?${query}`
}
