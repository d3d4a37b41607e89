/** What a request asks for: what was added counts only once it is sent. */
import { useT } from '../../../../app/words/words.tsx'
import { Badge } from '../../../../ui/Badge.tsx'
import type { ItemStatus } from '../../rules/status-values.ts'
import { DOCUMENT_BADGE, ITEM_BADGE } from './document-badges.ts'

export function ItemBadge({ status, sent = false }: { status: ItemStatus; sent?: boolean }) {
  const t = useT()
  if (status !== 'answered') return <Badge {...ITEM_BADGE[status]}>{t(`claims:itemStatus.${status}`)}</Badge>
  const standing = sent ? 'received' : 'unsent'
  return <Badge {...DOCUMENT_BADGE[standing]}>{t(`claims:documentStatus.${standing}`)}</Badge>
}
