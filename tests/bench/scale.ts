/**
 * Calls, jobs and reading commands on PostgreSQL with a hundred thousand people (docs/scale.md): how long each takes,
 * and which read a table from end to end.
 */
import { inVitest } from './costs.ts'
import type { Read } from './scale/read-plans.ts'
import type { Measured } from './scale/measure-scale.ts'
import type { Section, Shared } from './main.ts'

/** People of one copy of the source (`tests/stores/fill-store.ts`). */
const PEOPLE_EACH = 5
/** Rows that a call or a job may read from end to end. */
const MOST_ROWS = 1_000

export async function benchScale(people: number, { short, say }: Shared): Promise<Section> {
  const measured = await inVitest<Measured>('scale', {
    SCALE_COPIES: String(short ? 2 : Math.ceil(people / PEOPLE_EACH)),
    // A quarter of two gigabytes, as a small server has.
    POSTGRES_SETTINGS: 'shared_buffers=512MB max_wal_size=4GB',
    ...(short ? { SCALE_SHORT: '1' } : {}),
  })
  say(`Filled in ${measured.filled.toFixed(0)} s`)
  for (const { table, rows, bytes } of measured.sizes.slice(0, 12))
    say(`  ${table.padEnd(26)}${String(rows).padStart(10)} rows ${(bytes / 1e6).toFixed(0).padStart(7)} MB`)
  say(
    `${'work'.padEnd(44)}${'runs'.padStart(5)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'cpu ms'.padStart(9)}  statements`,
  )
  for (const { of, ms, cpu, statements, told } of measured.work)
    say(
      `${of.padEnd(44)}${String(ms.length).padStart(5)}${part(ms, 0.5)}${part(ms, 0.99)}${part(cpu, 0.5)}${String(statements).padStart(6)}  ${told}`,
    )
  for (const line of measured.skipped) say(`not measured: ${line}`)
  const whole = wholeTables(measured.reads)
  for (const { of, table, rows, sql } of whole) say(`${of} reads ${table} from end to end, ${rows} rows: ${sql}`)
  const wrong = whole.filter(({ of }) => !of.startsWith('operator '))
  return {
    result: { ...measured, reads: whole },
    verdicts: short
      ? []
      : [
          {
            ok: wrong.length === 0,
            line: `No call and no job reads a table of more than ${MOST_ROWS} rows from end to end${wrong.map(({ of, table }) => `, but ${of} reads ${table}`).join('')}`,
          },
        ],
  }
}

function part(ms: readonly number[], share: number): string {
  const sorted = ms.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1).padStart(9)
}

/** Each once. */
const wholeTables = (reads: readonly Read[]): Read[] => [
  ...new Map(
    reads.filter(({ whole, rows }) => whole && rows > MOST_ROWS).map((read) => [`${read.of} ${read.table}`, read]),
  ).values(),
]
