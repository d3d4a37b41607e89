/** Everything that was said, group by group, each with one way to change it. */
import { useLang, useT } from '../../../../../app/words.tsx'
import { receiptNumber } from '../../../../../app/photos/words.ts'
import { bankFields, bankValue } from '../../../../../lib/bank-account.ts'
import { formatInstant } from '../../../../../lib/dates.ts'
import { formatMoney } from '../../../../../lib/money.ts'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { AnswerKey, ClaimAnswers } from '../../../answers.ts'
import type { DraftView } from '../../../contract.ts'
import { isMedical } from '../../../kinds.ts'
import type { ClaimStep } from '../../../rows.ts'
import { accountTypeKey, ACCOUNT_TYPES, bankFieldKey, documentKey } from '../../../vocabulary.ts'
import { answerWords, totals, visitWords } from '../describe.ts'
import { show } from '../store/store.ts'

interface Row {
  id?: string
  term: string
  value: string
}
interface Props {
  draft: DraftView
  answers: ClaimAnswers
}

export function Answers({ draft, answers }: Props) {
  const t = useT()
  const lang = useLang()
  const row = (key: AnswerKey): Row => ({ id: key, term: t(`apply:field.${key}`), value: answerWords(t, lang, key, answers) })
  const medical = answers.type !== '' && isMedical(answers.type)
  const accident = answers.type === 'accident'
  const policy: Row[] = [
    { term: t('apply:summary.insured'), value: draft.policy.insured },
    { term: t('apply:list.policy'), value: [draft.policy.planName, draft.policy.tierName].filter(Boolean).join(' · ') },
    { term: t('apply:summary.policy'), value: draft.policy.number },
    row('incidentDay'),
  ]
  const event: Row[] = [
    row('type'), ...(accident ? [row('incidentTime'), row('place')] : []), row('description'),
    ...(accident ? [row('thirdParty'), row('admitted')] : []), ...(medical ? [row('hospital')] : []),
    ...answers.visits.map((visit, i) => ({ id: visit.id, term: t(medical ? 'apply:visits.visit' : 'apply:visits.cost', { number: i + 1 }), value: visitWords(visit, lang) })),
    // One visit is its own sum.
    ...(answers.visits.length > 1 ? totals(answers.visits) : []).map((sum) => ({ id: sum.currency, term: t('apply:check.total', { currency: sum.currency }), value: formatMoney(sum, lang) })),
    ...(medical ? [row('medicine')] : []), row('otherInsurance'),
    row('contactPerson'), row('contactPhone'), row('email'),
  ]
  const payee = answers.accountOwn === false ? [row('payeeName'), row('payeeRelation')] : []
  const account: Row[] = [row('accountOwn'), ...payee, row('accountCountry'), row('accountName'), ...bankRows(t, answers)]
  const { signature } = draft
  const signed: Row[] = signature
    ? [{ term: t('apply:sign.field'), value: t(`apply:sign.standing.${signature.kind}`, { name: signature.name }) }, { term: t('apply:check.signedAt'), value: formatInstant(signature.at, lang) }]
    : []
  const documents: Row[] = draft.documents.map((document) => ({ id: document.id, term: t(documentKey(document.kind)), value: t('apply:check.receipt', { name: document.name, number: receiptNumber(document.sha256) }) }))
  return (
    <div className="grid gap-12">
      <Group step="policy" rows={policy} />
      <Group step="sign" rows={signed} />
      <Group step="event" rows={event} />
      <Group step="account" rows={account} />
      <Group step="documents" rows={documents} />
    </div>
  )
}

function bankRows(t: ReturnType<typeof useT>, answers: ClaimAnswers): Row[] {
  if (answers.accountCountry === '') return []
  return bankFields(answers.accountCountry).map((field) => {
    const iban = field.id === 'accountNumber' && field.kind === 'code'
    const value = bankValue(answers, field.id)
    const type = ACCOUNT_TYPES.find((one) => one === value)
    return { id: field.id, term: t(bankFieldKey(iban ? 'iban' : field.id)), value: field.choices && type ? t(accountTypeKey(type)) : value }
  })
}

function Group({ step, rows }: { step: Exclude<ClaimStep, 'check'>; rows: Row[] }) {
  const t = useT()
  const said = rows.filter(({ value }) => value !== '')
  const title = t(`apply:group.${step}`)
  return (
    <SummaryList
      title={title}
      rows={said.length > 0 ? said.map((row) => ({ ...row, value: <span className="wrap-anywhere whitespace-pre-line">{row.value}</span> })) : [{ term: t('apply:check.nothing'), value: '' }]}
      action={<TextLink onClick={() => show(step, { fromCheck: true })}>{t('ui:change')}<span className="sr-only">: {title}</span></TextLink>}
    />
  )
}
