/** `apply?part=account`: the account's holder, its country, and its details by country (spec §3, §5; domain §5.5). */
import { useT, useLang } from '../../../../../../app/words/words.tsx'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { Button } from '../../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { AnswerKey } from '../../../../rules/claim-fields.ts'
import { accountErrors } from '../../../../rules/draft/claim-errors.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { change, goBack, proceed } from '../../store/wizard-store.ts'
import type { StepProps } from '../../props.ts'
import { AccountFields } from './account-fields.tsx'
import type { AccountOnFile as Account } from '../../../../contract.ts'
import { dayOf, formatDay } from '../../../../../../lib/days/dates.ts'
import { Icon } from '../../../../../../ui/Icon.tsx'

const ORDER: readonly AnswerKey[] = [
  'accountOwn',
  'payeeName',
  'payeeRelation',
  'accountCountry',
  'accountName',
  'bankName',
  'accountNumber',
  'bankFields',
]

export default function AccountStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const [attempt, tryOn] = useAttempt(draft.id, `account ${String(answers.accountOwn)} ${answers.accountCountry}`)
  const onFile = draft.accountOnFile
  const chosen = onFile !== null && onFile.reference === answers.accountFrom
  const errors = chosen ? {} : accountErrors(answers, draft.holderNames)
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)

  return (
    <StepForm
      onGo={() => {
        tryOn()
        if (Object.keys(errors).length > 0) return
        // The chosen account may no longer be used: another must be entered.
        if (!chosen && answers.accountFrom !== '') change({ accountFrom: '' })
        proceed('account')
      }}
    >
      <StepHead still={still} title={t('claimform:account.title')} lead={t('claimform:account.lead')} />
      <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} order={ORDER} />
      {chosen ? (
        <AccountOnFile account={onFile} />
      ) : (
        <>
          {onFile && <OfferAccount account={onFile} />}
          <AccountFields answers={answers} holderNames={draft.holderNames} errorOf={errorOf} change={change} />
        </>
      )}
      <Actions
        main={
          <Button look="accent" type="submit">
            {t('claimform:continue')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('account')}>{t('claimform:back')}</TextLink>}
        hint={t('claimform:account.later')}
      />
    </StepForm>
  )
}

/** The account that an earlier claim was paid to is chosen: it is shown masked. */
function AccountOnFile({ account: { bank, tail, paidAt } }: { account: Account }) {
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
function OfferAccount({ account: { reference, tail } }: { account: Account }) {
  const t = useT()
  return (
    <p>
      <TextLink onClick={() => change({ accountFrom: reference })}>
        {t('claimform:account.onFile.same', { tail })}
      </TextLink>
    </p>
  )
}
