/** Every migration of the server: its own tables, then those of each feature. */
import { coreTableMigrations } from './db/core-tables.ts'
import { personKeyMigrations } from './db/person-key-tables.ts'
import { collect, type Migrations } from './db/migrate.ts'
import type { ServerFeature } from './server-feature.ts'
import { healthMigrations } from './health-tables.ts'
import { intakeMigrations } from './intake/incoming-tables.ts'
import { messageMigrations } from './messages/message-tables.ts'
import { secretCanaryMigrations } from './keys/secret-canary-tables.ts'
import { operatorMigrations } from './operator/operator-tables.ts'

/** Tables that exist without any feature: users, sessions, jobs, files and those that wait for their check. */
export const coreMigrations: Migrations = collect([
  coreTableMigrations,
  healthMigrations,
  intakeMigrations,
  messageMigrations,
  operatorMigrations,
  personKeyMigrations,
  secretCanaryMigrations,
])

/** The whole schema with the tables of `features`. */
export const migrationsOf = (features: readonly Pick<ServerFeature, 'migrations'>[]): Migrations =>
  collect([coreMigrations, ...features.map((it) => it.migrations)])
