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
import { formFile, type ClaimView } from '../../../contract.ts'
import { statedOtherWords } from '../../../rules/settlement/stated-other-insurance.ts'
import { textVersionWords } from '../../../rules/text-version-words.ts'
import { heirRelationKey, unavailableWords } from '../../../rules/word-keys.ts'

const SignaturePicture = optionalPart(async () => ({
  default: (await import('../../signature-picture.tsx')).SignaturePicture,
}))

type Row = { id: string; term: string; value: ReactNode }

export function ApplicationAnswers({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const { answers } = claim
  const place = ({ name, city, country }: Hospital): string =>
    joined(lang, name, city, country && countryName(country, lang))
  const yesNo = (id: 'admitted' | 'thirdParty' | 'medicine' | 'otherInsurance'): Row[] => {
    const value = answers[id]
    return value === null
      ? []
      : [
          {
            id,
            term: t(`claimprogress:said.${id}`),
            value: t(value ? 'claimprogress:said.yes' : 'claimprogress:said.no'),
          },
        ]
  }
  const text = (id: 'place' | 'contactPerson' | 'contactPhone' | 'email'): Row[] =>
    answers[id] ? [{ id, term: t(`claimprogress:said.${id}`), value: answers[id] }] : []
  const event: Row[] = [
    ...(answers.type
      ? [{ id: 'type', term: t('claimprogress:facts.type'), value: t(`claims:type.${answers.type}.name`) }]
      : []),
    ...(answers.incidentDay
      ? [
          {
            id: 'day',
            term: t('claimprogress:facts.day'),
            value: joined(lang, formatDay(answers.incidentDay, lang), answers.incidentTime),
          },
        ]
      : []),
    ...(answers.deathCause
      ? [
          {
            id: 'cause',
            term: t('claimprogress:said.deathCause'),
            value: t(`claimprogress:said.cause.${answers.deathCause}`),
          },
        ]
      : []),
    ...(answers.deathCause === 'accident' && answers.deathDay
      ? [{ id: 'died', term: t('claimprogress:said.deathDay'), value: formatDay(answers.deathDay, lang) }]
      : []),
    ...(answers.claimant.name && answers.claimant.relation
      ? [
          {
            id: 'claimant',
            term: t('claimprogress:said.claimant'),
            value: t('claimprogress:heirs.of', {
              name: answers.claimant.name,
              relation: t(heirRelationKey(answers.claimant.relation)),
            }),
          },
        ]
      : []),
    ...text('place'),
    ...yesNo('admitted'),
    ...yesNo('thirdParty'),
    ...(answers.description === ''
      ? []
      : [
          {
            id: 'description',
            term: t('claimprogress:said.description'),
            value: <span className="block text-start font-normal whitespace-pre-line">{answers.description}</span>,
          },
        ]),
    ...(answers.hospital.name
      ? [{ id: 'hospital', term: t('claimprogress:facts.clinic'), value: place(answers.hospital) }]
      : []),
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
            id: 'own',
            term: t('claimprogress:said.account'),
            value: t(answers.accountOwn ? 'claimprogress:said.own' : 'claimprogress:said.others'),
          },
        ]),
    ...(answers.payeeName
      ? [
          {
            id: 'payee',
            term: t('claimprogress:said.payee'),
            value: joined(
              lang,
              answers.payeeName,
              answers.payeeRelation && t(`claims:payeeRelation.${answers.payeeRelation}`),
            ),
          },
        ]
      : []),
    { id: 'name', term: t('claimprogress:payment.name'), value: answers.accountName },
    // The complete number is in the signed form; others may see a screen.
    {
      id: 'number',
      term: t('claimprogress:said.number'),
      value: t('claimprogress:said.tail', { tail: answers.accountNumber.slice(-4) }),
    },
    {
      id: 'bank',
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
  ...statedOtherWords(answers, t, lang).map((value, i) => ({
    id: `other-${i}`,
    term: t('claimprogress:said.statedOther'),
    value,
  })),
  ...answers.unavailable.map((it) => ({
    id: `without-${it.kind}`,
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
          { id: 'name', term: t('claimprogress:signed.name'), value: signature.name },
          {
            id: 'kind',
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
          { id: 'at', term: t('claimprogress:signed.at'), value: formatInstant(signature.at, lang) },
          {
            id: 'text',
            term: t('claimprogress:signed.text'),
            value: t('claimprogress:signed.version', { version: textVersionWords(signature.textVersion, lang) }),
          },
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
