/**
 * `?refund=…`: the account for a refund that could not be made the way it was paid. The payer gives it, and sees its
 * last digits and the state of the payment.
 */
import { useRef, useState } from 'react'
import { AccountCountry, AccountName, BankFieldInput } from '../../../../../app/parts/bank-account-fields.tsx'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { ConfirmAccount } from '../../../../../app/parts/confirm-account.tsx'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../../app/load/not-found.tsx'
import { SensitiveConsentBox } from '../../../../../app/parts/sensitive-consent-box.tsx'
import { useAccountSending } from '../../../../../app/requests/use-account-sending.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { accountIn, type AccountToPay } from '../../../../../lib/money/account-to-pay.ts'
import { bankFields } from '../../../../../lib/money/bank-fields-by-country.ts'
import { dayOf, formatDay } from '../../../../../lib/days/dates.ts'
import { localPath, sentences } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { countryName } from '../../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { ownAccountErrors } from '../../../../../lib/people/own-account-errors.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { ErrorSummary } from '../../../../../ui/ErrorSummary.tsx'
import { CheckedForm } from '../../../../../ui/CheckedForm.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { getRefundAccount, giveRefundAccount, type RefundAccountView } from '../../../../cashier/contract.ts'

export default function RefundAccount({ refund }: { refund: string }) {
  const t = useT()
  const [given, setGiven] = useState<RefundAccountView>()
  const [loaded, again] = useLoad<RefundAccountView | 'missing'>(`refund account ${refund}`, async () => {
    const reply = await request(getRefundAccount, { refund })
    return !reply.ok && (reply.code === 'not_found' || reply.code === 'invalid') ? 'missing' : dataOf(reply)
  })
  if (loaded.state === 'loading') return <Skeleton label={t('refunds:account.loading')} rows={6} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  if (loaded.data === 'missing') return <Missing />
  return <Shown view={given ?? loaded.data} put={setGiven} />
}

interface ShownProps {
  view: RefundAccountView
  put: (view: RefundAccountView) => void
}

