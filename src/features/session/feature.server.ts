/** The server side of logging in. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { sessionClosure } from './account-closure.server.ts'
import { contactCommands } from './contact-commands.server.ts'
import { contactEndedHandler } from './orders-of-ended-contact.server.ts'
import { accountCodeMessages, contactMessages } from './contact-messages.server.ts'
import { deleteExpiredLoginRows } from './login-codes.server.ts'
import { wrongCodeFigures } from './login-failures.server.ts'
import { sessionRoutes } from './routes.server.ts'
import { resolveCaller } from './sessions.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { accountsOfContacts } from '../../server/messages/bounces/undeliverable-mailboxes.ts'
import { inUseAmong } from './held-contacts.server.ts'

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
