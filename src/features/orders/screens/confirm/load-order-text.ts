import { request } from '../../../../app/browser-requester.ts'
import { orderText, type PageText } from '../../contract.ts'

/** A page's text as this order's buyer is shown it; `undefined` when it could not be had. `tier`: as it would be for another one. */
export async function loadOrderText(id: string, page: PageText['page'], tier?: string): Promise<PageText | undefined> {
  const reply = await request(orderText, { id, page, ...(tier === undefined ? {} : { tier }) })
  return reply.ok ? reply.data : undefined
}
