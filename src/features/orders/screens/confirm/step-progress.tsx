import { useStore } from '@nanostores/react'
import { useT } from '../../../../app/words/words.tsx'
import { Steps } from '../../../../ui/Steps.tsx'
import type { OrderView } from '../../contract.ts'
import { $wizard, allowed, show } from './wizard-store.ts'

/** Progress of the buyer; completed steps are links back. The entry dialog covers the first page that is read. */
export function Progress({ order }: { order: OrderView }) {
  const t = useT()
  const { step } = useStore($wizard)
  const steps = order.steps.filter((id) => id !== 'enter')
  const now = Math.max(
    0,
    steps.findIndex((id) => id === (step === 'pay' ? 'check' : step)),
  )
  return (
    <nav aria-label={t('confirm:progress')}>
      <Steps
        now={now}
        position={t('ui:step', { now: now + 1, all: steps.length })}
        steps={steps.map((id) => ({
          label: t(`confirm:steps.${id}`),
          ...(allowed(order, id) ? { href: `?id=${order.id}&step=${id}`, onOpen: () => show(id) } : {}),
        }))}
      />
    </nav>
  )
}
