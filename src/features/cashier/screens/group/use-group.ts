/** The group payment behind its link, a page of the list at a time; read again while policies are being issued. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { useLang } from '../../../../app/words/words.tsx'
import { readGroupPayment, type GroupPaymentView } from '../../../collection/contract.ts'
import type { OrderReference } from '../payer-page-address.ts'

/** Polling interval of a page that waits for policies, ms. */
const LOOK_AGAIN = 5_000

export interface GroupState {
  view: GroupPaymentView | undefined
  failed: boolean
  /** A page of the list is being loaded. */
  turning: boolean
  turn: (page: number) => void
  again: () => void
}

/** `changed`: the list is read again when this changes, as the amount does when a student leaves. */
export function useGroup({ link = '' }: OrderReference, changed: unknown): GroupState {
  const lang = useLang()
  const [view, setView] = useState<GroupPaymentView>()
  const [failed, setFailed] = useState(false)
  const [turning, setTurning] = useState(false)
  const page = useRef(1)
  const latest = useRef(0)

  const load = useCallback(async () => {
    const turn = ++latest.current
    try {
      const reply = await request(readGroupPayment, { link, page: page.current })
      if (turn !== latest.current) return
      setFailed(!reply.ok)
      if (reply.ok) setView(reply.data)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      // The shown list stays; the next poll may succeed.
      if (turn === latest.current) setFailed(true)
    }
    if (turn === latest.current) setTurning(false)
  }, [link])

  useEffect(() => void load(), [load, changed, lang])
  const waits = view?.status === 'paid'
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(() => void load(), LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [waits, load])

  const turn = (to: number): void => {
    page.current = to
    setTurning(true)
    void load()
  }
  return { view, failed, turning, turn, again: () => void load() }
}
