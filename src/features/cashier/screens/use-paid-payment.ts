/** A payment whose page is shown only if its money has arrived, whatever the address says. */
import { useEffect, useState } from 'react'
import { useLang } from '../../../app/words.tsx'
import { useFollowPayment } from '../follow-payment.ts'
import { pageOf, payerQueryOf } from '../payment-address.ts'
import { stageOf } from '../payment-stage.ts'

/** Follows the payment that the address names, and leaves for the page that fits while it is not paid. `paid`: what the page may show. */
export function usePaidPayment() {
  const lang = useLang()
  const [{ which, payment }] = useState(() => payerQueryOf(location.search))
  const follow = useFollowPayment(which, payment)
  const { data } = follow
  const stage = data && stageOf(data)
  const elsewhere = stage !== undefined && stage !== 'paid'
  useEffect(() => {
    if (which && elsewhere) location.replace(pageOf(lang, stage === 'returned' || stage === 'check' ? 'fail' : 'pay', which, payment))
  }, [which, elsewhere, stage, lang, payment])
  return { which, follow, paid: follow.refused || elsewhere ? undefined : data }
}
