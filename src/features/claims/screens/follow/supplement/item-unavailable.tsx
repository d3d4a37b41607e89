/** "I cannot get this document", for one item of a request. */
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { itemUnavailable, type RequestItem } from '../../../contract.ts'
import { DocumentUnavailable } from '../../document-unavailable.tsx'
import { unavailableWords } from '../../../rules/word-keys.ts'
import type { ClaimProps } from '../load-claim.tsx'

export function ItemUnavailable({ claim, put, item }: ClaimProps & { item: RequestItem }) {
  const t = useT()

  async function say(said: Parameters<Parameters<typeof DocumentUnavailable>[0]['onSay']>[0]): Promise<boolean> {
    const why = said === null ? '' : unavailableWords(t, { kind: item.kind, ...said })
    try {
      const reply = await request(itemUnavailable, { id: claim.id, item: item.id, why })
      if (reply.ok) put(reply.data)
      else toast(reply.message, 'bad')
      return reply.ok
    } catch (thrown) {
      toast(callFailureWords(t, thrown), 'bad')
      return false
    }
  }

  return <DocumentUnavailable id="cannot" why={item.unavailable} onSay={say} open={location.hash === '#cannot'} />
}