function Shown({ view, put }: ShownProps) {
  const t = useT()
  const lang = useLang()
  const [changing, setChanging] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const back = (
    <TextLink href={localPath(lang, view.back)}>
      {t(view.back.startsWith('/personal/order') ? 'refunds:account.back' : 'refunds:account.backOther')}
    </TextLink>
  )
  const form = view.state === 'asked' || (view.state === 'given' && changing)
  return (
    <div className="grid gap-10">
      <div className="grid gap-2">
        <p>{back}</p>
        <h1 className="type-h1" ref={heading} tabIndex={-1}>
          {t('refunds:account.title')}
        </h1>
        <Lead view={view} form={form} />
      </div>
      {!form && <Standing view={view} change={view.state === 'given' ? () => setChanging(true) : undefined} />}
      {form && (
        <AccountForm
          view={view}
          done={(next) => {
            setChanging(false)
            put(next)
            heading.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Why an account is requested; what the bank said about the previous one. */
function Lead({ view, form }: { view: RefundAccountView; form: boolean }) {
  const t = useT()
  const lang = useLang()
  const { about, reason, state, tail } = view
  if (!form) return null
  const amount = formatMoney(view.amount, lang)
  const words = reason
    ? sentences(lang, t('refunds:account.bankSaid', { amount }), reason)
    : t(state === 'given' ? 'refunds:account.changeLead' : 'refunds:account.lead', { amount, about, tail: tail ?? '' })
  return <p className="measure text-ink-2">{sentences(lang, words, t('refunds:account.own'))}</p>
}

/** The state when nothing has to be typed. */
function Standing({ view, change }: { view: RefundAccountView; change: (() => void) | undefined }) {
  const t = useT()
  const lang = useLang()
  const { state, tail, reference, paidAt } = view
  if (state === 'over' || state === 'asked') return <Notice kind="info" title={t('refunds:account.over')} />
  const title = t(`refunds:account.${state === 'in_batch' ? 'inBatch' : state}`, {
    amount: formatMoney(view.amount, lang),
    tail: tail ?? '',
  })
  return (
    <Notice kind={state === 'paid' ? 'ok' : 'info'} title={title}>
      {state === 'given' && <p>{t('refunds:account.saved')}</p>}
      {state === 'in_batch' && <p>{t('refunds:account.done')}</p>}
      {paidAt !== null && <p className="num">{t('refunds:account.paidOn', { day: formatDay(dayOf(paidAt), lang) })}</p>}
      {reference && <p className="num">{t('refunds:account.reference', { reference })}</p>}
      {change && (
        <p className="mt-2">
          <TextLink onClick={change}>{t('refunds:account.change')}</TextLink>
        </p>
      )}
    </Notice>
  )
}

const EMPTY: AccountToPay = { accountCountry: 'CN', accountName: '', accountNumber: '', bankName: '', bankFields: {} }

function AccountForm({ view, done }: { view: RefundAccountView; done: (view: RefundAccountView) => void }) {
  const t = useT()
  const lang = useLang()
  const [consented, setConsented] = useState(false)
  const [account, setAccount] = useState(EMPTY)
  const { attempt, errors, busy, check, asking, send, back, restart, forgetRefusals } = useAccountSending({
    found: consented ? ownAccountErrors(account, view.names) : { sensitive: 'consent_required' },
    request: () =>
      request(giveRefundAccount, {
        refund: view.id,
        version: view.version,
        account,
        sensitive: consented,
        confirmed: true,
      }),
    done,
  })
  const errorOf = (key: string): string | undefined =>
    errors[key] ? t(key === 'sensitive' ? 'refunds:account.consentMissing' : `errors:field.${errors[key]}`) : undefined
  const change = (patch: Partial<AccountToPay>): void => {
    setAccount((now) => ({ ...now, ...patch }))
    forgetRefusals()
  }
  const rows = orderOf(account)
    .filter((id) => errors[id])
    .map((id) => ({ id, message: errorOf(id) ?? '' }))

  /** Withdrawing the consent clears what was typed; the fields count as not tried yet. */
  const consent = (yes: boolean): void => {
    setConsented(yes)
    restart()
    if (!yes) setAccount(EMPTY)
  }

  return (
    <CheckedForm className="grid max-w-3xl gap-8" onSend={() => check()}>
      {rows.length > 0 && (
        <ErrorSummary title={t('ui:errors.title', { count: rows.length })} errors={rows} attempt={attempt} />
      )}
      <SensitiveConsentBox
        text={t('refunds:account.consent')}
        checked={consented}
        onChange={consent}
        error={errorOf('sensitive')}
      />
      {consented && (
        <AccountCountry
          value={account.accountCountry}
          error={errorOf('accountCountry')}
          change={(accountCountry) => change(accountIn(accountCountry))}
        />
      )}
      {consented && account.accountCountry !== '' && (
        <section className="grid gap-6">
          <h2 className="type-h2 border-b border-ink pb-3">
            {t('bankaccount:details', { country: countryName(account.accountCountry, lang) })}
          </h2>
          <AccountName
            value={account.accountName}
            names={view.names}
            error={errorOf('accountName')}
            change={(accountName) => change({ accountName })}
          />
          {bankFields(account.accountCountry).map((one) => (
            <BankFieldInput key={one.id} field={one} values={account} errorOf={errorOf} change={change} />
          ))}
        </section>
      )}
      <div>
        <Button look="accent" type="submit">
          {t('refunds:account.send')}
        </Button>
      </div>
      <ConfirmAccount
        open={asking}
        account={account}
        look="accent"
        working={busy && t('refunds:account.saving')}
        yes={() => void send()}
        no={back}
      />
    </CheckedForm>
  )
}

/** Fields in the order of the page, which is the order of the summary. */
const orderOf = ({ accountCountry }: AccountToPay): string[] => [
  'sensitive',
  'accountCountry',
  'accountName',
  ...bankFields(accountCountry).map(({ id }) =>
    id === 'accountNumber' || id === 'bankName' ? id : `bankFields.${id}`,
  ),
]

function Missing() {
  const t = useT()
  return (
    <NotFound title={t('refunds:account.missingTitle')} path="/personal/order" go={t('refunds:account.orders')}>
      {t('refunds:account.missing')}
    </NotFound>
  )
}
