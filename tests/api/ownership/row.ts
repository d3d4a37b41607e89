/** A row of the ownership table: what an owner sends to one endpoint, and whose the answer is. */
import { pathOf, type Call, type Input, type Reason } from '../../../src/lib/contract.ts'
import type { World } from './world.ts'

/**
 * Whose the answer is.
 * `record`: of the record that the input names. Everybody else is told that there is none, and then its owner gets the answer, so that the
 * refused calls are known to have changed nothing.
 * `caller`: whatever the caller has. Nothing of the owner's is in anybody else's answer.
 * `anyone`: of whoever sends the input; `why` says what stands in for a login.
 */
type About = { of: 'record' } | { of: 'caller' } | { of: 'anyone'; why: string }

export type Row<C extends Call = Call> = About & {
  /** What the owner sends and the server takes. For `record` it is made once and everybody sends the same; otherwise once for each caller. */
  input: (world: World) => Input<C> | Promise<Input<C>>
  files?: (world: World) => Promise<Record<string, Blob>>
  /** The owner's answer where the rules refuse what ownership allows; a success when it is left out. */
  answers?: Reason<C>
}

/** The same with its endpoint, as the table reads it. */
export type NamedRow = Pick<Row, 'of' | 'files'> & {
  call: Call
  /** `/index/order/get` */
  path: string
  input: (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>
  answers?: string
}

/** `row(getOrder)({ of: 'record', input: … })`: in two steps, so that the input is checked against the call's. */
export const row = <C extends Call>(call: C) => (given: Row<C>): NamedRow => ({ ...given, call, path: pathOf(call) })
