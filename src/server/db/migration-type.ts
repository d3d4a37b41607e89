/** The type of a set of migrations, apart from what runs them: files of tables need only this. */
import type { Migration } from 'kysely/migration'

/** `<feature>_<nnn>_<what>` → migration. A feature's run in the order of their names; features do not depend on each other's. */
export type Migrations = Readonly<Record<string, Migration>>
