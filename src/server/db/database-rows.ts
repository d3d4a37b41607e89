/** The rows of all tables, for Kysely: each file that declares tables adds its own here (declaration merging). */
export interface Database {}
