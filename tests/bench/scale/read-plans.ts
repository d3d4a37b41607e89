/** Plans of statements as they were run: PostgreSQL sends them along with its answers. */
import type pg from 'pg'

/** A table that a statement has looked into. */
export interface Read {
  of: string
  sql: string
  table: string
  /** Rows that were looked at. */
  rows: number
  /** From end to end. */
  whole: boolean
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const EXPLAIN = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = notice;
  set auto_explain.log_nested_statements = on`

export class PlanReader {
  /** Whose plans are read at present; empty for nobody's. */
  of = ''
  readonly reads: Read[] = []
  private readonly known = new WeakSet<pg.Client>()

  /** Asks for plans on a connection, from the first statement on for which they are wanted. */
  readonly meet = (client: pg.Client): void => {
    if (this.of === '' || this.known.has(client)) return
    this.known.add(client)
    client.on('notice', ({ message }) => this.planned(message ?? ''))
    void client.query(EXPLAIN)
  }

  private planned(message: string): void {
    const at = message.indexOf('{')
    if (this.of === '' || !message.startsWith('duration') || at < 0) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at)) as { 'Query Text': string; Plan: Plan }
    this.walk(text, plan)
  }

  private walk(text: string, plan: Plan): void {
    const { 'Relation Name': table, 'Node Type': type, 'Actual Loops': loops } = plan
    const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
    if (table !== undefined && type !== 'ModifyTable')
      this.reads.push({
        of: this.of,
        sql: text,
        table,
        rows: (plan['Actual Rows'] + removed) * loops,
        whole: type === 'Seq Scan',
      })
    for (const part of plan.Plans ?? []) this.walk(text, part)
  }
}
