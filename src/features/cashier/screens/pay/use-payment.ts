/** State and actions of the pay screen, for both arrangements. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { API_BASE } from '../../../../app/requests/api-base.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { loadNow, useLoadAhead } from '../../../../app/load/load-ahead.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { now } from '../../../../lib/days/clock.ts'
import { linkedFlow, payerQuery, pageOf, type OrderReference, type PayerQuery } from '../payer-page-address.ts'
import { payClose, payCreate, type Followed, type PaymentMethod } from '../../contract.ts'
import { useFollowPayment, type FollowedPayment } from '../follow-payment.ts'
import { offeredMethods, type OfferedMethods } from '../../rules/methods-by-browser.ts'
import { isPaidElsewhere, payKey, stageOf, type Stage } from '../payer-screen-stage.ts'

export interface PayState {
  follow: FollowedPayment
  which: OrderReference | undefined
  data: Followed | undefined
  stage: Stage | undefined
  /** It was paid, but not just now by this payer: the page says so itself, where it has words for it. */
  paidElsewhere: boolean
  offered: OfferedMethods
  busy: 'pay' | 'close' | 'check' | undefined
  /** The method whose gateway is being opened. */
  opening: PaymentMethod | undefined
  /** The payer has returned from the gateway's page. */
  back: boolean
  /** When "check now" last found nothing new, by the server's clock, ms. */
  checked: number | undefined
  /** The payment that was to be stopped goes on: its bank has started on it. */
  notStopped: boolean
  /** Why the last action was refused. */
  notice: string
  /** Starts a payment by this method and opens its gateway. */
  pay: (method: PaymentMethod) => void
  /** Opens the gateway's page of the open payment again. */
  resume: () => void
  check: () => void
  giveUp: () => void
}

/**
 * Opens the gateway's page, which in the sandbox is on our own server. WeChat allows its payment page to be opened only
 * from a registered site, which it recognises by the referrer; no other link of ours sends one.
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
  /** Reads the address. */
  query: () => PayerQuery
  /** The page has words of its own for what is already paid. */
  saysPaid: boolean
}

/** Only pages inside a wallet use it. */
const walletBridge = () => import('../wallet-bridge.ts')

