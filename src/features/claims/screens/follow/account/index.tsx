/**
 * The bank returned the money, of this claim or of another one from the same account: the same fields as in the
 * application, and we pay again (design §5 `payment_failed → paying`).
 */
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { silentPart } from '../../../../../app/load/lazy.tsx'
import { ConfirmAccount } from '../../../../../app/parts/confirm-account.tsx'
import { useAccountSending } from '../../../../../app/requests/use-account-sending.ts'
import { createTypingStore } from '../../../../../app/saving/typing-store.ts'
import { Actions } from '../../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { accountIn } from '../../../../../lib/money/account-to-pay.ts'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { keysOf, picked } from '../../../../../lib/object-keys.ts'
import { localPath, sentences } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { CheckedForm } from '../../../../../ui/CheckedForm.tsx'
import {
  accountSchema,
  PAYEE_RELATIONS,
  type AnswerPatch,
  type ClaimAccount,
  type ClaimAnswers,
} from '../../../rules/claim-fields.ts'
import { HEIR_COUNTRY } from '../../../rules/heirs.ts'
import { correctAccount, type ClaimView } from '../../../contract.ts'
import { accountErrors } from '../../../rules/draft/claim-errors.ts'
import { progressPath } from '../../../rules/claim-paths.ts'
import { ClaimErrorSummary } from '../../apply/claim-error-summary.tsx'
import { AccountFields } from '../../apply/steps/account/account-fields.tsx'
import { PartHead } from '../part-head.tsx'
import { NothingRequested } from '../supplement/nothing-requested.tsx'
import type { ClaimProps } from '../load-claim.tsx'
import { buttonVariantFor } from '../button-look-after-death.ts'

const RestoreFocus = silentPart(() => import('../../../../../app/parts/restore-focus.ts'))

const typing = createTypingStore('account-typing', (raw) => z.array(accountSchema).safeParse(raw).data ?? [])

export default function Account({ claim, put }: ClaimProps) {
  const t = useT()
  const lang = useLang()
  const failed = returnedPayment(claim)
  const { answers, change, forget } = useTypedAccount(claim, failed)
  const { attempt, errors, busy, check, asking, send, back, forgetRefusals } = useAccountSending<ClaimView>({
    found: ownErrors(answers, claim.insured),
    request: () =>
      request(correctAccount, {
        id: claim.id,
        version: claim.version,
        account: accountOf(answers),
        confirmed: true,
        ...(failed?.payee ? { payment: failed.id } : {}),
      }),
    done: (next) => {
      put(next)
      void forget().finally(() => location.assign(localPath(lang, progressPath(claim.id))))
    },
  })
  const elsewhere = claim.accountReturned
  if (!claim.may.correctAccount && elsewhere?.may !== 'change') return <NothingRequested id={claim.id} />
  const errorOf = (key: string): string | undefined => (errors[key] ? t(`errors:field.${errors[key]}`) : undefined)

  return (
    <CheckedForm className="grid max-w-3xl gap-10" onSend={() => check()}>
      <PartHead claim={claim} title={t(elsewhere ? 'claimprogress:need.accountOther' : 'claimprogress:need.accountGo')}>
        <p className="measure mt-2 text-ink-2">
          {sentences(
            lang,
            (failed ?? elsewhere)?.reason?.[lang] ?? t('claimprogress:need.accountText'),
            t(elsewhere ? 'claimprogress:need.accountName' : 'claimprogress:need.accountMust'),
          )}
        </p>
      </PartHead>
      <ClaimErrorSummary errors={errors} errorOf={errorOf} attempt={attempt} />
      <AccountFields
        answers={answers}
        holderNames={[claim.insured]}
        errorOf={errorOf}
        change={(patch) => {
          change(patch)
          forgetRefusals()
        }}
        whoseStays
      />
      <Actions
        main={
          <Button look={buttonVariantFor(claim)} type="submit">
            {t('claimprogress:account.send')}
          </Button>
        }
      />
      <ConfirmAccount
        open={asking}
        account={answers}
        look={buttonVariantFor(claim)}
        working={busy && t('claimprogress:sending')}
        yes={() => void send()}
        no={back}
      />
      <RestoreFocus />
    </CheckedForm>
  )
}

const accountOf = (answers: ClaimAnswers): ClaimAccount => picked(answers, keysOf(accountSchema.shape))

/**
 * The account as typed, which outlives a reload and an ended login: sealed on this device, as that of an application
 * is.
 */
function useTypedAccount(claim: ClaimView, failed: Payment | undefined) {
  const of = failed?.id ?? claim.id
  const [answers, set] = useState<ClaimAnswers>(() => answersFor(claim, failed))
  // What is read late must not overwrite what was typed in the meantime.
  const touched = useRef(false)
  useEffect(() => {
    void typing.take(of).then((kept) => {
      if (!touched.current) set((now) => ({ ...now, ...kept.at(-1) }))
    })
  }, [of])
  useEffect(() => {
    if (touched.current) void typing.keep(of, [accountOf(answers)])
  }, [of, answers])
  return {
    answers,
    change: (patch: AnswerPatch): void => {
      touched.current = true
      set((now) => changed(now, patch))
    },
    forget: () => typing.forget(of),
  }
}

type Payment = ClaimProps['claim']['payments'][number]

/** The payment that the address names, else the first returned one. */
const returnedPayment = ({ payments }: ClaimProps['claim']): Payment | undefined => {
  const returned = payments.filter((it) => it.returned)
  const named = new URLSearchParams(pageSearch()).get('payment')
  return returned.find(({ id }) => id === named) ?? returned[0]
}

/** Another country empties everything that was another country's. */
const changed = (now: ClaimAnswers, patch: AnswerPatch): ClaimAnswers => ({
  ...now,
  ...patch,
  ...(patch.accountCountry !== undefined && patch.accountCountry !== now.accountCountry
    ? accountIn(patch.accountCountry)
    : {}),
})

/**
 * The number must be typed again, because pages never get a complete one; of an heir's account this page knows only the
 * name.
 */
function answersFor({ answers, payees }: ClaimProps['claim'], failed: Payment | undefined): ClaimAnswers {
  const heir = payees.find(({ id }) => id === failed?.payee)
  if (!heir) return { ...answers, accountNumber: '' }
  const payeeName = heir.guardian !== null && heir.accountName === heir.guardian ? heir.guardian : heir.name
  const payeeRelation = PAYEE_RELATIONS.find((it) => it === heir.relation) ?? 'other'
  return {
    ...answers,
    accountOwn: false,
    payeeName,
    payeeRelation,
    accountCountry: HEIR_COUNTRY,
    accountName: heir.accountName,
    accountNumber: '',
    bankName: '',
    bankFields: {},
  }
}

/** Only the server knows every form of the insured person's name, so it does that comparison. */
function ownErrors(answers: ClaimAnswers, insured: string): FieldErrors {
  const errors = accountErrors(answers, [insured])
  if (answers.accountOwn !== false && errors['accountName'] === 'account_name_match') delete errors['accountName']
  return errors
}
