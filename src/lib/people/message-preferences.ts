/** How a person wants to receive messages: one way for each kind of message. Words: `account:mine.notices`. */
export const MESSAGE_KINDS = ['orders', 'policies', 'claims', 'reminders'] as const
export type ChosenKind = (typeof MESSAGE_KINDS)[number]

/** `given`: the contact of the order, policy or claim; `mobile`, `email`: that contact of the account; `none`: not sent. */
export const MESSAGE_WAYS = ['given', 'email', 'mobile', 'none'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]
