/** `apply?part=account`: the account's holder, its country, and its details by country (spec §3, §5; domain §5.5). */
import { useT } from '../../../../../../app/words/words.tsx'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { Button } from '../../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { AnswerKey } from '../../../../rules/claim-fields.ts'
import { accountErrors } from '../../../../rules/draft/claim-errors.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { change, goBack, proceed } from '../../store/wizard-store.ts'
import type { StepProps } from '../../props.ts'
import { AccountFields } from './account-fields.tsx'
import { AccountOnFile, OfferAccount } from './account-on-file.tsx'

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
