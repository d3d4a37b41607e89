/**
 * A group payment that can no longer be paid, or whose list is empty. After it was paid, whoever has the link sees its
 * outcome, whoever paid.
 */
import { useEffect } from 'react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { pageOf } from '../payer-page-address.ts'
import { LinkClosed } from '../link/link-not-payable.tsx'
import { GroupFacts } from './group-facts.tsx'
import { GroupFailed } from './group-failed.tsx'
import { GroupList } from './group-list.tsx'
import { whyGroupNotPayable } from './why-group-not-payable.ts'
import type { GroupNotPayableProps } from './props.ts'
import { useGroup } from './use-group.ts'

export default function GroupNotPayable({ which, standing }: GroupNotPayableProps) {
  const t = useT()
  const lang = useLang()
  const { phone } = SITE[lang]
  const group = useGroup(which, 0)
  const { view, failed, again } = group
  const paid = view?.status === 'paid' || view?.status === 'done'
  useEffect(() => {
    if (paid) location.replace(pageOf(lang, 'succeed', which))
  }, [paid, lang, which])
  if (!view || paid) return failed ? <GroupFailed again={again} /> : <Skeleton label={t('grouppay:loading')} rows={4} />
  const why = whyGroupNotPayable(view)
  if (why === 'link') return <LinkClosed standing={standing} />
  return (
    <div className="grid max-w-3xl gap-8">
      <section className="grid max-w-xl justify-items-start gap-4" role="alert">
        <h1 className="type-h1">{t(`grouppay:over.${why}.title`)}</h1>
        <p className="type-lead">
          {t(`grouppay:over.${why}.text`, { at: t('cashier:time', { time: formatInstant(view.payUntil, lang) }) })}
        </p>
        <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
          {t('cashier:fail.call', { phone })}
        </TextLink>
      </section>
      <GroupFacts view={view} />
      <GroupList {...group} />
    </div>
  )
}
