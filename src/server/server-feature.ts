/** What a feature brings to the server. Everything but the name is optional. */
import type { FastifyInstance } from 'fastify'
import type { MakeResolver } from './caller.ts'
import type { Config } from './config.ts'
import type { Migrations } from './db/migration-type.ts'
import type { ClosurePart, Deps, OnContactEnded, OnLogin, OnPolicyVersion, OnRefunded, OnSignOutElsewhere, WaitingPart } from './dependencies.ts'
import type { IncomingKind } from './intake/check-worker.ts'
import type { LinkedVisits } from './linked-visits.ts'
import type { MessageDestination } from './messages/send-message.ts'
import type { Templates } from './messages/templates.ts'
import type { Command } from './operator/command.ts'
import type { Job, Recurring } from './outbox.ts'
import type { PayableKind } from './payable.ts'
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
  /** What its reader chose of how to be told. Only one feature may bring it. */
  messageDestination?: MessageDestination
  /** What it lets people pay for, a kind each. */
  payables?: readonly PayableKind[]
  /** Routes that are no calls: payment notifications, pages of the sandbox, downloads by address. */
  raw?: (app: FastifyInstance, deps: Deps) => void | Promise<void>
  /** Only one feature may bring it. */
  resolveCaller?: MakeResolver
  /** Only one feature may bring it. */
  linkedVisits?: LinkedVisits
  onLogin?: OnLogin
  onSignOutElsewhere?: OnSignOutElsewhere
  onContactEnded?: OnContactEnded
  onRefunded?: OnRefunded
  onPolicyVersion?: OnPolicyVersion
  /** What closing an account asks of it. */
  closure?: ClosurePart
  /** What of it waits for a person, for the overview. */
  waiting?: WaitingPart
  commands?: readonly Command[]
  /** Runs once after migrations and before the first request: seeding of the sandbox, warming of caches. */
  start?: (deps: Deps) => Promise<void>
  /** Figures for `/readyz` that somebody should look at; they do not make the server unready. */
  figures?: (deps: Deps) => Promise<Record<string, number>>
  /** What production still lacks for this feature, as names of settings. Empty when it may start. */
  missing?: (config: Config, env: NodeJS.ProcessEnv) => string[]
}
