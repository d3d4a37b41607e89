import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { orderText, type OrderView, type PageText } from '../../contract.ts'
import { familyOf, insuredDraft } from '../../rules/people-draft.ts'

/**
 * A page's text as the buyer of this order is shown it; `undefined` when it could not be loaded. `tier`: the text for
 * another tier.
 */
export async function loadOrderText(id: string, page: PageText['page'], tier?: string): Promise<PageText> {
  const reply = await request(orderText, { id, page, ...(tier === undefined ? {} : { tier }) })
  return dataOf(reply)
}

/** What the health page's text depends on: the people, their questions and their names. */
export const healthTextKey = ({ questions, answers: { people } }: OrderView): string =>
  [
    ...questions,
    ...[insuredDraft(people), ...familyOf(people).map(({ person }) => person)].flatMap(
      ({ idName, chineseName, passportName }) => [idName, chineseName, passportName],
    ),
  ].join()
