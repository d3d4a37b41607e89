/** The rows of a copy, by file and table: everything in `PERSONAL_TABLES` that belongs to the person. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../../server/dependencies.ts'
import type { Row } from '../../../server/keys/sealed-tables.ts'
import { maskContact } from '../../../lib/contact.ts'
import { maskIdNumber } from '../../../lib/id-number.ts'
import { keysOf } from '../../../lib/object-keys.ts'
import { handlingOf, PERSONAL_TABLES, type ExportFile, type TableName } from '../personal-tables.server.ts'
import { nonEmptyIds, type PersonRecords } from '../person-records.server.ts'
import { openRow } from './open-row.server.ts'

type Opened = Awaited<ReturnType<typeof openRow>>

/** Tables of one file of the copy, with their rows unsealed. */
export async function rowsOf(deps: Deps, person: PersonRecords, file: ExportFile): Promise<Record<string, Opened[]>> {
  const out: Record<string, Opened[]> = {}
  for (const table of keysOf(PERSONAL_TABLES)) {
    const { export: exported } = handlingOf(table)
    if ('not' in exported || exported.file !== file) continue
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(exported.column)} in (${sql.join(nonEmptyIds(person.ids[exported.among]))})`.execute(
        deps.db,
      )
    out[table] = []
    for (const row of rows) out[table].push(masked(table, await openRow(deps, table, row), person))
  }
  return out
}

const peopleOf = z.object({ policyholder: z.record(z.string(), z.json()) }).loose()

/**
 * An insured person whom somebody else insures sees the policyholder as on the policy’s page: masked ID numbers and
 * contacts.
 */
function masked(table: TableName, row: Opened, { roles }: PersonRecords): Opened {
  const policy = table === 'policies' ? row['id'] : table === 'policy_versions' ? row['policy_id'] : undefined
  if (typeof policy !== 'string' || roles.get(policy) !== 'insured') return row
  const people = peopleOf.parse(row['people'])
  const hide = (field: string, by: (text: string) => string) => {
    const value = people.policyholder[field]
    return typeof value === 'string' ? { [field]: by(value) } : {}
  }
  return {
    ...row,
    people: {
      ...people,
      policyholder: {
        ...people.policyholder,
        ...hide('idNumber', maskIdNumber),
        ...hide('passportNumber', maskIdNumber),
        ...hide('email', maskContact),
        ...hide('mobile', maskContact),
      },
    },
  }
}

/** Messages whose text still exists: for a day after they were sent, and queued ones. Codes are left out. */
export async function messagesOf(
  deps: Deps,
  person: PersonRecords,
): Promise<{ id: string; at: string; sent: boolean; to: string; template: string; vars: Record<string, string> }[]> {
  const found: Awaited<ReturnType<typeof messagesOf>> = []
  for await (const { id, letter, at, sent } of lettersTo(deps, person.macs)) {
    if (!letter.vars['code'])
      found.push({
        id,
        at: new Date(at).toISOString(),
        sent,
        to: letter.to,
        template: letter.template,
        vars: letter.vars,
      })
  }
  return found
}

const sealedSchema = z.object({ sealed: z.string() })
const letterSchema = z.object({ template: z.string(), to: z.string(), vars: z.record(z.string(), z.string()) })
const PAGE = 200

/**
 * Jobs of messages to one of these contacts. They are stored sealed, so each is unsealed to check; read in pages, so
 * that nothing else has to wait.
 */
async function* lettersTo(
  deps: Pick<Deps, 'db' | 'seal'>,
  macs: readonly string[],
): AsyncGenerator<{ id: string; at: number; sent: boolean; letter: z.output<typeof letterSchema> }> {
  let after = ''
  for (;;) {
    const rows = await deps.db
      .selectFrom('jobs')
      .select(['id', 'payload', 'run_at', 'done_at'])
      .where('kind', '=', 'message')
      .where('payload', '!=', '{}')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      const letter = deps.seal.open('jobs.message', letterSchema, sealedSchema.parse(JSON.parse(row.payload)).sealed)
      if (macs.includes(deps.seal.mac('login.destination', letter.to)))
        yield { id: row.id, at: row.run_at, sent: row.done_at !== null, letter }
    }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}
