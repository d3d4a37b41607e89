/** A row of the ownership table: what an owner sends to one endpoint, and whose data the answer holds. */
import { pathOf, type Call, type Input, type Reason } from '../../../src/lib/contract.ts'
import type { World } from './world.ts'

/**
 * Whose data the answer holds. `record`: that of the record named by the input. Everybody else gets "not found", and
 * then its owner gets the answer, which proves that the refused calls have changed nothing. `caller`: whatever the
 * caller has. Nobody else's answer contains anything of the owner's. `anyone`: that of whoever sends the input; `why`
 * says what replaces a login.
 */
type About = { of: 'record' } | { of: 'caller' } | { of: 'anyone'; why: string }

export type Row<C extends Call = Call> = About & {
  /**
   * An input that the server accepts from the owner. For `record` it is made once and everybody sends the same;
   * otherwise once per caller.
   */
  input: (world: World) => Input<C> | Promise<Input<C>>
  files?: (world: World) => Promise<Record<string, Blob>>
  /** The owner's answer where the rules refuse what ownership allows; by default a success. */
  answers?: Reason<C>
}

/** The row with its endpoint, as the table reads it. */
export type NamedRow = Pick<Row, 'of' | 'files'> & {
  call: Call
  /** `/index/order/get` */
  path: string
  input: (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>
  answers?: string
}

/**
 * `row(getOrder)({ of: 'record', input: … })`: in two steps, so that the type of the input is checked against the
 * call's.
 */
export const row =
  <C extends Call>(call: C) =>
  (given: Row<C>): NamedRow => ({ ...given, call, path: pathOf(call) })