export function usePayment({ query, saysPaid }: PaymentPage = { query: payerQuery, saysPaid: false }): PayState {
  useLoadAhead(walletBridge)
  const t = useT()
  const lang = useLang()
  const [{ which, payment, back }] = useState(query)
  const follow = useFollowPayment(which, payment)
  const [opening, setOpening] = useState<PaymentMethod>()
  const [busy, setBusy] = useState<'pay' | 'close' | 'check'>()
  const [notice, setNotice] = useState('')
  const [checked, setChecked] = useState<number>()
  const [notStopped, setNotStopped] = useState<string>()
  const { data } = follow
  const stage = data && stageOf(data)
  const waited = useRef(back)
  const offline = useRef('')
  const asked = useRef(false)
  const offered = offeredMethods(follow.methods, navigator.userAgent, follow.last)
  const [first, setFirst] = useState<Stage>()
  if (first === undefined && stage !== undefined) setFirst(stage)
  const paidElsewhere =
    saysPaid && stage === 'paid' && data !== undefined && isPaidElsewhere(data, { first: first ?? stage, back })

  useEffect(() => {
    if (!data || !which) return
    if (stage === 'waiting' || stage === 'undecided') waited.current = true
    const to = paidElsewhere ? undefined : leadsTo(stage, waited.current, data)
    if (to) location.replace(pageOf(lang, to, which, data.payment?.id))
  }, [data, stage, which, lang, paidElsewhere])

  // The connection is back as soon as the page has an answer.
  useEffect(() => setNotice((shown) => (shown === offline.current ? '' : shown)), [data])

  async function act(what: 'pay' | 'close' | 'check', run: () => Promise<boolean>): Promise<void> {
    if (busy) return
    setNotice('')
    // A look changes nothing about what its bank holds.
    if (what !== 'check') setNotStopped(undefined)
    setBusy(what)
    let leaving = false
    try {
      leaving = await run()
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      // Nothing was typed here that could be kept.
      if (error.code === 'offline') offline.current = t(what === 'pay' ? 'payer:offline' : 'cashier:unanswered.offline')
      setNotice(error.code === 'offline' ? offline.current : callFailureWords(t, error))
    }
    if (!leaving) setBusy(undefined)
  }

  /** Words for a method that does not answer; they depend on whether there is another one. */
  const silenceOf = (method: PaymentMethod): string =>
    t(`payer:${offered.here.some((it) => it !== method && !offered.down.includes(it)) ? 'downInstead' : 'downAlone'}`, {
      method: t(`cashier:method.${method}`),
    })

  /** In the wallet's own browser the payment opens over this page; its result is only a reason to ask the server. */
  async function confirm(parameters: Readonly<Record<string, string>>, method: PaymentMethod): Promise<void> {
    asked.current = true
    const { confirmInWallet } = await loadNow(walletBridge)
    const outcome = await confirmInWallet(parameters)
    if (outcome === 'missing' || outcome === 'failed')
      setNotice(t('cashier:inWallet.missing', { method: t(`cashier:method.${method}`) }))
    await follow.look()
  }

  const pay = (method: PaymentMethod): void => {
    if (!data || !which || busy) return
    setOpening(method)
    void act('pay', async () => {
      const reply = await request(payCreate, {
        ...which,
        method,
        linked: which.link ? undefined : linkedFlow(),
        key: payKey(data.order.id, method, data.payment?.id),
      })
      if (!reply.ok) {
        setNotice(reply.code === 'gateway' ? silenceOf(method) : reply.message)
        if (reply.code === 'gateway') void follow.askMethods()
        void follow.look()
        return false
      }
      follow.take(reply.data)
      const { payUrl, inPage } = reply.data.payment ?? {}
      if (payUrl) toGateway(payUrl)
      if (inPage && opensInWallet(reply.data.payment)) await confirm(inPage, method)
      return Boolean(payUrl)
    })
  }

  const resume = (): void => {
    const open = data?.payment
    if (open?.payUrl) toGateway(open.payUrl)
    else if (open?.inPage)
      void act('check', async () => {
        await confirm(open.inPage ?? {}, open.method)
        return false
      })
    // The payer's action has expired: the gateway is asked for a new one.
    else if (open) pay(open.method)
  }

  // The payer's own waiting payment, when they return to it.
  const returned = stage === 'waiting' && back && data?.startedBy !== 'others' ? data?.payment : undefined
  const waitsInPage = opensInWallet(returned)
  const goOn = useEffectEvent(resume)
  useEffect(() => {
    // Back from the wallet's page that identified the payer: the payment continues automatically.
    if (waitsInPage && !asked.current) goOn()
  }, [waitsInPage])

  const close = (stays: boolean): void => {
    const open = data?.payment
    if (!open || !which) return
    void act('close', async () => {
      const reply = await request(payClose, { ...which, payment: open.id })
      if (stays) waited.current = false
      if (reply.ok) follow.take(reply.data)
      else setNotice(reply.message)
      if (reply.ok && stageOf(reply.data) === 'waiting') setNotStopped(open.id)
      return false
    })
  }

  // Refused on the gateway's page, and the payer left it: that payment is over, and the page of failed payments says
  // why.
  const leftRefused = returned?.failure != null
  const end = useEffectEvent(() => close(false))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a request, which shows that it is under way
    if (leftRefused) end()
  }, [leftRefused])

  const check = (): void =>
    void act('check', async () => {
      await follow.look()
      setChecked(now() - follow.skew)
      return false
    })

  return {
    follow,
    which,
    data,
    stage,
    paidElsewhere,
    offered,
    busy,
    opening: busy === 'pay' ? opening : undefined,
    back,
    checked,
    notice,
    notStopped: notStopped !== undefined && notStopped === data?.payment?.id,
    pay,
    check,
    resume,
    // Given up here and now: the page stays, so that another method can be chosen.
    giveUp: (): void => close(true),
  }
}

/** A wallet asks within the page; what a page says of a bank transfer is only read. */
const opensInWallet = (payment: Followed['payment'] | undefined): boolean =>
  payment?.inPage != null && payment.method !== 'transfer'

function leadsTo(
  stage: Stage | undefined,
  waited: boolean,
  { payment }: Followed,
): 'succeed' | 'fail' | 'accreditFail' | undefined {
  if (stage === 'paid') return 'succeed'
  if (stage === 'returned' || stage === 'check') return 'fail'
  if (!waited || payment?.status !== 'failed') return undefined
  return payment.failure === 'authorization' ? 'accreditFail' : 'fail'
}
