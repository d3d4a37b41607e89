/** The account that an earlier claim was paid to: shown masked, and chosen by its reference. */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../../../lib/days/dates.ts'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { AccountOnFile as Account } from '../../../../contract.ts'
import { change } from '../../store/wizard-store.ts'

/** This account is chosen. */
export function AccountOnFile({ account: { bank, tail, paidAt } }: { account: Account }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="panel grid gap-2 p-5" id="accountFrom" tabIndex={-1} aria-labelledby="account-on-file">
      <p className="text-small text-ink-2">{t('claimform:account.onFile.title')}</p>
      <h2 className="type-h3 num flex items-center gap-2" id="account-on-file">
        <Icon name="landmark" className="text-teal" />
        {t('claimform:account.onFile.bank', { bank, tail })}
      </h2>
      <p className="text-ink-2">{t('claimform:account.onFile.used', { day: formatDay(dayOf(paidAt), lang) })}</p>
      <p>
        <TextLink onClick={() => change({ accountFrom: '' })}>{t('claimform:account.onFile.other')}</TextLink>
      </p>
    </section>
  )
}

/** Another account is being entered; this one can be chosen with a tap. */
export function OfferAccount({ account: { reference, tail } }: { account: Account }) {
  const t = useT()
  return (
    <p>
      <TextLink onClick={() => change({ accountFrom: reference })}>
        {t('claimform:account.onFile.same', { tail })}
      </TextLink>
    </p>
  )
}
