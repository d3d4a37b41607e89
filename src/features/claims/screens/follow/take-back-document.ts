/** Takes back a document of an unsent answer, or one that came unasked, and shows the claim as it is afterwards. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
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
    try {
      const reply = await request(removeDocument, { id, document: document.id })
      if (!reply.ok && reply.code !== 'not_found') return toast(reply.message, 'bad')
    } catch (error) {
      return toast(callFailureWords(t, error), 'bad')
    }
    const now = await request(getClaim, { id }).catch(() => undefined)
    if (now?.ok) put(now.data)
  }
}
