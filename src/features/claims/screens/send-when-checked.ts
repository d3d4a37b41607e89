/** Sending while files are still being checked: it is sent by itself as soon as they are, and the button says what it waits for. */
import { atom } from 'nanostores'
import type { Call } from '../../../lib/contract.ts'
import type { Reply } from '../../../app/read-reply.ts'

/** How many files the sending waits for; 0 when none is. */
export const $checking = atom(0)
const AGAIN_MS = 1500

/** Repeats `send` until nothing is checked any more; the answer is the last one. */
export async function sendWhenChecked<C extends Call>(send: () => Promise<Reply<C>>): Promise<Reply<C>> {
  try {
    for (;;) {
      const reply = await send()
      if (reply.ok || String(reply.code) !== 'still_checking') return reply
      $checking.set(Number(reply.extra['count'] ?? 1))
      await new Promise((go) => setTimeout(go, AGAIN_MS))
    }
  } finally {
    $checking.set(0)
  }
}
