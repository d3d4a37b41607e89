/** What happened to a mail after a server had accepted it. */
export interface MailEvent {
  kind: 'bounced' | 'complained'
  /** Mail will never arrive there: a permanent bounce, or a complaint. */
  permanent: boolean
  /** Enhanced status (RFC 3463), where one is given. */
  status: string | null
  /** Our message, by which its mailbox is known. */
  messageId: string | null
  /** The mailbox by its address: trusted only from a mail provider, never from a mail. */
  recipient: string | null
}

const MESSAGE = /(?:^|[<+\s])([0-9a-hjkmnp-tv-z]{26})@/

/** Our message id in a Message-ID, an envelope address or an envelope id. */
export const messageIdIn = (text: string | undefined): string | null =>
  text === undefined ? null : (MESSAGE.exec(text)?.[1] ?? /^[0-9a-hjkmnp-tv-z]{26}$/.exec(text.trim())?.[0] ?? null)

/**
 * Feedback types (RFC 5965, 6430) by which somebody rejects a mail; `not-spam` says the opposite, and `auth-failure` is
 * about servers.
 */
export const isComplaint = (feedbackType: string): boolean => /^(abuse|fraud|virus|other)$/i.test(feedbackType)
