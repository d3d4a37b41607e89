/**
 * `npm run operator -- operator add|rotate|roles|confirm|withdraw|own-key|end|list`: the people who may run these
 * commands.
 */
import { z } from 'zod'
import { formatInstant } from '../../lib/days/dates.ts'
import { command } from './command.ts'
import { addOperator, changeRoles, confirmProposal, proposeKey, withdrawProposal } from './operator-proposals.ts'
import { endOperator, renewOwnKey } from './operators.ts'
import { parseRoles, ROLES, type Role } from './roles.ts'

const id = z.string().min(1, 'required')
const roles = z.string().transform((text, context): Role[] => {
  const found = parseRoles(text)
  if (!found) context.addIssue({ code: 'custom', message: `of ${ROLES.join(', ')}` })
  return found ?? []
})

const waits = (of: string): string =>
  `${of} waits until another operator with the role security confirms: operator confirm ${of}`

const add = command({
  noun: 'operator',
  verb: 'add',
  args: ['id'],
  role: 'security',
  makesFirst: true,
  about: `Proposes an operator: --roles with commas (${ROLES.join(', ')}), --name as claimants read it. The first one needs no key, and the first two with security nobody to confirm: their keys are printed, once`,
  input: z.object({ id, roles, name: z.string().max(60).default('') }),
  run: async ({ name, ...of }, { deps, by, why, print }) => {
    print((await addOperator(deps, { ...of, name: name.trim() }, { by, why })) ?? waits(of.id))
  },
})

const rotate = command({
  noun: 'operator',
  verb: 'rotate',
  args: ['id'],
  role: 'security',
  about: 'Proposes another key for an operator who has lost theirs',
  input: z.object({ id }),
  run: async (input, { deps, by, why, print }) => {
    await proposeKey(deps, input.id, { by, why })
    print(waits(input.id))
  },
})

const change = command({
  noun: 'operator',
  verb: 'roles',
  args: ['id'],
  role: 'security',
  about: `Takes roles from an operator, or proposes others: --roles with commas (${ROLES.join(', ')})`,
  input: z.object({ id, roles }),
  run: async (input, { deps, by, why, print }) => {
    const done = await changeRoles(deps, input.id, input.roles, { by, why })
    print(done ? `${input.id}: ${input.roles.join(', ')}` : waits(input.id))
  },
})

const confirm = command({
  noun: 'operator',
  verb: 'confirm',
  args: ['id'],
  role: 'security',
  about:
    'Confirms what another operator proposed for this one: operator list. A new key is printed, once, and its owner replaces it by operator own-key before anything else',
  input: z.object({ id }),
  run: async (input, { deps, by, why, print }) => {
    print((await confirmProposal(deps, input.id, { by, why })) ?? `${input.id} has the new roles`)
  },
})

const withdraw = command({
  noun: 'operator',
  verb: 'withdraw',
  args: ['id'],
  role: 'security',
  about: 'Withdraws what was proposed for this operator',
  input: z.object({ id }),
  run: async (input, { deps, by, why, print }) => {
    await withdrawProposal(deps, input.id, { by, why })
    print(`Nothing is proposed for ${input.id} any more`)
  },
})

const ownKey = command({
  noun: 'operator',
  verb: 'own-key',
  role: 'any',
  takesTemporaryKey: true,
  about: 'Gives you another key and prints it, once; the old one stops working',
  input: z.object({}),
  run: async (_, { deps, by, why, print }) => print(await renewOwnKey(deps, { by, why })),
})

const end = command({
  noun: 'operator',
  verb: 'end',
  args: ['id'],
  role: 'security',
  about: 'Ends an operator: the key stops working, the name stays in the events',
  input: z.object({ id }),
  run: async (input, { deps, by, why, print }) => {
    await endOperator(deps, input.id, { by, why })
    print(`${input.id} has ended`)
  },
})

const list = command({
  noun: 'operator',
  verb: 'list',
  role: 'security',
  reads: true,
  about: 'Operators with their roles, those that ended too, and what is proposed',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await deps.db.selectFrom('operators').selectAll().orderBy('id').execute()
    for (const row of rows) {
      const without =
        row.key_temporary === 1
          ? ['has not replaced the key']
          : row.key_hash === null && row.status === 'active'
            ? ['no key, sandbox only']
            : []
      print(
        [
          row.id,
          row.status,
          row.roles,
          row.name || '-',
          `since ${formatInstant(row.created_at, 'en')}`,
          ...without,
        ].join('  '),
      )
    }
    for (const it of await deps.db.selectFrom('operator_proposals').selectAll().orderBy('id').execute())
      print([it.id, 'proposed', it.kind, it.roles || '-', it.by, `since ${formatInstant(it.at, 'en')}`].join('  '))
  },
})

export const operatorCommands = [add, rotate, change, confirm, withdraw, ownKey, end, list]
