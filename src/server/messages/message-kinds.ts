/**
 * The kind of a template: people choose by kind how they are told. `direct` goes only where it was sent: codes, what
 * somebody asked for, warnings to the owner of an address. Only reminders may be switched off; contract or law requires
 * the rest.
 */
import type { ChosenKind } from '../../lib/message-preferences.ts'

export type MessageKind = ChosenKind | 'direct'

/** Kinds that may be switched off. */
export const OPTIONAL_KINDS: readonly ChosenKind[] = ['reminders']

/** Templates whose kind differs from the first word of their name. */
const NAMED: Readonly<Record<string, MessageKind>> = {
  order_link: 'direct',
  order_consent: 'direct',
  change_approved: 'direct',
  policy_started: 'reminders',
  policy_ending: 'reminders',
  policy_ending_extend: 'reminders',
  policy_ended: 'reminders',
}
const BY_FIRST_WORD: Readonly<Record<string, MessageKind>> = {
  login: 'direct',
  campaign: 'direct',
  group: 'direct',
  contact: 'direct',
  account: 'direct',
  credential: 'direct',
  invoice: 'direct',
  overseas: 'direct',
  order: 'orders',
  payment: 'orders',
  refund: 'orders',
  education: 'orders',
  policy: 'policies',
  extension: 'policies',
  change: 'policies',
  claim: 'claims',
}

/** The kind of a template; `undefined` for one without a kind, which a test refuses. */
export const kindOfTemplate = (template: string): MessageKind | undefined =>
  NAMED[template] ?? BY_FIRST_WORD[template.split('_')[0] ?? '']

/** Codes: they go wherever they were asked for, and a part of the text message budget is reserved for them. */
const CODES: readonly string[] = [
  'login_code',
  'account_export_code',
  'account_close_code',
  'contact_confirm',
  'contact_code',
  'contact_reach',
]
export const isCodeTemplate = (template: string): boolean => CODES.includes(template)

/** The kind of a message that its reader may switch off; `undefined` for all others. */
export function optionalKindOf(template: string): ChosenKind | undefined {
  const kind = kindOfTemplate(template)
  return kind === undefined || kind === 'direct' || !OPTIONAL_KINDS.includes(kind) ? undefined : kind
}
