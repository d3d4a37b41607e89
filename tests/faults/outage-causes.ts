/** What makes a gateway slow and a disk full. */
import { closeSync, openSync, writeSync } from 'node:fs'
import pg from 'pg'
import { pause } from './killable-process.ts'

/** Holds the gateway's own books, which nobody else reads, so that each of its answers takes so long. */
export async function gatewayHeld(databaseUrl: string, seconds: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const over = new AbortController()
  const hold = () => client.query('begin; lock table gateway_trades in access exclusive mode')
  await hold()
  const holding = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      if (i > 0) await hold()
      await pause(seconds * 1000)
      await client.query('commit')
      await pause(50)
    }
  })()
  return async () => {
    over.abort()
    await holding
    await client.end()
  }
}
/** Writes a file until its disk takes no more. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, piece)
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
}
