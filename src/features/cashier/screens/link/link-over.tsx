/** Payment links by which nothing can be paid: wrong, ended, expired, or what they are for has closed. */
import { useLang, useT } from '../../../../app/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Standing } from '../../contract.ts'

/** The page of a link that opens nothing: `code` is the server's. */
export function LinkRefused({ code, message }: { code: string | undefined; message: string | undefined }) {
  const id = code === 'link_ended' ? 'cancelled' : code === 'link_expired' ? 'expired' : code === undefined || code === 'not_found' || code === 'invalid' ? 'wrong' : undefined
  return <Over id={id ?? 'notReady'} text={id ? undefined : message} />
}

/** What the link is for takes no money any more. */
export const LinkClosed = ({ standing }: { standing: Standing }) =>
  <Over id={standing === 'cancelled' ? 'cancelled' : standing === 'expired' ? 'expired' : standing === 'under_check' ? 'check' : 'notReady'} text={undefined} />

function Over({ id, text }: { id: 'wrong' | 'cancelled' | 'expired' | 'check' | 'notReady'; text: string | undefined }) {
  const t = useT()
  const { phone } = SITE[useLang()]
  return (
    <section className="grid max-w-xl justify-items-start gap-4" role="alert">
      <h1 className="type-h1">{t(`payer:linkOver.${id}.title`)}</h1>
      <p className="type-lead">{text ?? t(`payer:linkOver.${id}.text`)}</p>
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">{t('cashier:fail.call', { phone })}</TextLink>
    </section>
  )
}
