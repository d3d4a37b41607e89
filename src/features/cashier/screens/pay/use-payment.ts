/** What the pay screen knows and does, for either arrangement. */
import { useEffect, useRef, useState } from 'react'
import { RequestFailed } from '../../../../app/api.ts'
import { API_BASE } from '../../../../app/api-base.ts'
import { request } from '../../../../app/client.ts'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { payerQueryOf, pageOf, type OrderReference } from '../../payment-address.ts'
import { payClose, payCreate, type Followed, type Method } from '../../contract.ts'
import { useFollowPayment, type FollowedPayment } from '../../follow-payment.ts'
import { payKey, stageOf, type Stage } from '../../payment-stage.ts'

export interface PayState {
  follow: FollowedPayment
  which: OrderReference | undefined
  data: Followed | undefined
  stage: Stage | undefined
  busy: 'pay' | 'close' | 'check' | undefined
  /** The method whose gateway is being opened. */
  opening: Method | undefined
  /** The payer has come back from the gateway's page. */
  back: boolean
  /** When "check now" last found nothing new, by the server's clock, ms. */
  checked: number | undefined
  /** Why the last act was refused. */
  notice: string
  /** Begins a payment by this method and goes to its gateway. */
  pay: (method: Method) => void
  /** Back to the gateway's page of the open payment. */
  resume: () => void
  check: () => void
  giveUp: () => void
}

/** The gateway's page; an address of our own server when it is the sandbox's. */
const toGateway = (payUrl: string): void => location.assign(new URL(payUrl, API_BASE || location.origin))

export function usePayment(): PayState {
  const t = useT()
  const lang = useLang()
  const [{ which, payment, back }] = useState(() => payerQueryOf(location.search))
  const follow = useFollowPayment(which, payment)
  const [opening, setOpening] = useState<Method>()
  const [busy, setBusy] = useState<'pay' | 'close' | 'check'>()
  const [notice, setNotice] = useState('')
  const [checked, setChecked] = useState<number>()
  const { data } = follow
  const stage = data && stageOf(data)
  const waited = useRef(back)

  useEffect(() => {
    if (!data || !which) return
    if (stage === 'waiting') waited.current = true
    const to = leadsTo(stage, waited.current, data)
    if (to) location.replace(pageOf(lang, to, which, data.payment?.id))
  }, [data, stage, which, lang])

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

  const pay = (method: Method): void => {
    if (!data || !which || busy) return
    setOpening(method)
    void act('pay', async () => {
      const reply = await request(payCreate, { ...which, method, key: payKey(data.order.id, method, data.payment?.id) })
      if (!reply.ok) {
        setNotice(reply.message)
        void follow.look()
        return false
      }
      follow.take(reply.data)
      const payUrl = reply.data.payment?.payUrl
      if (payUrl) toGateway(payUrl)
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
    follow, which, data, stage, busy, opening: busy === 'pay' ? opening : undefined, back, checked, notice, pay, check, giveUp,
    resume: () => { if (data?.payment?.payUrl) toGateway(data.payment.payUrl) },
  }
}

function leadsTo(stage: Stage | undefined, waited: boolean, { payment }: Followed): 'succeed' | 'fail' | 'accreditFail' | undefined {
  if (stage === 'paid') return 'succeed'
  if (stage === 'returned' || stage === 'check') return 'fail'
  if (!waited || payment?.status !== 'failed') return undefined
  return payment.failure === 'authorization' ? 'accreditFail' : 'fail'
}
