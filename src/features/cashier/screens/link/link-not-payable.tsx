/** Payment links through which nothing can be paid: unknown, ended, expired, or their payable has closed. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Standing } from '../../contract.ts'

/** Either of the two, for a page that rarely needs it and loads it then. */
export default function LinkNotPayable({
  standing,
  code,
  message,
}: {
  standing?: Standing
  code?: string | undefined
  message?: string | undefined
}) {
  return standing ? <LinkClosed standing={standing} /> : <LinkRefused code={code} message={message} />
}

/** The page of an invalid link: `code` is the server's, or `type_unknown` for an address of no type that has links. */
export function LinkRefused({ code, message }: { code: string | undefined; message: string | undefined }) {
  const id =
    code === 'link_ended'
      ? 'cancelled'
      : code === 'link_expired'
        ? 'expired'
        : code === undefined || code === 'not_found' || code === 'invalid'
          ? 'wrong'
          : code === 'type_unknown'
            ? 'type'
            : undefined
  return <Over id={id ?? 'notReady'} text={id ? undefined : message} />
}

/** The link's payable accepts no money any more. */
export const LinkClosed = ({ standing }: { standing: Standing }) => (
  <Over
    id={
      standing === 'cancelled'
        ? 'cancelled'
        : standing === 'expired'
          ? 'expired'
          : standing === 'under_check'
            ? 'check'
            : standing === 'in_group'
              ? 'group'
              : 'notReady'
    }
    text={undefined}
  />
)

function Over({
  id,
  text,
}: {
  id: 'wrong' | 'type' | 'group' | 'cancelled' | 'expired' | 'check' | 'notReady'
  text: string | undefined
}) {
  const t = useT()
  const { phone } = SITE[useLang()]
  return (
    <section className="grid max-w-xl justify-items-start gap-4" role="alert">
      <h1 className="type-h1">{t(`payer:linkOver.${id}.title`)}</h1>
      <p className="type-lead">{text ?? t(`payer:linkOver.${id}.text`)}</p>
      <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
        {t('cashier:fail.call', { phone })}
      </TextLink>
    </section>
  )
}
