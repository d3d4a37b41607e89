/** Gives up an application that the insurer is still reviewing. */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { CancelOrderDialog } from '../../../../../app/parts/cancel-order-dialog.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { joined } from '../../../../../lib/locale.ts'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { cancelOrder, getOrder } from '../../../contract.ts'
import { reload } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'

export function CancelApplication({ order: { id, answers }, plan }: Pick<StepProps, 'order' | 'plan'>) {
  const t = useT()
  const lang = useLang()
  const [asked, setAsked] = useState(false)
  return (
    <div className="grid gap-2">
      <p>
        <TextLink onClick={() => setAsked(true)}>{t('confirm:closed.cancel.go')}</TextLink>
      </p>
      <p className="measure text-ink-2">{t('confirm:closed.cancel.text')}</p>
      {asked && (
        <CancelOrderDialog
          id={id}
          read={() => request(getOrder, { id })}
          cancel={(at) => request(cancelOrder, at)}
          words={{
            title: t('confirm:closed.cancel.title'),
            text: t('confirm:closed.cancel.ask', { plan: joined(lang, plan.name, plan.tierNames[answers.trip.tier]) }),
            yes: t('confirm:closed.cancel.yes'),
            no: t('confirm:closed.cancel.no'),
            working: t('confirm:closed.cancel.working'),
          }}
          close={() => setAsked(false)}
          // The page then says so itself; a decision made meanwhile is shown likewise.
          done={() => void reload().catch(() => undefined)}
        />
      )}
    </div>
  )
}
