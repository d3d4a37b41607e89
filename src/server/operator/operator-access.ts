/** Who runs an operator command, and whether they may. */
import type { Deps } from '../dependencies.ts'
import type { Command } from './command.ts'
import { keyHolders, operatorOfKey, rolesOf, sandboxOperator } from './operators.ts'
import type { OperatorTable } from './operator-tables.ts'
import { operatorKey } from './operator-name.ts'

export interface Credentials {
  /** The operator's key. */
  key?: string | undefined
  /** `--by`: in the sandbox a name replaces the key. */
  by: string
}

export type Access = { by: string } | { refused: string } | { wrong: string }

/**
 * Finds the operator by key and checks the role. Without a key: in the sandbox `--by NAME` acts as that person, and a
 * read-only command needs nobody; elsewhere only the first operator can be created, while nobody has a key.
 */
export async function accessOf(deps: Deps, command: Command, { key, by }: Credentials): Promise<Access> {
  if (key) {
    const found = await operatorOfKey(deps, key)
    if (!found) return { refused: 'key_unknown' }
    if (by && operatorKey(by) !== operatorKey(found.id)) return { wrong: `The key is ${found.id}’s, --by says another` }
    return withRole(found, command)
  }
  if (deps.config.mode === 'sandbox') {
    if (by) return withRole(await sandboxOperator(deps, by), command)
    return command.reads ? { by: 'operator:' } : { wrong: 'Who acts, and why? Add --by NAME --why TEXT' }
  }
  if (command.makesFirst && (await keyHolders(deps.db)).length === 0) return { by: 'system' }
  return { refused: by ? 'key_needed: --by names somebody in the sandbox only' : 'key_needed' }
}

function withRole(operator: OperatorTable, { role, takesTemporaryKey }: Command): Access {
  if (operator.status !== 'active') return { refused: 'operator_ended' }
  if (operator.key_temporary === 1 && takesTemporaryKey !== true) return { refused: 'own_key_needed: operator own-key' }
  const may = role === 'any' || rolesOf(operator).includes(role)
  return may ? { by: `operator:${operator.id}` } : { refused: `role_needed ${role}` }
}
