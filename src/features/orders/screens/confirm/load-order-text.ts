import { request } from '../../../../app/browser-requester.ts'
import { orderText, type OrderView, type PageText } from '../../contract.ts'
import { familyOf, insuredDraft } from '../../people-draft.ts'

/** A page's text as this order's buyer is shown it; `undefined` when it could not be had. `tier`: as it would be for another one. */
export async function loadOrderText(id: string, page: PageText['page'], tier?: string): Promise<PageText | undefined> {
  const reply = await request(orderText, { id, page, ...(tier === undefined ? {} : { tier }) })
  return reply.ok ? reply.data : undefined
}

/** What the health page's text depends on: who is asked what, and by which names. */
export const healthTextKey = ({ questions, answers: { people } }: OrderView): string =>
  [...questions, insuredDraft(people).idName, ...familyOf(people).map(({ person }) => person.idName)].join()
