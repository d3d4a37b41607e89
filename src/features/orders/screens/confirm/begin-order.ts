/** Begins an order in this browser (see `find-or-begin-order.ts` for which). */
import { request } from '../../../../app/client.ts'
import { createOrder, getOrder, orderAgain } from '../../contract.ts'
import { findOrBeginOrder } from './find-or-begin-order.ts'

export const beginOrder = (query: URLSearchParams): ReturnType<typeof findOrBeginOrder> => findOrBeginOrder(query, {
  get: (id) => request(getOrder, { id }),
  create: (input) => request(createOrder, input),
  again: (input) => request(orderAgain, input),
  store: sessionStorage,
  newKey: () => crypto.randomUUID(),
})
