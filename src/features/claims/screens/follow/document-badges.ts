/** Badges of documents and of what a request asks for. */
import type { BadgeKind } from '../../../../ui/Badge.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import type { DocumentStatus, ItemStatus } from '../../rules/status-values.ts'

type Look = { kind: BadgeKind; icon: IconName }

export const DOCUMENT_BADGE: Record<
  Exclude<DocumentStatus, 'set_aside'> | 'needed' | 'unavailable' | 'replaced' | 'not_used' | 'unsent',
  Look
> = {
  checking: { kind: 'info', icon: 'clock' },
  failed: { kind: 'bad', icon: 'circle-alert' },
  received: { kind: 'info', icon: 'check' },
  accepted: { kind: 'ok', icon: 'check' },
  needs_replacement: { kind: 'warn', icon: 'rotate-ccw' },
  replaced: { kind: 'plain', icon: 'check' },
  not_used: { kind: 'plain', icon: 'minus' },
  unsent: { kind: 'warn', icon: 'circle-dashed' },
  needed: { kind: 'warn', icon: 'circle-dashed' },
  unavailable: { kind: 'plain', icon: 'minus' },
}

export const ITEM_BADGE: Record<ItemStatus, Look> = {
  open: { kind: 'warn', icon: 'circle-dashed' },
  answered: { kind: 'info', icon: 'check' },
  unavailable: { kind: 'plain', icon: 'minus' },
  settled: { kind: 'ok', icon: 'check' },
}
