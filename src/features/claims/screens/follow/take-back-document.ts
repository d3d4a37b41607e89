/** Takes back a document of an unsent answer, or one that came unasked, and shows the claim as it is afterwards. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { useT } from '../../../../app/words/words.tsx'
import { toast } from '../../../../app/parts/toast-store.ts'
import { getClaim, removeDocument, type DocumentView } from '../../contract.ts'
import type { ClaimProps } from './load-claim.tsx'

export function useTakeBack(
  { id }: ClaimProps['claim'],
  put: ClaimProps['put'],
): (document: DocumentView) => Promise<void> {
  const t = useT()
  return async (document) => {
    const reply = await request(removeDocument, { id, document: document.id }).catch(() => undefined)
    if (!reply?.ok) return toast(reply?.message ?? t('app:failed.server'), 'bad')
    const now = await request(getClaim, { id }).catch(() => undefined)
    if (now?.ok) put(now.data)
  }
}
