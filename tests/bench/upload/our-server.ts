/**
 * Our server with twenty people who are signed in, insured and have begun a claim each; sends its parent its address
 * and the people.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startClaim } from '../../../src/features/claims/contract.ts'
import { createSession, findOrCreateUser } from '../../../src/features/session/server/sessions.ts'
import { pathOf, type Envelope, type Output } from '../../../src/lib/contract.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import { createApp } from '../../../src/server/http/create-app.ts'
import { readConfig } from '../../../src/server/config.ts'
import { seedDemo } from '../../../src/programs/demo/seed-demo.ts'
import { newId } from '../../../src/server/new-id.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import { browserOf, type Session } from '../api/calls.ts'
import { dataFolder } from '../data-folder.ts'
import { encodeRequest } from '../../../src/app/requests/api.ts'

export interface Sender {
  session: Session
  claim: string
}

const PEOPLE = Number(process.argv[2])
const dataDir = dataFolder()
const config = readConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  CALLS_PER_MINUTE: '1000000000',
  OUT_DIR: join(dataDir, 'none'),
})
const server = await openServer({ config })
const app = await createApp(server)
const { deps } = server
await seedDemo(deps)
await deps.outbox.drain()
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const people: Sender[] = []
for (let i = 0; i < PEOPLE; i++) people.push(await sender(i))
// Photos are checked while others arrive, as on a busy server.
deps.outbox.start()
deps.checking.start()
process.send?.({ port: Number(new URL(base).port), people })

/** A person with a policy in force, copied from the demo account's. */
async function sender(number: number): Promise<Sender> {
  const today = dayOf(deps.clock())
  const { policy, session } = await deps.write(async (trx) => {
    const user = await findOrCreateUser(deps, trx, `sender-${number}@example.com`)
    const row = await trx
      .selectFrom('policies')
      .selectAll()
      .where('status', '=', 'issued')
      .where('starts', '<=', today)
      .where('ends', '>=', today)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const id = newId()
    await trx
      .insertInto('policies')
      .values({
        ...row,
        id,
        number: `copy-${number}`,
        order_id: id,
        order_person: id,
        user_id: user.id,
        buyer_email_mac: user.email_mac,
        holder: null,
      })
      .execute()
    return { policy: id, session: await createSession(deps, trx, user.id) }
  })
  const { address, headers } = encodeRequest(
    startClaim,
    { policy, day: today, key: `bench-upload-${number}`, sensitive: true },
    undefined,
    browserOf(base, session).around,
  )
  const envelope = (await (await fetch(address, { method: 'POST', headers })).json()) as Envelope<
    Output<typeof startClaim>
  >
  if (envelope.status !== 1) throw new Error(`${pathOf(startClaim)}: ${JSON.stringify(envelope)}`)
  return { session, claim: envelope.data.id }
}

process.on('SIGTERM', () => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
