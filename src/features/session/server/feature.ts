/** The server side of logging in. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { sessionClosure } from './account-closure.ts'
import { contactCommands } from './contacts/contact-commands.ts'
import { contactEndedHandler } from './contacts/orders-of-ended-contact.ts'
import { accountCodeMessages, contactMessages } from './contacts/contact-messages.ts'
import { deleteExpiredLoginRows } from './login-codes.ts'
import { wrongCodeFigures } from './login-failures.ts'
import { sessionRoutes } from './routes.ts'
import { resolveCaller } from './sessions.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { accountsOfContacts } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import { inUseAmong } from './contacts/held-contacts.ts'

export const session = {
  name: 'session',
  routes: sessionRoutes,
  hooks: [accountClosing.part(sessionClosure), accountsOfContacts.part(inUseAmong)],
  resolveCaller,
  figures: wrongCodeFigures,
  jobs: [contactEndedHandler],
  messages: { ...accountCodeMessages, ...contactMessages },
  commands: contactCommands,
  recurring: [{ kind: 'session.sweep', lane: 'sweeps', every: 3_600_000, run: deleteExpiredLoginRows }],
} satisfies ServerFeature
