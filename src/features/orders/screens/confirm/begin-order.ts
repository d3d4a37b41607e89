/** Begins an order in this browser (see `find-or-begin-order.ts` for which). */
import { request } from '../../../../app/requests/browser-requester.ts'
import { visitStore } from '../../../../app/storage/storage.ts'
import { createLinkedOrder, createOrder, getOrder, orderAgain } from '../../contract.ts'
import { linkedVisit } from './linked-visit.ts'
import { findOrBeginOrder } from './find-or-begin-order.ts'

export const beginOrder = (query: URLSearchParams): ReturnType<typeof findOrBeginOrder> =>
  findOrBeginOrder(query, {
    get: (id) => request(getOrder, { id }),
    create: (input) => request(createOrder, input),
    linked: (input) => request(createLinkedOrder, input),
    visit: linkedVisit(query),
    again: (input) => request(orderAgain, input),
    store: visitStore(),
    newKey: () => crypto.randomUUID(),
  })
