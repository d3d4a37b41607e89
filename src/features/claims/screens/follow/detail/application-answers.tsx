/** The answers of the application, and how it was signed. */
import type { ReactNode } from 'react'
import { blob } from '../../../../../app/requests/browser-requester.ts'
import type { Translate } from '../../../../../app/words/translate.ts'
import { useDownload } from '../../../../../app/requests/download.ts'
import { optionalPart } from '../../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { countryName } from '../../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { formatDay, formatInstant } from '../../../../../lib/days/dates.ts'
import { HTML_LANG, joined, LANGS, type Lang } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Icon } from '../../../../../ui/Icon.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import type { Hospital, Visit } from '../../../rules/claim-fields.ts'
import { DOCUMENT_KIND_IDS } from '../../../rules/document-kinds.ts'
import { formFile, type ClaimView } from '../../../contract.ts'
import { statedOtherWords } from '../../../rules/settlement/stated-other-insurance.ts'
import { textVersionWords } from '../../../rules/text-version-words.ts'
import { documentKey, heirRelationKey, unavailableWords } from '../../../rules/word-keys.ts'

const SignaturePicture = optionalPart(async () => ({
  default: (await import('../../signature-picture.tsx')).SignaturePicture,
}))

/** Without an `id` a row keeps its place among the others. */
type Row = { id?: string; term: string; value: ReactNode }

