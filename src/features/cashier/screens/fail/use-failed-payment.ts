/** State of the pages of a failed payment. Whether money moved is asked of the server, never read from the address. */
import { useEffect, useState } from 'react'
import { useLang } from '../../../../app/words/words.tsx'
import { payerQuery, pageOf, type OrderReference } from '../payer-page-address.ts'
import { useFollowPayment, type FollowedPayment } from '../follow-payment.ts'
import { stageOf, type Stage } from '../payer-screen-stage.ts'

export interface FailedPayment {
  follow: FollowedPayment
  which: OrderReference | undefined
  stage: Stage | undefined
  /** It belongs on another page: a skeleton is shown until that page opens. */
  elsewhere: boolean
}

/** `authorization`: the page for failures of that kind; the other page takes the rest. */
export function useFailedPayment(authorization: boolean): FailedPayment {
  const lang = useLang()
  const [{ which, payment }] = useState(() => payerQuery())
  const follow = useFollowPayment(which, payment)
  const { data } = follow
  const stage = data && stageOf(data)
  const kind = data?.payment?.failure === 'authorization'
  const to =
    stage === 'paid'
      ? which?.link && data?.payment?.status === 'failed'
        ? 'pay'
        : 'succeed'
      : stage === 'choose' || stage === 'waiting' || stage === 'undecided'
        ? 'pay'
        : data?.payment?.status === 'failed' && kind !== authorization
          ? kind
            ? 'accreditFail'
            : 'fail'
          : authorization && data && !kind
            ? 'fail'
            : undefined
  useEffect(() => {
    // Somebody else's payment paid it: the page of the one that failed would show its method as the one that was used.
    const about =
      to === 'pay' || (to === 'succeed' && data?.payment?.status === 'failed') ? undefined : data?.payment?.id
    if (which && to) location.replace(pageOf(lang, to, which, about))
  }, [which, to, lang, data])
  return { follow, which, stage, elsewhere: to !== undefined }
}
