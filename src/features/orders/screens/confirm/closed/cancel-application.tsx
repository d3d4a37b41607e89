/** Gives up an application that the insurer is still reviewing (`cancel`), or that the school is to pay for (`leave`). */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { CancelOrderDialog } from '../../../../../app/parts/cancel-order-dialog.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { joined } from '../../../../../lib/locale.ts'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { cancelOrder, getOrder } from '../../../contract.ts'
import { reload } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'

export function CancelApplication({
  order: { id, answers },
  plan,
  words = 'cancel',
}: Pick<StepProps, 'order' | 'plan'> & { words?: 'cancel' | 'leave' }) {
  const t = useT()
  const lang = useLang()
  const [asked, setAsked] = useState(false)
  return (
    <div className="grid gap-2">
      <p>
        <TextLink onClick={() => setAsked(true)}>{t(`confirm:closed.${words}.go`)}</TextLink>
      </p>
      <p className="measure text-ink-2">{t(`confirm:closed.${words}.text`)}</p>
      {asked && (
        <CancelOrderDialog
          id={id}
          read={() => request(getOrder, { id })}
          cancel={(at) => request(cancelOrder, at)}
          words={{
            title: t(`confirm:closed.${words}.title`),
            text: t(`confirm:closed.${words}.ask`, {
              plan: joined(lang, plan.name, plan.tierNames[answers.trip.tier]),
            }),
            yes: t(`confirm:closed.${words}.yes`),
            no: t(`confirm:closed.${words}.no`),
            working: t(`confirm:closed.${words}.working`),
          }}
          close={() => setAsked(false)}
          // The page then says so itself; a decision made meanwhile is shown likewise.
          done={() => void reload().catch(() => undefined)}
        />
      )}
    </div>
  )
}
