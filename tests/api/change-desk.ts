/** Change requests from both sides: sent with a photo by the policy's buyer, decided with `npm run operator`. */
import { createHash } from 'node:crypto'
import type { Input } from '../../src/lib/contract.ts'
import { changeCommands } from '../../src/features/changes/server/change-commands.ts'
import { submitChange } from '../../src/features/changes/contract.ts'
import { surrenderByOperator } from '../../src/features/policies/server/surrender/surrender.ts'
import { jpeg } from './hostile-files.ts'
import { commandOutput } from './operator-commands.ts'
import type { Client, TestServer } from './start-server.ts'

let keys = 0
let photo: Promise<Buffer> | undefined

export const fileOf = (bytes: Buffer) => ({
  files: { file: new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }) },
})
export const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
export const proof = (): Promise<Buffer> => (photo ??= jpeg(1200, 800))

type ChangeInput = Pick<Input<typeof submitChange>, 'policy'> & Partial<Input<typeof submitChange>>

/** Changes the email, unless `over` says another change. */
export async function submitTo(client: Client, over: ChangeInput) {
  const bytes = await proof()
  return client.request(
    submitChange,
    {
      key: `change-key-${keys++}`,
      who: 'insured',
      item: 'email',
      value: 'New.Address@Example.com',
      sha256: sumOf(bytes),
      sensitive: true,
      ...over,
    },
    fileOf(bytes),
  )
}

/** Runs `changes …` as an operator. */
export const changesDesk = (server: TestServer, ...words: string[]) =>
  commandOutput(server.deps, changeCommands, ['changes', ...words, '--by', 'wang', '--why', 'checked'])

/** A claim that was sent and not decided, if there is one. */
export async function claimOn({ deps }: TestServer, policy: string, open: boolean): Promise<void> {
  const id = `claim-of-${policy}`
  await deps.write(async (trx) => {
    await trx.deleteFrom('claims').where('id', '=', id).execute()
    if (open)
      await trx
        .insertInto('claims')
        .values({
          id,
          status: 'submitted',
          version: 1,
          created_at: 1,
          updated_at: 1,
          user_id: 'u',
          answers: '{}',
          policy_id: policy,
          lang: 'en',
          insurer: 'qinghe',
          plan: 'us-campus',
          tier: 'gold',
          key_versions: '{}',
          step: 'check',
          paid_minor: null,
          complex: 0,
          start_key: id,
          lapses_at: 1,
        } as never)
        .execute()
  })
}

/**
 * An operator requests the cancelling of a policy for somebody who wrote or called: only then may it turn out that
 * somebody else asked.
 */
export async function askByOperator({ deps }: TestServer, policy: string): Promise<void> {
  const { number } = await deps.db
    .selectFrom('policies')
    .select('number')
    .where('id', '=', policy)
    .executeTakeFirstOrThrow()
  await surrenderByOperator(deps, number, { visaRefused: false, by: 'operator:lin', why: 'somebody called' })
}
