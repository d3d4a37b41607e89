/**
 * Plans whose files are gone. Policies, claims and documents of years still name them, so the server stores the files
 * of every plan that it has read, and reads those of a missing one from there: retired, and otherwise as it was.
 */
import { sql } from 'kysely'
import type { Deps } from '../../../server/dependencies.ts'
import { Files, planFilesOf, tiersOfAnyDay, type Source } from '../content/plan-files.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { readPlans, readPlansFrom } from '../content/load-plans.ts'

/** A day before every policy: a plan that is gone is not sold. */
const LONG_AGO = 'retired: 2000-01-01'
const PLAN = /^content\/plans\/([^/]+)\.yaml$/

/** The project's files, and for plans that it has no file of, the stored ones. */
class RememberedFiles extends Files {
  readonly #stored: ReadonlyMap<string, string>
  /** Plans whose stored files do not fit what holds on this day. */
  readonly #leftOut: ReadonlySet<string>
  constructor(root: string, stored: ReadonlyMap<string, string>, day?: Day, leftOut: ReadonlySet<string> = new Set()) {
    super(root, day)
    this.#stored = stored
    this.#leftOut = leftOut
  }

  /** Ids of plans that are stored and have no file. */
  gone(): string[] {
    const here = new Set([...super.ids('content/plans', '.yaml'), ...this.#leftOut])
    return [...this.#stored.keys()].flatMap((path) => PLAN.exec(path)?.[1] ?? []).filter((id) => !here.has(id))
  }

  override isStored(plan: string): boolean {
    return this.gone().includes(plan)
  }

  override ids(folder: string, extension: string): string[] {
    const here = super.ids(folder, extension)
    if (folder === 'content/plans') return [...here, ...this.gone()].sort()
    if (folder !== 'content/insurers') return here
    const insurers = this.gone().flatMap(
      (id) => /^insurer:\s*(\S+)/m.exec(this.#stored.get(`content/plans/${id}.yaml`) ?? '')?.[1] ?? [],
    )
    return [...new Set([...here, ...insurers])].sort()
  }

  override read(file: string): Source | undefined {
    const here = super.read(file)
    const text = this.#stored.get(file)
    if (here || text === undefined) return here
    // Whatever day it was to end on: what has no file is not sold.
    return { file, text: PLAN.test(file) ? `${text.replace(/^retired:.*\n?/m, '').trimEnd()}\n${LONG_AGO}\n` : text }
  }
}

/**
 * The files of a day with as many of the gone plans as can be read beside the others: shared texts may have changed
 * since, and one plan must not take the others with it.
 */
function soundFiles(root: string, stored: ReadonlyMap<string, string>, day?: Day): RememberedFiles {
  const all = new RememberedFiles(root, stored, day)
  if (isReadable(all)) return all
  const gone = all.gone()
  const leftOut = gone.filter(
    (id) => !isReadable(new RememberedFiles(root, stored, day, new Set(gone.filter((other) => other !== id)))),
  )
  return new RememberedFiles(root, stored, day, new Set(leftOut))
}

function isReadable(files: Files): boolean {
  try {
    return readPlans(files).plans.length > 0
  } catch {
    return false
  }
}

/**
 * Stores what changed of the project's files, and adds the plans that are only in the store. Before anything reads
 * plans.
 */
export async function rememberPlans(deps: Deps, root: string = process.cwd()): Promise<void> {
  const rows = await deps.db.selectFrom('plan_files').select(['path', 'sha256']).execute()
  const stored = new Map(rows.map(({ path, sha256 }) => [path, sha256]))
  const here = planFilesOf(root)
  const read_at = deps.clock()
  const changed = here.filter(({ path, sha256 }) => stored.get(path) !== sha256).map((it) => ({ ...it, read_at }))
  if (changed.length > 0)
    await deps.write(async (trx) => {
      await trx
        .insertInto('plan_files')
        .values(changed)
        .onConflict((conflict) =>
          conflict.column('path').doUpdateSet((row) => ({
            text: row.ref('excluded.text'),
            sha256: row.ref('excluded.sha256'),
            read_at: row.ref('excluded.read_at'),
          })),
        )
        .execute()
    })
  const plans = (paths: Iterable<string>): string[] => [...paths].filter((path) => PLAN.test(path))
  const known = new Set(here.map(({ path }) => path))
  if (plans(stored.keys()).every((path) => known.has(path))) return
  const texts = new Map(
    (await deps.db.selectFrom('plan_files').select(['path', 'text']).execute()).map(({ path, text }) => [path, text]),
  )
  report(deps, new RememberedFiles(root, texts).gone(), soundFiles(root, texts).gone())
  readPlansFrom(root, (day) => soundFiles(root, texts, day))
}

function report({ log }: Pick<Deps, 'log'>, gone: readonly string[], read: readonly string[]): void {
  log.warn({ plans: read }, 'plans without files: their policies are read from the store')
  const lost = gone.filter((id) => !read.includes(id))
  if (lost.length > 0)
    log.error({ plans: lost }, 'stored files of these plans cannot be read: put content/plans/<id> back')
}

/**
 * Plans and tiers that rows name and the content has no file of, a line each with the tables that name it and how
 * often: `us-campus is named by policies (3), orders (1)`, `the tier gold of us-j1 is named by claims (1)`. Every table
 * with a column `plan` counts, and of those each with a column `tier`. A tier stands in the figures of any day.
 */
export async function plansWithoutFiles(db: Deps['db'], root: string = process.cwd()): Promise<string[]> {
  const tiers = tiersOfAnyDay(root)
  const uses = new Map<string, string[]>()
  for (const { name, columns } of await db.introspection.getTables()) {
    const has = (wanted: string): boolean => columns.some((column) => column.name === wanted)
    if (!has('plan')) continue
    const tier = has('tier') ? sql.ref('tier') : sql`''`
    const { rows } = await sql<{ plan: string; tier: string; uses: number }>`
      SELECT plan, COALESCE(${tier}, '') AS tier, CAST(count(*) AS INTEGER) AS uses FROM ${sql.table(name)}
      WHERE plan IS NOT NULL AND plan <> '' GROUP BY 1, 2`.execute(db)
    const counts = new Map<string, number>()
    for (const row of rows) {
      const known = tiers.get(row.plan)
      if (known && (row.tier === '' || known.has(row.tier))) continue
      const named = known ? `the tier ${row.tier} of ${row.plan}` : row.plan
      counts.set(named, (counts.get(named) ?? 0) + row.uses)
    }
    for (const [named, count] of counts) uses.set(named, [...(uses.get(named) ?? []), `${name} (${count})`])
  }
  return [...uses].map(([named, tables]) => `${named} is named by ${tables.sort().join(', ')}`).sort()
}
