/** Begins an order in this browser (see `beginning.ts` for which). */
import { request } from '../../../../app/client.ts'
import { createOrder, getOrder, orderAgain } from '../../contract.ts'
import { findOrBegin } from './beginning.ts'

export const begin = (query: URLSearchParams): ReturnType<typeof findOrBegin> => findOrBegin(query, {
  get: (id) => request(getOrder, { id }),
  create: (input) => request(createOrder, input),
  again: (input) => request(orderAgain, input),
  store: sessionStorage,
  newKey: () => crypto.randomUUID(),
})
