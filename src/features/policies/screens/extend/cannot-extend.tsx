/** Why a policy cannot be extended now, and what to do instead. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { SITE_CONTACTS } from '../../../../lib/site-contacts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { BlockedReason } from '../../extension-calls.ts'
import type { BlockedExtension, ExtensionPage } from './props.ts'

/** Reasons for which the buyer should buy a new policy; with the others an operator can help, or one has to wait. */
const BUY_ANEW: readonly BlockedReason[] = ['cancelled', 'ended', 'not_sold', 'no_next_term', 'longest', 'age']
const CALL: readonly BlockedReason[] = ['consent', 'death']

export function Blocked({ page, blocked: { reason, from } }: { page: ExtensionPage; blocked: BlockedExtension }) {
  const t = useT()
  const lang = useLang()
  const { phone } = SITE_CONTACTS
  const { next } = page
  const values = {
    ends: formatDay(page.ends, lang),
    from: from ? formatDay(from, lang) : '',
    insured: page.insured,
    number: next?.number,
    starts: next && formatDay(next.starts, lang),
    until: next && formatDay(next.ends, lang),
  }
  return (
    <section className="grid max-w-prose justify-items-start gap-5">
      <h1 className="type-h1">{t(`extension:blocked.${reason}.title`, values)}</h1>
      <p className="type-lead measure">{t(`extension:blocked.${reason}.text`, values)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {BUY_ANEW.includes(reason) && (
          <Button look="primary" href={localPath(lang, '/plan/list')}>
            {t('extension:plans')}
          </Button>
        )}
        {CALL.includes(reason) && (
          <Button look="primary" href={`tel:${phone.replaceAll(' ', '')}`}>
            {t('extension:call', { phone })}
          </Button>
        )}
        {next && (
          <Button look="primary" href={localPath(lang, `/insurance-policy/details?id=${next.id}`)}>
            {t('extension:toNext', { number: next.number })}
          </Button>
        )}
        {reason === 'correcting' && (
          <Button look="primary" href={localPath(lang, `/personal/modify?policy=${page.id}`)}>
            {t('extension:toChanges')}
          </Button>
        )}
        <TextLink href={localPath(lang, `/insurance-policy/details?id=${page.id}`)}>{t('extension:back')}</TextLink>
      </div>
    </section>
  )
}
