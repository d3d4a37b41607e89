/** Messages to the account's owner about the copy of their data and the closing of the account. */
import { defineMessages } from '../../../server/messages/define-message.ts'

export const accountMessages = defineMessages({
  account_closing: { kind: 'direct', limit: 'alert', vars: ['at', 'url', 'phone'] },
  account_kept: { kind: 'direct', limit: 'alert', vars: ['url', 'phone'], mailOnly: ['url'] },
  account_not_closed: { kind: 'direct', limit: 'service', vars: ['url', 'email'] },
  account_closed: { kind: 'direct', limit: 'service', vars: ['email', 'phone'] },
  account_export_ready: { kind: 'direct', limit: 'own', vars: ['day', 'url'] },
  account_export_failed: { kind: 'direct', limit: 'own', vars: ['url', 'email'] },
})
