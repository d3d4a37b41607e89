/** What a feature brings to the server. Everything but the name is optional. */
import type { FastifyInstance } from 'fastify'
import type { MakeResolver } from './caller.ts'
import type { Config } from './config.ts'
import type { Migrations } from './db/migration-type.ts'
import type { Deps, OnContactEnded, OnLogin, OnSignOutElsewhere } from './dependencies.ts'
import type { IncomingKind } from './intake/check-worker.ts'
import type { Templates } from './messages/templates.ts'
import type { Command } from './operator/command.ts'
import type { Job, Recurring } from './outbox.ts'
import type { Route } from './call-handlers.ts'

export type { OnContactEnded, OnLogin, OnSignOutElsewhere }

export interface ServerFeature {
  /** Its folder's name, and the namespace of its words. */
  name: string
  routes?: readonly Route[]
  migrations?: Migrations
  jobs?: readonly Job[]
  recurring?: readonly Recurring[]
  /** Files that people send: what becomes of one once it was looked at. */
  incoming?: readonly IncomingKind[]
  messages?: Templates
  /** Routes that are no calls: payment notifications, pages of the sandbox, downloads by address. */
  raw?: (app: FastifyInstance, deps: Deps) => void | Promise<void>
  /** Only one feature may bring it. */
  resolveCaller?: MakeResolver
  onLogin?: OnLogin
  onSignOutElsewhere?: OnSignOutElsewhere
  onContactEnded?: OnContactEnded
  commands?: readonly Command[]
  /** Runs once after migrations and before the first request: seeding of the sandbox, warming of caches. */
  start?: (deps: Deps) => Promise<void>
  /** Figures for `/readyz` that somebody should look at; they do not make the server unready. */
  figures?: (deps: Deps) => Promise<Record<string, number>>
  /** What production still lacks for this feature, as names of settings. Empty when it may start. */
  missing?: (config: Config, env: NodeJS.ProcessEnv) => string[]
}
