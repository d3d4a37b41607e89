/** What steps of the wizard fetch and where the last one leads. */
import { request } from '../../../../app/client.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { orderText, type PageText } from '../../contract.ts'

/** A page's text as this order's buyer is shown it; `undefined` when it could not be had. */
export async function loadText(id: string, page: PageText['page']): Promise<PageText | undefined> {
  const reply = await request(orderText, { id, page })
  return reply.ok ? reply.data : undefined
}

/** The guard sends a phone on to its own payment page. */
export const paymentPath = (id: string, lang: Lang): string => `${localPath(lang, '/payment/confirm')}?order=${encodeURIComponent(id)}`
