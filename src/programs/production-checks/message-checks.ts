/**
 * Mail and text messages: the mail server accepts the login, providers accept the keys and know the templates. Nothing
 * is sent.
 */
import { features } from '../feature-list.ts'
import { connectionChecks } from '../../server/messages/connection-checks.ts'
import { messagesOf } from '../../server/messages/define-message.ts'
import type { ProductionCheck } from './production-check.ts'

const templates = [...messagesOf(features).keys()]

export const messageChecks: readonly ProductionCheck[] = connectionChecks.map(({ name, run }) => ({
  name,
  run: (config) => run(config, templates),
}))
