/** How people choose to be told: by kind of message, each with a way. Words: `account:mine.notices`. */
export const MESSAGE_KINDS = ['orders', 'policies', 'claims', 'reminders'] as const
export type ChosenKind = (typeof MESSAGE_KINDS)[number]

/** As given with the order, policy or claim; by the contact that signs in; not at all. */
export const MESSAGE_WAYS = ['given', 'email', 'mobile', 'none'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]
