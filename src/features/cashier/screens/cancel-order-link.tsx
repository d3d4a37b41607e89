import { useState } from 'react'
import { lazyPart } from '../../../app/load/lazy.tsx'
import { useT } from '../../../app/words/words.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import type { PayOrder } from '../contract.ts'

const CancelDialog = lazyPart(() => import('./cancel-unpaid-order-dialog.tsx'), null)

interface Props {
  order: Pick<PayOrder, 'application' | 'own' | 'standing' | 'plan' | 'tier'>
  done: () => void
}

/** The buyer, or the device that made the order, may give it up here: without signing in they reach no list of orders. */
export default function CancelOrder({ order, done }: Props) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const { application, own, standing } = order
  if (!application || !own || standing !== 'payable') return null
  return (
    <p className="text-small">
      <TextLink onClick={() => setAsked(true)}>{t('payer:cancel.go')}</TextLink>
      {asked && <CancelDialog id={application} order={order} close={() => setAsked(false)} done={done} />}
    </p>
  )
}
