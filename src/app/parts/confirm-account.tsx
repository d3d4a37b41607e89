/**
 * The last look before money is sent to an account: whose it is, at which bank and branch, in which country, and how
 * its number ends.
 */
import type { AccountToPay } from '../../lib/money/account-to-pay.ts'
import { accountTail, bankFields } from '../../lib/money/bank-fields-by-country.ts'
import { bankFieldKey } from '../../lib/money/bank-field-words.ts'
import { nationalityName } from '../../lib/people/nationalities.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SummaryList } from '../../ui/SummaryList.tsx'
import { useLang, useT } from '../words/words.tsx'

/** Which office of which bank: what its country asks for, as it was typed; not the number, nor words of addresses. */
const whereOf = (country: string) =>
  bankFields(country).filter(({ id, kind }) => id === 'branch' || (id !== 'accountNumber' && /digits|code/.test(kind)))

interface Props {
  open: boolean
  account: AccountToPay
  look: 'accent' | 'primary'
  /** Words while it is being sent. */
  working: string | false
  yes: () => void
  no: () => void
}

export function ConfirmAccount({ open, account, look, working, yes, no }: Props) {
  const t = useT()
  const lang = useLang()
  const { accountName, accountCountry, accountNumber, bankName, bankFields: further } = account
  const actions = (
    <>
      <Button look={look} working={working} onClick={yes}>
        {t('bankaccount:check.yes')}
      </Button>
      <Button onClick={no}>{t('bankaccount:check.no')}</Button>
    </>
  )
  return (
    <Dialog open={open} onClose={no} title={t('bankaccount:check.title')} actions={actions}>
      <SummaryList
        rows={[
          { id: 'name', term: t(bankFieldKey('accountName')), value: accountName },
          ...(bankName ? [{ id: 'bank', term: t(bankFieldKey('bankName')), value: bankName }] : []),
          ...(accountCountry
            ? [{ id: 'country', term: t('bankaccount:check.country'), value: nationalityName(accountCountry, lang) }]
            : []),
          {
            id: 'number',
            term: t(bankFieldKey('accountNumber')),
            value: <span className="num">{t('bankaccount:check.ending', { tail: accountTail(accountNumber) })}</span>,
          },
          ...whereOf(accountCountry).flatMap(({ id }) =>
            further[id] ? [{ id, term: t(bankFieldKey(id)), value: <span className="num">{further[id]}</span> }] : [],
          ),
        ]}
      />
    </Dialog>
  )
}
