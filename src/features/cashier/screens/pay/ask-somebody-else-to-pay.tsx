import { useState } from 'react'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useT } from '../../../../app/words/words.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { SomebodyElseProps } from '../link/props.ts'

const PaymentLink = lazyPart(() => import('../link/make-payment-link.tsx'))
/** Last on the page, and seldom used. */
export const CancelOrder = lazyPart(() => import('../cancel-order-link.tsx'), null)

/**
 * Creates a link by which somebody else pays: few need it, so it is loaded on the press. `waiting`: a payment is under
 * way, which theirs would end.
 */
export function SomebodyElsePays({ waiting, ...props }: SomebodyElseProps & { waiting?: boolean }) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  return (
    <section className="grid gap-3 border-t border-line pt-8">
      <h2 className="type-h3">{t('payer:else.title')}</h2>
      <p className="text-ink-2 measure">{t(waiting ? 'payer:else.ends' : 'payer:else.text')}</p>
      {asked ? (
        <PaymentLink {...props} />
      ) : (
        <p>
          <TextLink onClick={() => setAsked(true)} icon="link">
            {t('payer:else.make')}
          </TextLink>
        </p>
      )}
    </section>
  )
}
