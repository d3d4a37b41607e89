/** `npm run operator -- operator add|rotate|roles|end|list`: the people who may run these commands. */
import { z } from 'zod'
import { formatInstant } from '../../lib/dates.ts'
import { command } from './command.ts'
import { addOperator, endOperator, rotateKey, setRoles } from './operators.ts'
import { parseRoles, ROLES, type Role } from './roles.ts'

const id = z.string().min(1, 'required')
const roles = z.string().transform((text, context): Role[] => {
  const found = parseRoles(text)
  if (!found) context.addIssue({ code: 'custom', message: `of ${ROLES.join(', ')}` })
  return found ?? []
})

const add = command({
  noun: 'operator',
  verb: 'add',
  args: ['id'],
  role: 'security',
  makesFirst: true,
  about: `Makes an operator and prints the key, once: --roles with commas (${ROLES.join(', ')}), --name as claimants read it. The first one needs no key`,
  input: z.object({ id, roles, name: z.string().max(60).default('') }),
  run: async ({ name, ...of }, { deps, by, why, print }) => {
    print(await addOperator(deps, { ...of, name: name.trim() }, { by, why }))
  },
})

const rotate = command({
  noun: 'operator',
  verb: 'rotate',
  args: ['id'],
  role: 'security',
  about: 'Gives an operator another key and prints it, once; the old one stops working',
  input: z.object({ id }),
  run: async (input, { deps, by, why, print }) => print(await rotateKey(deps, input.id, { by, why })),
})

const change = command({
  noun: 'operator',
  verb: 'roles',
  args: ['id'],
  role: 'security',
  about: `Gives an operator other roles: --roles with commas (${ROLES.join(', ')})`,
  input: z.object({ id, roles }),
  run: async (input, { deps, by, why, print }) => {
    await setRoles(deps, input.id, input.roles, { by, why })
    print(`${input.id}: ${input.roles.join(', ')}`)
  },
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
  about: 'Operators with their roles, those that ended too',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const rows = await deps.db.selectFrom('operators').selectAll().orderBy('id').execute()
    for (const row of rows) {
      const without = row.key_hash === null && row.status === 'active' ? ['no key, sandbox only'] : []
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
  },
})

export const operatorCommands = [add, rotate, change, end, list]
