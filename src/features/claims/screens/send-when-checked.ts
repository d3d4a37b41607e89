/**
 * Sending while files are still being checked: it is sent automatically as soon as they are, and the button says what
 * it waits for.
 */
import { atom } from 'nanostores'
import type { Call } from '../../../lib/contract.ts'
import type { Reply } from '../../../app/requests/read-reply.ts'

/** The number of files that sending waits for; 0 when nothing is being sent. */
export const $checking = atom(0)
const AGAIN_MS = 1500

/** Repeats `send` until no file is being checked any more; returns the last reply. */
export async function sendWhenChecked<C extends Call>(send: () => Promise<Reply<C>>): Promise<Reply<C>> {
  try {
    for (;;) {
      const reply = await send()
      if (reply.ok || reply.code !== 'still_checking') return reply
      $checking.set(Number(reply.extra['count'] ?? 1))
      await new Promise((go) => setTimeout(go, AGAIN_MS))
    }
  } finally {
    $checking.set(0)
  }
}
