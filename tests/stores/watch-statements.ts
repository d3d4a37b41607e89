/** Sees every statement that this process sends to PostgreSQL, whoever sends it and however. */
import pg from 'pg'

export interface Statement {
  /** What was going on: a call, a job, a command; empty for what tests do themselves. */
  of: string
  sql: string
  values: readonly unknown[]
  ms: number
}

type Query = (...given: unknown[]) => unknown
interface Answered {
  then: (done: () => void, failed: () => void) => unknown
}

export class StatementWatch {
  of = ''
  readonly statements: Statement[] = []
  private unwatched: Query | undefined
  private readonly meet: ((client: pg.Client) => void) | undefined

  /** `meet`: called before each statement of a connection. */
  constructor(meet?: (client: pg.Client) => void) {
    this.meet = meet
  }

  start(): void {
    const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
    const { query } = prototype
    this.unwatched = query
    const asked = (client: pg.Client, given: unknown[]): unknown => this.asked(client, query, given)
    prototype.query = function (this: pg.Client, ...given) {
      return asked(this, given)
    }
  }

  stop(): void {
    if (this.unwatched) Object.assign(pg.Client.prototype, { query: this.unwatched })
  }

  private asked(client: pg.Client, query: Query, given: unknown[]): unknown {
    this.meet?.(client)
    const [first, second] = given
    const { text = '', values } =
      typeof first === 'string' ? { text: first, values: second } : (first as pg.QueryConfig)
    const { of } = this
    const began = performance.now()
    const note = (): void =>
      void this.statements.push({
        of,
        sql: text,
        values: Array.isArray(values) ? (values as unknown[]) : [],
        ms: performance.now() - began,
      })
    const last = given.at(-1)
    if (typeof last === 'function') {
      const answered = (...answer: unknown[]): unknown => {
        note()
        return (last as Query)(...answer)
      }
      return query.apply(client, [...given.slice(0, -1), answered])
    }
    const answer = query.apply(client, given) as Answered
    answer.then(note, note)
    return answer
  }
}
