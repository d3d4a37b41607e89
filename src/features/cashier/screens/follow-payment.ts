/** Follows an order and its payment: polls automatically, and at once when the person comes back to the page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailed } from '../../../app/requests/api.ts'
import { request } from '../../../app/requests/browser-requester.ts'
import { useLang } from '../../../app/words/words.tsx'
import { clockSkew } from '../../../lib/days/clock.ts'
import { pageOf, payerQuery, type OrderReference } from './payer-page-address.ts'
import { payMethods, payStatus, type Followed, type PaymentMethod } from '../contract.ts'
import { isFinal, nextPollDelay, stageOf, type Stage } from './payer-screen-stage.ts'
import type { MethodOffer } from '../rules/methods-by-browser.ts'

export interface Refused {
  code: string
  message: string
}

export interface FollowedPayment {
  data: Followed | undefined
  methods: readonly MethodOffer[]
  /** The payer's last choice of method, whatever was paid for. */
  last: PaymentMethod | null
  /** The methods are served by a provider that moves no real money. */
  sandbox: boolean
  refused: Refused | undefined
  /** Why the last poll got no answer; the data shown may be out of date. */
  unanswered: RequestFailed['code'] | undefined
  /** Device's clock minus server's, ms: added to server times for countdowns. */
  skew: number
  /** Loads the available methods again. */
  askMethods: () => Promise<void>
  /** Polls now; resolves when there is an answer, or none. */
  look: () => Promise<void>
  take: (data: Followed) => void
}

export function useFollowPayment(which: OrderReference | undefined, payment?: string): FollowedPayment {
  const [data, setData] = useState<Followed>()
  const [offered, setOffered] = useState<Pick<FollowedPayment, 'methods' | 'sandbox' | 'last'>>({
    methods: [],
    sandbox: false,
    last: null,
  })
  const [refused, setRefused] = useState<Refused>()
  const [unanswered, setUnanswered] = useState<RequestFailed['code']>()
  const [skew, setSkew] = useState(0)
  const looks = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const final = useRef(false)
  const { order, pay, code, link } = which ?? {}

  const take = useCallback((next: Followed) => {
    setData(next)
    setSkew(clockSkew(next.now))
    setRefused(undefined)
    final.current = isFinal(next)
  }, [])

  const offers = useCallback(async () => {
    const reply = await request(payMethods, { order, pay, code, link })
    if (reply.ok)
      setOffered({
        methods: reply.data.methods,
        sandbox: reply.data.methods.some((it) => it.sandbox),
        last: reply.data.last,
      })
    return reply
  }, [order, pay, code, link])

  const look = useCallback(
    async function poll(): Promise<void> {
      clearTimeout(timer.current)
      if (order === undefined && pay === undefined && code === undefined && link === undefined) return
      const first = looks.current === 0
      let wait = nextPollDelay(looks.current)
      try {
        const reply = first ? await offers() : await request(payStatus, { order, pay, code, link, payment })
        setUnanswered(undefined)
        if (!reply.ok) return setRefused({ code: reply.code, message: reply.message })
        take(reply.data)
        looks.current++
        wait = nextPollDelay(looks.current - 1, reply.data)
        // The first answer comes without asking the gateway: poll again at once.
        if (first) wait = 0
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        setUnanswered(error.code)
      }
      clearTimeout(timer.current)
      if (!final.current) timer.current = setTimeout(() => void poll(), wait)
    },
    [order, pay, code, link, payment, offers, take],
  )

  const again = useCallback(async () => {
    looks.current = Math.min(looks.current, 1)
    await look()
  }, [look])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it changes nothing before its answer
    void look()
    const seen = (): void => {
      if (document.visibilityState === 'visible' && !final.current) void again()
    }
    // The back button may restore the page from the browser's cache.
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) void again()
    }
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('online', seen)
    window.addEventListener('pageshow', shown)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', seen)
      window.removeEventListener('pageshow', shown)
    }
  }, [look, again])

  return {
    data,
    ...offered,
    refused,
    unanswered,
    skew,
    look: again,
    take,
    askMethods: async () => void (await offers()),
  }
}

/** The page where a payment that has not arrived is followed, or its money is told of. */
export const unlessPaid = (stage: Stage): 'pay' | 'fail' | undefined =>
  stage === 'paid' ? undefined : stage === 'returned' || stage === 'check' ? 'fail' : 'pay'

/**
 * What the address names, followed; a stage that has another page is shown there, and nothing here. `payment`: as the
 * address names it, not the latest.
 */
export function useFollowHere(pageAt: (stage: Stage) => 'pay' | 'fail' | undefined, { payment }: { payment: boolean }) {
  const lang = useLang()
  const [query] = useState(() => payerQuery())
  const { which } = query
  const named = payment ? query.payment : undefined
  const follow = useFollowPayment(which, named)
  const { data, refused } = follow
  const stage = data && stageOf(data)
  const to = stage && pageAt(stage)
  useEffect(() => {
    if (which && to) location.replace(pageOf(lang, to, which, named))
  }, [which, to, lang, named])
  return { which, follow, stage, data: refused || to ? undefined : data }
}
