/** The type of a set of migrations, separate from what runs them: table files need only this. */
import type { Migration } from 'kysely/migration'

/**
 * `<feature>_<nnn>_<what>` → migration. A feature's migrations run in name order; features do not depend on each
 * other's.
 */
export type Migrations = Readonly<Record<string, Migration>>
