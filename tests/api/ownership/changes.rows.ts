import { createHash } from 'node:crypto'
import {
  attachToChange,
  listChanges,
  previewChange,
  submitChange,
  withdrawChange,
} from '../../../src/features/changes/contract.ts'
import { blobOf, photoBytes } from '../claims-fixtures.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const sumOf = async (): Promise<string> =>
  createHash('sha256')
    .update(await photoBytes())
    .digest('hex')
const files = async (): Promise<Record<string, Blob>> => ({ file: blobOf(await photoBytes()) })
const input = async (world: World) =>
  ({
    key: world.key(),
    policy: world.policy,
    who: 'insured',
    item: 'email',
    value: 'another.address@example.com',
    sha256: await sumOf(),
    sensitive: true,
  }) as const

/** The policy's only pending request; sent when there is none. */
async function waiting(world: World): Promise<string> {
  const { changes } = ok(await world.client.request(listChanges, {}))
  const open = changes.find(({ status }) => status === 'submitted')
  return open?.id ?? ok(await world.client.request(submitChange, await input(world), { files: await files() })).id
}

export const rows = [
  row(listChanges)({ of: 'caller', input: () => ({}) }),
  row(previewChange)({
    of: 'record',
    input: ({ policy }) => ({ policy, who: 'insured', item: 'email', value: 'another.address@example.com' }),
  }),
  row(submitChange)({ of: 'record', input: input, files }),
  row(attachToChange)({
    of: 'record',
    input: async (world) => ({ id: await waiting(world), sha256: await sumOf() }),
    files,
  }),
  row(withdrawChange)({ of: 'record', input: async (world) => ({ id: await waiting(world) }) }),
]
