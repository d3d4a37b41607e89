/** What the pay screen knows and does, for either arrangement. */
import { useEffect, useRef, useState } from 'react'
import { RequestFailed } from '../../../../app/api.ts'
import { API_BASE } from '../../../../app/api-base.ts'
import { request } from '../../../../app/browser-requester.ts'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { linkedFlow, payerQueryOf, pageOf, type OrderReference, type PayerQuery } from '../../payment-address.ts'
import { payClose, payCreate, type Followed, type PaymentMethod } from '../../contract.ts'
import { useFollowPayment, type FollowedPayment } from '../../follow-payment.ts'
import { offeredMethods, type OfferedMethods } from '../../wallet-browser.ts'
import { isPaidElsewhere, payKey, stageOf, type Stage } from '../../payment-stage.ts'

export interface PayState {
  follow: FollowedPayment
  which: OrderReference | undefined
  data: Followed | undefined
  stage: Stage | undefined
  /** It is paid, and not just now by this payer: said here, where the page has words for it. */
  paidElsewhere: boolean
  offered: OfferedMethods
  busy: 'pay' | 'close' | 'check' | undefined
  /** The method whose gateway is being opened. */
  opening: PaymentMethod | undefined
  /** The payer has come back from the gateway's page. */
  back: boolean
  /** When "check now" last found nothing new, by the server's clock, ms. */
  checked: number | undefined
  /** Why the last act was refused. */
  notice: string
  /** Begins a payment by this method and goes to its gateway. */
  pay: (method: PaymentMethod) => void
  /** Back to the gateway's page of the open payment. */
  resume: () => void
  check: () => void
  giveUp: () => void
}

/**
 * The gateway's page; an address of our own server when it is the sandbox's. WeChat lets its payment page be opened from a registered site only,
 * and knows it by the referrer, which no other link of ours sends.
 */
function toGateway(payUrl: string): void {
  const link = document.createElement('a')
  link.href = new URL(payUrl, API_BASE || location.origin).href
  link.referrerPolicy = 'origin'
  document.body.append(link)
  link.click()
  link.remove()
}

export interface PaymentPage {
  /** What the address says. */
  query: () => PayerQuery
  /** Has words of its own for what is paid already. */
  saysPaid: boolean
}

export function usePayment({ query, saysPaid }: PaymentPage = { query: () => payerQueryOf(location.search), saysPaid: false }): PayState {
  const t = useT()
  const lang = useLang()
  const [{ which, payment, back }] = useState(query)
  const follow = useFollowPayment(which, payment)
  const [opening, setOpening] = useState<PaymentMethod>()
  const [busy, setBusy] = useState<'pay' | 'close' | 'check'>()
  const [notice, setNotice] = useState('')
  const [checked, setChecked] = useState<number>()
  const { data } = follow
  const stage = data && stageOf(data)
  const waited = useRef(back)
  const asked = useRef(false)
  const offered = offeredMethods(follow.methods, navigator.userAgent, follow.last)
  const [first, setFirst] = useState<Stage>()
  if (first === undefined && stage !== undefined) setFirst(stage)
  const paidElsewhere = saysPaid && stage === 'paid' && data !== undefined && isPaidElsewhere(data, { first: first ?? stage, back })

  useEffect(() => {
    if (!data || !which) return
    if (stage === 'waiting') waited.current = true
    const to = paidElsewhere ? undefined : leadsTo(stage, waited.current, data)
    if (to) location.replace(pageOf(lang, to, which, data.payment?.id))
  }, [data, stage, which, lang, paidElsewhere])

  async function act(what: 'pay' | 'close' | 'check', run: () => Promise<boolean>): Promise<void> {
    if (busy) return
    setNotice('')
    setBusy(what)
    let leaving = false
    try {
      leaving = await run()
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setNotice(callFailureWords(t, error))
    }
    if (!leaving) setBusy(undefined)
  }

  /** A method that gives no answer, and whether there is another one. */
  const silenceOf = (method: PaymentMethod): string => t(`payer:${offered.here.some((it) => it !== method && !offered.down.includes(it)) ? 'downInstead' : 'downAlone'}`, { method: t(`cashier:method.${method}`) })

  /** In the wallet's own browser its payment opens over this page; what it says is only a reason to ask the server. */
  async function confirm(parameters: Readonly<Record<string, string>>, method: PaymentMethod): Promise<void> {
    asked.current = true
    // Only inside of a wallet: its part comes when it is needed.
    const { confirmInWallet } = await import('../../wallet-bridge.ts')
    const outcome = await confirmInWallet(parameters)
    if (outcome === 'missing' || outcome === 'failed') setNotice(t('cashier:inWallet.missing', { method: t(`cashier:method.${method}`) }))
    await follow.look()
  }

  const resume = (): void => {
    const open = data?.payment
    if (open?.payUrl) toGateway(open.payUrl)
    else if (open?.inPage) void act('check', async () => { await confirm(open.inPage ?? {}, open.method); return false })
    // What there was to do has run out: the gateway is asked for it anew.
    else if (open) pay(open.method)
  }

  const waitsInPage = stage === 'waiting' && data?.startedBy !== 'others' && data?.payment?.inPage != null
  useEffect(() => {
    // Back from the wallet's page that said who the payer is: the payment goes on by itself.
    if (waitsInPage && back && !asked.current) resume()
  }, [waitsInPage, back])

  const pay = (method: PaymentMethod): void => {
    if (!data || !which || busy) return
    setOpening(method)
    void act('pay', async () => {
      const reply = await request(payCreate, { ...which, method, linked: which.link ? undefined : linkedFlow(), key: payKey(data.order.id, method, data.payment?.id) })
      if (!reply.ok) {
        setNotice(reply.code === 'gateway' ? silenceOf(method) : reply.message)
        if (reply.code === 'gateway') void follow.askMethods()
        void follow.look()
        return false
      }
      follow.take(reply.data)
      const { payUrl, inPage } = reply.data.payment ?? {}
      if (payUrl) toGateway(payUrl)
      if (inPage) await confirm(inPage, method)
      return Boolean(payUrl)
    })
  }

  const giveUp = (): void => {
    const open = data?.payment
    if (!open || !which) return
    void act('close', async () => {
      const reply = await request(payClose, { ...which, payment: open.id })
      // Given up here and now: the page stays, to choose again.
      waited.current = false
      if (reply.ok) follow.take(reply.data)
      else setNotice(reply.message)
      return false
    })
  }

  const check = (): void => void act('check', async () => {
    await follow.look()
    setChecked(Date.now() - follow.skew)
    return false
  })

  return {
    follow, which, data, stage, paidElsewhere, offered, busy, opening: busy === 'pay' ? opening : undefined, back, checked, notice, pay, check, giveUp,
    resume,
  }
}

function leadsTo(stage: Stage | undefined, waited: boolean, { payment }: Followed): 'succeed' | 'fail' | 'accreditFail' | undefined {
  if (stage === 'paid') return 'succeed'
  if (stage === 'returned' || stage === 'check') return 'fail'
  if (!waited || payment?.status !== 'failed') return undefined
  return payment.failure === 'authorization' ? 'accreditFail' : 'fail'
}
