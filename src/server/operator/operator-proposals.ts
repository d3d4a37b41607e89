/**
 * What gives somebody a key or a role takes two people: one with the role `security` proposes it, another confirms it.
 * Otherwise one person could be two operators, and release their own payments (decision 0102).
 */
import { formatInstant } from '../../lib/days/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { Trx } from '../db/database.ts'
import { lockFor } from '../db/transaction-lock.ts'
import type { Deps } from '../dependencies.ts'
import { Conflict, writeEvent } from '../transition.ts'
import { operatorKey } from './operator-name.ts'
import { operatorMachine, type OperatorProposalTable } from './operator-tables.ts'
import {
  anotherSecurity,
  createOperator,
  keyHolders,
  operatorCalled,
  replaceKey,
  requireOperatorId,
  rolesOf,
  setRoles,
  type Acting,
  type NewOperator,
} from './operators.ts'
import { parseRoles, type Role } from './roles.ts'

const DAY = 86_400_000

/**
 * Proposes a new operator: `undefined`. The first one, and the second one if it has the role `security` too, are
 * created at once, because nobody could confirm them; then it returns the key.
 */
export async function addOperator(deps: Deps, of: NewOperator, act: Acting): Promise<string | undefined> {
  requireOperatorId(of.id)
  return deps.write(async (trx) => {
    await lockFor(trx, 'operators')
    const first = (await keyHolders(trx)).length === 0
    // Two commands may both have found no operator: the second one then needs the key of the first.
    if (!first && act.by === 'system') throw new Refusal('key_needed')
    const security = of.roles.includes('security')
    if (first && !security)
      throw new Refusal('invalid', { fields: { roles: 'the first operator needs the role security' } })
    if (first || (security && (await onlyOneSoFar(trx)))) {
      const key = await createOperator(deps, trx, of, { ...act, temporary: !first })
      return key
    }
    if (await operatorCalled(trx, of.id)) throw new Refusal('taken')
    await propose(deps, trx, { id: of.id, kind: 'add', name: of.name, roles: of.roles.join(',') }, act)
    return undefined
  })
}

/** Whether no second operator was ever created: somebody who has ended counts. */
const onlyOneSoFar = async (trx: Trx): Promise<boolean> =>
  (await trx.selectFrom('operators').select('id').limit(2).execute()).length === 1

/** Proposes a new key for an operator who has lost theirs. */
export const proposeKey = (deps: Deps, id: string, act: Acting): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'operators')
    const { id: known } = await activeOperator(trx, id)
    await propose(deps, trx, { id: known, kind: 'rotate', name: '', roles: '' }, act)
  })

/** Takes roles away at once; proposes those that are new. True when they are in force. */
export const changeRoles = (deps: Deps, id: string, roles: readonly Role[], act: Acting): Promise<boolean> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'operators')
    const row = await activeOperator(trx, id)
    const held = rolesOf(row)
    const fewer = roles.every((role) => held.includes(role))
    if (fewer) await setRoles(deps, trx, row.id, roles, act)
    else await propose(deps, trx, { id: row.id, kind: 'roles', name: '', roles: roles.join(',') }, act)
    return fewer
  })

async function activeOperator(trx: Trx, id: string) {
  const row = await operatorCalled(trx, id)
  if (!row) throw new Refusal('not_found')
  if (row.status !== 'active') throw new Conflict('operator', row)
  return row
}

async function propose(
  deps: Deps,
  trx: Trx,
  proposal: Omit<OperatorProposalTable, 'by' | 'at'>,
  { by, why }: Acting,
): Promise<void> {
  if (await proposalFor(trx, proposal.id)) throw new Refusal('already_proposed')
  const at = deps.clock()
  await trx
    .insertInto('operator_proposals')
    .values({ ...proposal, by, at })
    .execute()
  await record(trx, proposal, { by, why, at, to: 'proposed' })
}

/** The proposal for this short name, however it is written. */
async function proposalFor(trx: Trx, id: string): Promise<OperatorProposalTable | undefined> {
  const rows = await trx.selectFrom('operator_proposals').selectAll().execute()
  return rows.find((it) => operatorKey(it.id) === operatorKey(id))
}

const record = (
  trx: Trx,
  { id, kind, roles }: Pick<OperatorProposalTable, 'id' | 'kind' | 'roles'>,
  { by, why, at, to }: Acting & { at: number; to: 'proposed' | 'confirmed' | 'withdrawn' },
): Promise<void> =>
  writeEvent(trx, {
    entity: 'operator_proposal',
    entity_id: id,
    at,
    by,
    from_status: to === 'proposed' ? null : 'proposed',
    to_status: to,
    why,
    data: { kind, roles },
  })

/** Takes the proposal from the list, for whoever decides on it. */
async function takeProposal(trx: Trx, id: string): Promise<OperatorProposalTable> {
  await lockFor(trx, 'operators')
  const row = await proposalFor(trx, id)
  if (!row) throw new Refusal('not_found')
  await trx.deleteFrom('operator_proposals').where('id', '=', row.id).execute()
  return row
}

/**
 * Confirms what somebody else proposed; returns the new key where there is one, which its owner has to replace. Who
 * proposed it may confirm it only while nobody else could, and some days later.
 */
export const confirmProposal = (deps: Deps, id: string, act: Acting): Promise<string | undefined> =>
  deps.write(async (trx) => {
    const row = await takeProposal(trx, id)
    if (row.by === act.by) await requireAlone(deps, trx, row)
    await record(trx, row, { ...act, at: deps.clock(), to: 'confirmed' })
    const roles = parseRoles(row.roles) ?? []
    if (row.kind === 'add')
      return createOperator(deps, trx, { id: row.id, name: row.name, roles }, { ...act, temporary: true })
    if (row.kind === 'rotate') return replaceKey(deps, trx, row.id, act)
    await setRoles(deps, trx, row.id, roles, act)
    return undefined
  })

async function requireAlone(deps: Deps, trx: Trx, { by, at }: OperatorProposalTable): Promise<void> {
  const proposer = await operatorCalled(trx, by)
  if (await anotherSecurity(trx, proposer?.id ?? '')) throw new Refusal('same_operator')
  const from = Math.max(at, await lastChangeOfOthers(trx, proposer?.id ?? '')) + LIMITS.operatorAloneDays * DAY
  if (deps.clock() < from) throw new Refusal('same_operator', { fields: { alone_from: formatInstant(from, 'en') } })
}

/**
 * When anything last changed about another operator, ms: whoever ends the second person, or takes the role away, is
 * alone from then on, and not since the proposal.
 */
async function lastChangeOfOthers(trx: Trx, id: string): Promise<number> {
  const row = await trx
    .selectFrom('events')
    .select('at')
    .where('entity', '=', operatorMachine.entity)
    .where('entity_id', '!=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? 0
}

export const withdrawProposal = (deps: Deps, id: string, act: Acting): Promise<void> =>
  deps.write(async (trx) => {
    const row = await takeProposal(trx, id)
    await record(trx, row, { ...act, at: deps.clock(), to: 'withdrawn' })
  })

/** For `health show`. */
export async function operatorFigures({ db }: Pick<Deps, 'db'>): Promise<{ operatorsProposed: number }> {
  return { operatorsProposed: (await db.selectFrom('operator_proposals').select('id').execute()).length }
}
