import { loginPath } from '../../../app/address/redirect-by-route.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { localPath } from '../../../lib/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { orderPath } from '../../orders/list-contract.ts'
import type { Refused } from './follow-payment.ts'
import type { OrderReference } from './payer-page-address.ts'

/** The order that the address names is not shown to this caller, and what they can do. */
export default function OrderRefused({
  refused: { code, message },
  which,
}: {
  refused: Refused
  which: OrderReference
}) {
  const t = useT()
  const lang = useLang()
  const unknown = code === 'not_found'
  const draft = code === 'not_submitted' || code === 'accepted'
  const title = unknown ? 'title' : code === 'accepted' ? 'accepted.title' : draft ? 'draft' : 'refused'
  return (
    <section className="grid max-w-xl justify-items-start gap-4" role="alert">
      <h1 className="type-h1">{t(`cashier:none.${title}`)}</h1>
      <p className="type-lead">
        {unknown ? t('cashier:none.text') : code === 'accepted' ? t('cashier:none.accepted.text') : message}
      </p>
      {draft && which.order ? (
        <Button look="primary" href={localPath(lang, orderPath(which.order))}>
          {t(`cashier:none.${code === 'accepted' ? 'accepted.go' : 'submit'}`)}
        </Button>
      ) : (
        <p className="flex flex-wrap gap-3">
          {unknown && (
            <Button look="primary" href={loginPath(location.pathname + location.search, lang)}>
              {t('cashier:none.signIn')}
            </Button>
          )}
          <Button href={localPath(lang, '/plan/list')}>{t('cashier:none.plans')}</Button>
        </p>
      )}
    </section>
  )
}