export function ApplicationAnswers({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const { answers } = claim
  const place = ({ name, city, country }: Hospital): string =>
    joined(lang, name, city, country && countryName(country, lang))
  /** Nothing where nothing was answered. */
  const row = (term: string, value: ReactNode): Row[] => (value ? [{ term, value }] : [])
  const yesNo = (id: 'admitted' | 'thirdParty' | 'medicine' | 'otherInsurance'): Row[] => {
    const value = answers[id]
    return row(
      t(`claimprogress:said.${id}`),
      value !== null && t(value ? 'claimprogress:said.yes' : 'claimprogress:said.no'),
    )
  }
  const text = (id: 'place' | 'contactPerson' | 'contactPhone' | 'email'): Row[] =>
    row(t(`claimprogress:said.${id}`), answers[id])
  const event: Row[] = [
    ...row(t('claimprogress:facts.type'), answers.type && t(`claims:type.${answers.type}.name`)),
    ...row(
      t('claimprogress:facts.day'),
      answers.incidentDay && joined(lang, formatDay(answers.incidentDay, lang), answers.incidentTime),
    ),
    ...row(
      t('claimprogress:said.deathCause'),
      answers.deathCause && t(`claimprogress:said.cause.${answers.deathCause}`),
    ),
    ...row(
      t('claimprogress:said.deathDay'),
      answers.deathCause === 'accident' && answers.deathDay && formatDay(answers.deathDay, lang),
    ),
    ...row(
      t('claimprogress:said.claimant'),
      answers.claimant.name &&
        answers.claimant.relation &&
        t('claimprogress:heirs.of', {
          name: answers.claimant.name,
          relation: t(heirRelationKey(answers.claimant.relation)),
        }),
    ),
    ...text('place'),
    ...yesNo('admitted'),
    ...yesNo('thirdParty'),
    ...row(
      t('claimprogress:said.description'),
      answers.description && (
        <span className="block text-start font-normal whitespace-pre-line">{answers.description}</span>
      ),
    ),
    ...row(t('claimprogress:facts.clinic'), answers.hospital.name && place(answers.hospital)),
    ...answers.visits.map((visit, i) => ({
      id: visit.id,
      term: t('claimprogress:said.visit', { number: i + 1 }),
      value: <VisitWords visit={visit} place={place} />,
    })),
    ...yesNo('medicine'),
    ...yesNo('otherInsurance'),
    ...afterVisits(answers, t, lang),
    ...text('contactPerson'),
    ...text('contactPhone'),
    ...text('email'),
  ]
  const account: Row[] = [
    ...(answers.accountOwn === null
      ? []
      : [
          {
            term: t('claimprogress:said.account'),
            value: t(answers.accountOwn ? 'claimprogress:said.own' : 'claimprogress:said.others'),
          },
        ]),
    ...(answers.payeeName
      ? [
          {
            term: t('claimprogress:said.payee'),
            value: joined(
              lang,
              answers.payeeName,
              answers.payeeRelation && t(`claims:payeeRelation.${answers.payeeRelation}`),
            ),
          },
        ]
      : []),
    { term: t('claimprogress:payment.name'), value: answers.accountName },
    // The complete number is in the signed form; others may see a screen.
    {
      term: t('claimprogress:said.number'),
      value: t('claimprogress:said.tail', { tail: answers.accountNumber.slice(-4) }),
    },
    {
      term: t('claimprogress:said.bank'),
      value: joined(lang, answers.bankName, answers.accountCountry && countryName(answers.accountCountry, lang)),
    },
  ]
  return (
    <>
      <SummaryList title={t('claimprogress:detail.said')} rows={event} />
      {claim.type !== 'death' && <SummaryList title={t('claimprogress:said.where')} rows={account} />}
    </>
  )
}

const stayRows = (answers: ClaimView['answers'], t: Translate, lang: Lang): Row[] => [
  ...(['admissionDay', 'dischargeDay'] as const).flatMap((id) =>
    answers[id] ? [{ id, term: t(`claimprogress:said.${id}`), value: formatDay(answers[id], lang) }] : [],
  ),
  ...(answers.billPaid === null
    ? []
    : [
        {
          id: 'billPaid',
          term: t('claimprogress:said.billPaid'),
          value: t(`claimprogress:said.${answers.billPaid ? 'yes' : 'no'}`),
        },
      ]),
]

/** The stay, what others have paid, and the documents that cannot be had. */
const afterVisits = (answers: ClaimView['answers'], t: Translate, lang: Lang): Row[] => [
  ...stayRows(answers, t, lang),
  ...statedOtherWords(answers, t, lang).map((value) => ({ term: t('claimprogress:said.statedOther'), value })),
  ...answers.unavailable.map((it) => ({
    term: t('claimprogress:said.without', { document: t(`claims:document.${it.kind}.name`) }),
    value: <span className="whitespace-pre-line">{unavailableWords(t, it)}</span>,
  })),
]

function VisitWords({
  visit: { day, amount, currency, invoice, elsewhere },
  place,
}: {
  visit: Visit
  place: (hospital: Hospital) => string
}) {
  const lang = useLang()
  return (
    <>
      {day && formatDay(day, lang)}
      {day && (lang === 'cn' ? '，' : ', ')}
      {amount !== null && currency && (
        <span className="whitespace-nowrap">{formatMoney({ amount, currency }, lang)}</span>
      )}
      <span className="block text-small font-normal text-ink-2">
        {joined(lang, invoice, elsewhere ? place(elsewhere) : undefined)}
      </span>
    </>
  )
}

export function SignatureOfClaim({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const { signature } = claim
  if (!signature) return null
  return (
    <section>
      <SummaryList
        title={t('claimprogress:signed.title')}
        rows={[
          { term: t('claimprogress:signed.name'), value: signature.name },
          {
            term: t('claimprogress:signed.kind'),
            value: (
              <>
                {t(`claimprogress:signed.${signature.kind}`)}
                {signature.kind === 'drawn' && (
                  <SignaturePicture
                    claim={claim.id}
                    at={signature.at}
                    label={t('claimprogress:signed.picture', { name: signature.name })}
                  />
                )}
              </>
            ),
          },
          { term: t('claimprogress:signed.at'), value: formatInstant(signature.at, lang) },
          {
            term: t('claimprogress:signed.text'),
            value: t('claimprogress:signed.version', { version: textVersionWords(signature.textVersion, lang) }),
          },
          // A declaration named like a document signs it (`MADE_DOCUMENTS`, whose module this page does without).
          ...DOCUMENT_KIND_IDS.filter((kind) => claim.answers.declarations.includes(kind.replace('_', '-'))).map(
            (kind) => ({ term: t(documentKey(kind)), value: t('claimprogress:signed.inForm') }),
          ),
        ]}
      />
      <p className="mt-2 flex flex-wrap items-center gap-x-6">
        <span className="flex items-center gap-2">
          <Icon name="file-check" className="text-primary" />
          {t('claimprogress:signed.form')}
        </span>
        {[...LANGS]
          .sort((a) => (a === lang ? -1 : 1))
          .map((of) => (
            <Get key={of} claim={claim} of={of} />
          ))}
      </p>
    </section>
  )
}

function Get({ claim, of }: { claim: ClaimView; of: Lang }) {
  const t = useT()
  const { busy, save } = useDownload(
    () => blob(formFile, { id: claim.id, language: of }),
    t('claimprogress:signed.file', { number: claim.caseNumber ?? '', lang: of }),
  )
  return (
    <button
      type="button"
      className="link-text"
      aria-busy={busy || undefined}
      onClick={busy ? undefined : () => void save()}
    >
      {busy ? <span className="spinner" /> : <Icon name="download" size={16} />}
      <span className="sr-only">{t('claimprogress:signed.get')} </span>
      <span lang={HTML_LANG[of]}>{t(`claimprogress:language.${of}`)}</span>
    </button>
  )
}
