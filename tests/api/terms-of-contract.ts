/** The policies that followed each other from one purchase, the first term first. */
import type { PolicyTable } from '../../src/features/policies/tables.ts'
import type { TestServer } from './start-server.ts'

export async function termsOfContract({ deps }: TestServer, policy: string): Promise<PolicyTable[]> {
  const { order_id } = await deps.db
    .selectFrom('policies')
    .select('order_id')
    .where('id', '=', policy)
    .executeTakeFirstOrThrow()
  return deps.db
    .selectFrom('policies')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('starts')
    .orderBy('issued_at')
    .execute()
}
