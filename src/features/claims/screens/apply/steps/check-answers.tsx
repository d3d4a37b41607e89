/** All answers, group by group, each with a link to change it. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import type { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { bankFields, bankValue } from '../../../../../lib/money/bank-fields-by-country.ts'
import { joined, type Lang } from '../../../../../lib/locale.ts'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { isStay } from '../../../rules/draft/visit-days.ts'
import type { AnswerKey, ClaimAnswers } from '../../../rules/claim-fields.ts'
import type { DraftView } from '../../../contract.ts'
import { isMedical } from '../../../rules/document-kinds.ts'
import type { ClaimStep } from '../../../list-contract.ts'
import { accountTypeKey, ACCOUNT_TYPES, bankFieldKey } from '../../../../../lib/money/bank-field-words.ts'
import { SignaturePicture } from '../../signature-picture.tsx'
import { answerWords, rowKey, totals, visitWords } from '../answer-words.ts'
import { AnswerGroup } from './answer-group.tsx'
import { deathRows, heirRows } from './death/death-answers.ts'
import { SentDocuments } from './sent-documents.tsx'
import { FiguresWithUnits } from '../../../../../ui/FiguresWithUnits.tsx'
import { groupedReference } from '../../../../../lib/money/transfer-reference.ts'

interface Row {
  id?: string
  term: string
  value: string
}
interface Props {
  draft: DraftView
  answers: ClaimAnswers
  uploads: ReturnType<typeof useUploads>
}

export function CheckAnswers({ draft, answers, uploads }: Props) {
  const t = useT()
  const lang = useLang()
  const row = (key: AnswerKey): Row => ({
    id: key,
    term: t(`claimform:field.${key}`),
    value: answerWords(t, lang, key, answers),
  })
  const medical = answers.type !== '' && isMedical(answers.type)
  const accident = answers.type === 'accident'
  const policy: Row[] = [
    { term: t('claimform:summary.insured'), value: draft.policy.insured },
    {
      term: t('claimform:list.policy'),
      value: joined(lang, draft.policy.planName, draft.policy.tierName),
    },
    { term: t('claimform:summary.policy'), value: draft.policy.number },
    answers.type === 'death'
      ? {
          ...row('incidentDay'),
          term: t(answers.deathCause === 'accident' ? 'claimform:event.accidentDay' : 'claimform:field.deathDay'),
        }
      : row('incidentDay'),
  ]
  const death = answers.type === 'death'
  const event: Row[] = death
    ? [
        ...deathRows(t, row, draft, answers),
        ...costRows(t, lang, answers),
        row('contactPerson'),
        row('contactPhone'),
        row('email'),
      ]
    : [
        row('type'),
        ...(accident ? [row('incidentTime'), row('place')] : []),
        row('description'),
        ...(accident ? [row('thirdParty'), row('admitted')] : []),
        ...(medical ? placeKeys(answers).map((key) => row(key)) : []),
        ...costRows(t, lang, answers),
        ...(medical ? [row('medicine')] : []),
        row('otherInsurance'),
        row('contactPerson'),
        row('contactPhone'),
        row('email'),
      ]
  const payee = answers.accountOwn === false ? [row('payeeName'), row('payeeRelation')] : []
  const onFile = draft.accountOnFile?.reference === answers.accountFrom ? draft.accountOnFile : null
  const account: Row[] = death
    ? heirRows(t, answers)
    : onFile
      ? [
          {
            id: 'accountFrom',
            term: t('claimform:field.accountNumber'),
            value: t('claimform:account.onFile.bank', onFile),
          },
        ]
      : [row('accountOwn'), ...payee, row('accountCountry'), row('accountName'), ...bankRows(t, answers)]
  const { signature } = draft
  const signed: Row[] = signature
    ? [
        {
          term: t('claimform:sign.field'),
          value: t(`claimform:sign.standing.${signature.kind}`, { name: signature.name }),
        },
        { term: t('claimform:check.signedAt'), value: t('app:zoned', { time: formatInstant(signature.at, lang) }) },
      ]
    : []
  return (
    <div className="grid gap-12">
      <Group step="policy" rows={policy} />
      <div className="grid gap-4">
        <Group step="sign" rows={signed} />
        {signature?.kind === 'drawn' && (
          <SignaturePicture
            claim={draft.id}
            at={signature.at}
            label={t('claimform:sign.standing.drawn', { name: signature.name })}
          />
        )}
      </div>
      <Group step="event" rows={event} />
      <Group step="account" rows={account} />
      <SentDocuments draft={draft} answers={answers} uploads={uploads} />
    </div>
  )
}

/** Where the person was treated, and for a stay from when to when. */
const placeKeys = (answers: ClaimAnswers): AnswerKey[] =>
  isStay(answers) ? ['hospital', 'admissionDay', 'dischargeDay', 'billPaid'] : ['hospital']

/** Visits or costs, and the sum of several: a single one is its own sum. */
function costRows(t: ReturnType<typeof useT>, lang: Lang, answers: ClaimAnswers): Row[] {
  const { visits } = answers
  return [
    ...visits.map((visit, i) => ({
      id: visit.id,
      term: t(rowKey(answers), { number: i + 1 }),
      value: visitWords(visit, lang),
    })),
    ...(visits.length > 1 ? totals(visits) : []).map((sum) => ({
      id: sum.currency,
      term: t('claimform:check.total', { currency: sum.currency }),
      value: formatMoney(sum, lang),
    })),
  ]
}

function bankRows(t: ReturnType<typeof useT>, answers: ClaimAnswers): Row[] {
  if (answers.accountCountry === '') return []
  return bankFields(answers.accountCountry).map((field) => {
    const iban = field.id === 'accountNumber' && field.kind === 'code'
    const value = bankValue(answers, field.id)
    const type = ACCOUNT_TYPES.find((one) => one === value)
    return {
      id: field.id,
      term: t(bankFieldKey(iban ? 'iban' : field.id)),
      value: field.choices && type ? t(accountTypeKey(type)) : iban ? groupedReference(value) : value,
    }
  })
}

function Group({ step, rows }: { step: Exclude<ClaimStep, 'check'>; rows: Row[] }) {
  const said = rows.filter(({ value }) => value !== '')
  return (
    <AnswerGroup
      step={step}
      rows={said.map((row) => ({
        ...row,
        value: (
          <span
            className={`wrap-anywhere whitespace-pre-line ${row.id === 'description' ? 'sentences block font-normal' : ''}`}
          >
            <FiguresWithUnits>{row.value}</FiguresWithUnits>
          </span>
        ),
      }))}
    />
  )
}
