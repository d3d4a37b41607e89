/**
 * Asks again whether the insurer has decided on the application that the page shows: now and then, and when somebody
 * comes back to the page.
 */
import { useEffect } from 'react'
import { now } from '../../../../lib/days/clock.ts'
import type { OrderView } from '../../contract.ts'
import { $wizard, furthest, reload, show } from './wizard-store.ts'

const EVERY_MS = 300_000
/** Going from one window to another and back is no reason to ask again, ms. */
const LEAST_MS = 5_000

export function useFollowReview(status: OrderView['status']): void {
  useEffect(() => {
    if (status !== 'under_review') return undefined
    let asked = now()
    const ask = (): void => {
      if (document.hidden || now() - asked < LEAST_MS) return
      asked = now()
      // Without an answer the page stays as it is, and asks later.
      void lookAgain().catch(() => undefined)
    }
    const timer = setInterval(ask, EVERY_MS)
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [status])
}

/**
 * What the page shows next is above what has been read of it: the result, or the step that submits an accepted
 * application.
 */
async function lookAgain(): Promise<void> {
  await reload()
  const { order } = $wizard.get()
  if (!order || order.status === 'under_review') return
  if (order.status === 'created') show(furthest(order), { replace: true })
  window.scrollTo({ top: 0 })
}
