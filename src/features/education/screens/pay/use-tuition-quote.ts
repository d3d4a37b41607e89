/** The price of the entered fee: requested as soon as it can be calculated, and again when the quote expires. */
import { useEffect, useState } from 'react'
import { request } from '../../../../app/browser-requester.ts'
import { feeLimits, type ServedSchool } from '../../check-tuition.ts'
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
  const [quote, setQuote] = useState<QuoteState>({ state: 'waiting' })
  const [round, setRound] = useState(0)
  const limits = school && feeLimits(school, currency)
  const slug =
    limits && fee !== null && fee >= limits.least.amount && fee <= limits.most.amount ? school.slug : undefined
  useEffect(() => {
    if (slug === undefined || fee === null) return setQuote({ state: 'waiting' })
    let gone = false
    let renew: ReturnType<typeof setTimeout> | undefined
    setQuote({ state: 'asking' })
    const ask = async (): Promise<void> => {
      const reply = await request(quoteTuition, {
        school: slug,
        currency: currency as TuitionQuote['fee']['currency'],
        fee,
      }).catch(() => undefined)
      if (gone) return
      if (!reply) return setQuote({ state: 'failed' })
      if (!reply.ok)
        return setQuote(reply.code === 'no_rate' ? { state: 'no_rate' } : { state: 'refused', message: reply.message })
      const { now, ...known } = reply.data
      setQuote({ state: 'known', quote: known })
      // Uses the server's clock, because the device's may be wrong.
      renew = setTimeout(() => void ask(), Math.max(1_000, known.until - now))
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      gone = true
      clearTimeout(timer)
      clearTimeout(renew)
    }
  }, [slug, currency, fee, round])
  return { quote, again: () => setRound((n) => n + 1) }
}
