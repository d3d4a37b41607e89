/** A change of contact information in a sentence. */
import type { Translate } from '../../../app/words/translate.ts'
import { CHANNELS, type Channel } from '../../../lib/people/contact.ts'

export function changeWords(
  t: Translate,
  { channel, old, new: next }: { channel: Channel; old: string | null; new: string | null },
): string {
  const kind = old === null ? 'added' : next === null ? 'removed' : 'replaced'
  return t(`contact:recent.${kind}`, { channel: t(`contact:channel.${channel}`), old: old ?? '', new: next ?? '' })
}

/** The contacts with which one signs in: one contact, or either of two. */
export function contactWords(t: Translate, contacts: Record<Channel, string | null>): string {
  const [one = '', other] = CHANNELS.flatMap((it) => contacts[it] ?? [])
  return other === undefined ? one : t('contact:and', { one, other })
}
