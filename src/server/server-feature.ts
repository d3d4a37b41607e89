/** What a feature adds to the server. Everything but the name is optional. */
import type { FastifyInstance } from 'fastify'
import type { MakeResolver } from './http/caller.ts'
import type { Config } from './config.ts'
import type { HookPart } from './define-hook.ts'
import type { Deps } from './dependencies.ts'
import type { IncomingKind } from './intake/check-worker.ts'
import type { MessageDestination } from './messages/send-message.ts'
import type { MessageList } from './messages/define-message.ts'
import type { Command } from './operator/command.ts'
import type { Job, Recurring } from './jobs/outbox.ts'
import type { Route } from './http/call-handlers.ts'

export interface ServerFeature {
  /** Its folder's name, and the namespace of its words. */
  name: string
  routes?: readonly Route[]
  jobs?: readonly Job[]
  recurring?: readonly Recurring[]
  /** Files that people send: what the feature does after their check. */
  incoming?: readonly IncomingKind[]
  messages?: MessageList
  /** How a person chose to be told. Only one feature may provide it. */
  messageDestination?: MessageDestination
  /** Its parts of what other features ask or tell. */
  hooks?: readonly HookPart[]
  /** Routes that are not calls: payment notifications, sandbox pages, downloads by address. */
  raw?: (app: FastifyInstance, deps: Deps) => void | Promise<void>
  /** Only one feature may provide it. */
  resolveCaller?: MakeResolver
  commands?: readonly Command[]
  /** Runs once after the store was brought to head and before the first request: to seed the sandbox and warm caches. */
  start?: (deps: Deps) => Promise<void>
  /** Figures for `health show` that somebody should check; they do not make the server unready. */
  figures?: (deps: Deps) => Promise<Record<string, number>>
  /** Names of settings that production still needs for this feature. Empty when it may start. */
  missing?: (config: Config, env: NodeJS.ProcessEnv) => string[]
}
