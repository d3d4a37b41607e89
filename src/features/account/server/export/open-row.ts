/**
 * A row in the form in which its person may read it: sealed values unsealed, instants written out, internal columns
 * left out.
 */
import { z } from 'zod'
import type { Deps } from '../../../../server/dependencies.ts'
import { sealedTables, type Row } from '../../../../server/keys/sealed-tables.ts'
import { openForPerson } from '../../../../server/personal-data/person-keys.ts'

/** Keyed hashes, secrets and technical columns. `hash` and `prev_hash` belong to the sales record and stay. */
const LEFT_OUT =
  /(^|_)mac$|^(?!prev_hash$).+_hash$|^(holder|ended_by|handler|wrapped_key|csrf_name|version|key_versions|ticket_until)$|_key$/
const INSTANT = /^at$|_at$|_until$/
const looksLikeJson = /^\s*[[{]/

const anyJson = z.json()
type Json = z.output<typeof anyJson>

function parsed(text: string): Json {
  if (!looksLikeJson.test(text)) return text
  try {
    return anyJson.parse(JSON.parse(text))
  } catch {
    return text
  }
}

export type OpenedRow = Record<string, Json>

/** Opens one row of a table. */
export async function openRow(deps: Pick<Deps, 'seal' | 'db' | 'tables'>, table: string, row: Row): Promise<OpenedRow> {
  const sealed = sealedTables(deps.tables).find((it) => it.table === table)?.sealed ?? {}
  const out: Record<string, Json> = {}
  for (const [column, value] of Object.entries(row)) {
    if (LEFT_OUT.test(column)) continue
    const context = sealed[column]
    const plain =
      context !== undefined && typeof value === 'string' && deps.seal.isSealed(value)
        ? anyJson.parse(deps.seal.open(typeof context === 'string' ? context : context(row), z.unknown(), value))
        : anyJson.parse(value)
    if (typeof plain === 'number' && INSTANT.test(column)) out[column] = new Date(plain).toISOString()
    else if (typeof plain !== 'string') out[column] = plain
    // Operators are named to claimants by the name that they chose for that, and nowhere else.
    else out[column] = plain.startsWith('operator:') ? 'operator' : parsed(plain)
  }
  return table === 'events'
    ? withWords(deps, out)
    : table === 'invoices' || table === 'invoice_documents'
      ? withoutPayersEmail(out)
      : out
}

/**
 * Reasons written by operators contain no person's data (see docs/operating.md) and are left out; the person's own
 * texts are unsealed.
 */
async function withWords(deps: Pick<Deps, 'seal' | 'db'>, event: Record<string, Json>): Promise<Record<string, Json>> {
  const { why, data, ...rest } = event
  const given = z.record(z.string(), anyJson).safeParse(data).data ?? {}
  const said = given['said']
  const opened = typeof said === 'string' ? await openForPerson(deps, deps.db, 'claims.unavailable', said) : undefined
  return {
    ...rest,
    ...(rest['by'] === 'operator' || typeof why !== 'string' ? {} : { why }),
    ...(data === null || data === undefined ? {} : { data: opened === undefined ? given : { ...given, said: opened } }),
  }
}

/**
 * A payer who requested the invoice by a link is another person: the invoice's title is included, their email address
 * is not.
 */
function withoutPayersEmail({ title, ...rest }: Record<string, Json>): Record<string, Json> {
  const { link, email, ...given } = z.record(z.string(), anyJson).safeParse(title).data ?? {}
  return {
    ...rest,
    title: typeof link === 'string' && link !== '' ? given : { ...given, ...(email === undefined ? {} : { email }) },
  }
}
