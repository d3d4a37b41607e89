/** The price of the entered fee: requested as soon as it can be calculated, and again when the quote expires. */
import { useEffect, useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { feeLimits, type ServedSchool } from '../../rules/check-tuition.ts'
import { quoteTuition, type TuitionQuote } from '../../contract.ts'

/** `waiting`: something is missing · `refused`: for the reason in the server's message · `failed`: no reply. */
export type QuoteState =
  | { state: 'waiting' | 'asking' | 'no_rate' | 'failed' }
  | { state: 'refused'; message: string }
  | { state: 'known'; quote: TuitionQuote }

/** Wait after the last keystroke, ms: the price of an incomplete amount is of no use. */
const PAUSE = 400

export function useQuote(
  school: ServedSchool | undefined,
  currency: string,
  fee: number | null,
): { quote: QuoteState; again: () => void } {
  const [{ of, quote }, set] = useState<{ of: string; quote: QuoteState }>({ of: '', quote: { state: 'waiting' } })
  const [round, setRound] = useState(0)
  const slug = school?.slug
  const limits = school && feeLimits(school, currency)
  const accepted =
    limits && fee !== null && fee >= limits.least.amount && fee <= limits.most.amount
      ? limits.least.currency
      : undefined
  const asked =
    slug === undefined || accepted === undefined || fee === null ? '' : `${round} ${slug} ${accepted} ${fee}`
  if (of !== asked) set({ of: asked, quote: { state: asked === '' ? 'waiting' : 'asking' } })
  useEffect(() => {
    if (slug === undefined || accepted === undefined || fee === null) return undefined
    let gone = false
    let renew: ReturnType<typeof setTimeout> | undefined
    const show = (answer: QuoteState): void => set({ of: asked, quote: answer })
    const ask = async (): Promise<void> => {
      const reply = await request(quoteTuition, { school: slug, currency: accepted, fee }).catch(() => undefined)
      if (gone) return
      if (!reply) return show({ state: 'failed' })
      if (!reply.ok)
        return show(reply.code === 'no_rate' ? { state: 'no_rate' } : { state: 'refused', message: reply.message })
      const { now, ...known } = reply.data
      show({ state: 'known', quote: known })
      // Uses the server's clock, because the device's may be wrong.
      renew = setTimeout(() => void ask(), Math.max(1_000, known.until - now))
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      gone = true
      clearTimeout(timer)
      clearTimeout(renew)
    }
  }, [asked, slug, accepted, fee])
  return { quote, again: () => setRound((n) => n + 1) }
}
