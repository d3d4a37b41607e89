/** Whether what people wait for is slow: from calls to others, and from what waits in the store. */
import type { ServiceStatus } from '../../lib/service-status.ts'
import { storeState } from '../db/store-mark.ts'
import type { Deps } from '../dependencies.ts'
import { codeMailJob, codeTextJob } from '../messages/message-jobs.ts'

/** Somebody waits for a code at a form. */
const CODE_WAITS = 60_000
/** A photo is checked within seconds. */
const PHOTO_WAITS = 120_000

const ALL_SLOW: ServiceStatus = { paying: 'slow', codes: 'slow', claims: 'slow' }

/** All of it is slow where the store does not answer, or is being moved. */
export async function readServiceStatus({
  db,
  clock,
  metrics,
}: Pick<Deps, 'db' | 'clock' | 'metrics'>): Promise<ServiceStatus> {
  const say = (slow: boolean): 'ok' | 'slow' => (slow ? 'slow' : 'ok')
  try {
    if ((await storeState(db)) !== 'open') return ALL_SLOW
    const code = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', [codeMailJob.kind, codeTextJob.kind])
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', clock() - CODE_WAITS)
      .limit(1)
      .executeTakeFirst()
    const photo = await db
      .selectFrom('incoming')
      .leftJoin('incoming_senders', 'incoming_senders.sender', 'incoming.sender')
      .select('incoming.id')
      .where('received_at', '<=', clock() - PHOTO_WAITS)
      .where('due_at', '<=', clock())
      // Since its sender's last turn or pause: one sender's long queue is nobody else's wait.
      .where((eb) => eb(eb.fn.coalesce('turn_at', eb.val(0)), '<=', clock() - PHOTO_WAITS))
      .where((eb) => eb(eb.fn.coalesce('paused_until', eb.val(0)), '<=', clock() - PHOTO_WAITS))
      .limit(1)
      .executeTakeFirst()
    const { failing } = metrics
    return {
      paying: say(failing('payment')),
      codes: say(code !== undefined || failing('mail', 'sms')),
      claims: say(photo !== undefined || failing('scanner', 'storage')),
    }
  } catch {
    return ALL_SLOW
  }
}
