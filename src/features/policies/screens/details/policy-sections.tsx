/** Sections of a policy's page, the same in both arrangements. */
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { joined, localPath, sentences } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Accordion } from '../../../../ui/Accordion.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Fact, MaskedPerson } from '../../contract.ts'
import { neverInForce, otherLine, rangeWords, statusWords } from '../../rules/policy-words.ts'
import type { DetailsProps } from './props.ts'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'

type SectionProps = Pick<DetailsProps, 'policy'> & {
  /** Shown as a row that unfolds, as on phones. */
  folded?: boolean
}

/** Loaded separately: it is the last part of the page and adds much to its size. */
export const EndOfCover = lazyPart(() => import('./end-of-cover.tsx'), null)

export function Summary({ policy }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  const { period } = policy
  return (
    <SummaryList
      title={t('policies:summary')}
      rows={[
        {
          id: 'period',
          term: t('policies:facts.period'),
          value: (
            <>
              {rangeWords(t, lang, period)}
              <span className="block text-small font-normal text-ink-2">
                {policy.cancelled
                  ? statusWords(t, policy)
                  : joined(lang, t('policies:dayCount', { count: period.days }), t('policies:period.zone'))}
              </span>
            </>
          ),
        },
        ...(['previous', 'next'] as const).flatMap((which) => {
          const term = policy[which]
          return term ? [{ id: which, term: t(`policies:terms.${which}`), value: <Term term={term} /> }] : []
        }),
        ...(neverInForce(policy)
          ? []
          : [{ id: 'year', term: t('policies:year.term'), value: <YearLeft policy={policy} /> }]),
        {
          id: 'territory',
          term: t('policies:territory'),
          value: <FiguresWithUnits>{policy.territory}</FiguresWithUnits>,
        },
        {
          id: 'insurer',
          term: t('policies:facts.insurer'),
          value: (
            <>
              {policy.insurerFull}
              <span className="block text-small font-normal text-ink-2">{policy.notice}</span>
            </>
          ),
        },
        ...(policy.role === 'buyer'
          ? [{ id: 'premium', term: t('policies:premium'), value: formatMoney(policy.premium, lang) }]
          : []),
        {
          id: 'beneficiary',
          term: t('policies:beneficiary'),
          value: t(policy.deathBenefit ? 'policies:heirs' : 'policies:noDeath'),
        },
        { id: 'clauses', term: t('policies:clauses'), value: t('policies:version', { version: policy.clauseVersion }) },
        {
          id: 'issued',
          term: t('policies:issued'),
          value: t('policies:issuedAt', { at: formatInstant(policy.issuedAt, lang) }),
        },
        ...(policy.cancelledAt === null
          ? []
          : [
              {
                id: 'cancelled',
                term: t('policies:cancelledAt'),
                value: t('policies:issuedAt', { at: formatInstant(policy.cancelledAt, lang) }),
              },
            ]),
      ]}
    />
  )
}

/** The policy of another term, with its last day. */
function Term({ term: { id, number, ends } }: { term: NonNullable<DetailsProps['policy']['next']> }) {
  const t = useT()
  const lang = useLang()
  return (
    <>
      <TextLink look="inline" href={localPath(lang, `/insurance-policy/details?id=${id}`)}>
        {number}
      </TextLink>
      <span className="block text-small font-normal text-ink-2">
        {t('policies:terms.until', { day: formatDay(ends, lang) })}
      </span>
    </>
  )
}

/** What is left of the year maximum after the decisions made so far. */
function YearLeft({ policy: { year } }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  if (year === null) return t('policies:year.none')
  return (
    <>
      {formatMoney(year.left, lang)}
      <span className="block text-small font-normal text-ink-2">
        {t('policies:year.paid', { amount: formatMoney(year.paid, lang) })}
      </span>
    </>
  )
}

export function Benefits({ policy, folded = false }: SectionProps) {
  const t = useT()
  const lang = useLang()
  const used = t(policy.useShown ? 'policies:used.shown' : 'policies:used.private')
  return (
    <div className={folded ? '' : 'grid gap-10'}>
      <div className={folded ? 'ruled' : 'grid gap-10'}>
        <FactList
          title={t('policies:benefits')}
          facts={policy.benefits}
          folded={folded}
          note={folded ? used : undefined}
        />
        <FactList title={t('policies:bears')} facts={policy.bears} folded={folded} />
      </div>
      <p className="text-small text-ink-2">{sentences(lang, folded ? '' : used, t('policies:prevail'))}</p>
    </div>
  )
}

function FactList({
  title,
  facts,
  folded,
  note,
}: {
  title: string
  facts: readonly Fact[]
  folded: boolean
  note?: string | undefined
}) {
  const list = (
    <SummaryList
      title={folded ? undefined : title}
      rows={facts.map(({ label, value, notes, none }) => ({
        id: label,
        term: label,
        value: (
          <>
            <span className={none ? 'font-normal text-ink-3' : undefined}>{value}</span>
            {notes.map((line) => (
              <span key={line} className="block text-small font-normal text-ink-2">
                {line}
              </span>
            ))}
          </>
        ),
      }))}
    />
  )
  if (!folded) return list
  return (
    <Accordion title={<h2 className="font-semibold">{title}</h2>}>
      {note && <p className="mb-3 text-small">{note}</p>}
      {list}
    </Accordion>
  )
}

export function People({ policy, folded = false }: SectionProps) {
  const t = useT()
  const lang = useLang()
  const { insured, policyholder } = policy.people
  const self = insured.name === policyholder.name && insured.idNumber === policyholder.idNumber
  const changeable = policy.role === 'buyer' && (policy.status === 'valid' || policy.status === 'pending_activation')
  const persons = (
    <>
      <div className="grid gap-8">
        <Person title={t(self ? 'policies:people.both' : 'policies:people.insured')} person={insured} />
        {!self && (
          <Person title={t('policies:people.policyholder')} person={policyholder} relationship={policy.relationship} />
        )}
      </div>
      <p className="mt-3 text-small text-ink-2">{t('policies:people.note')}</p>
    </>
  )
  return (
    <section>
      {folded ? (
        <div className="ruled">
          <Accordion title={<h2 className="font-semibold">{t('policies:people.title')}</h2>}>{persons}</Accordion>
        </div>
      ) : (
        <>
          <h2 className="mb-4 type-h3">{t('policies:people.title')}</h2>
          {persons}
        </>
      )}
      {changeable && (
        <TextLink look="go" href={`${localPath(lang, '/personal/modify')}?policy=${policy.id}`}>
          {t('policies:people.modify')}
        </TextLink>
      )}
    </section>
  )
}

function Person({ title, person, relationship }: { title: string; person: MaskedPerson; relationship?: string }) {
  const t = useT()
  const lang = useLang()
  const rows = [
    { id: 'name', term: title, value: [person.name, person.otherName].filter(Boolean).join(' ') },
    ...(relationship ? [{ id: 'relationship', term: t('policies:people.relationship'), value: relationship }] : []),
    { id: 'id', term: person.idType, value: person.idNumber },
    ...(person.passportNumber
      ? [{ id: 'passport', term: t('policies:people.passport'), value: person.passportNumber }]
      : []),
    ...(['birthDate', 'gender', 'nationality', 'institution', 'email', 'mobile'] as const).flatMap((field) => {
      const value = person[field]
      return value === null ||
        (relationship !== undefined && ['birthDate', 'gender', 'nationality', 'institution'].includes(field))
        ? []
        : [
            {
              id: field,
              term: t(`policies:people.${field}`),
              value: field === 'birthDate' ? formatDay(value, lang) : value,
            },
          ]
    }),
  ]
  return <SummaryList level={3} rows={rows} />
}

const PLACES = [
  ['start', '/claim/application'],
  ['guide', '/claims/guide'],
  ['hospitals', '/claims/hospital'],
] as const

/** Whom to contact when ill; links only to what exists. */
export function MedicalHelp({ policy }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  const { helpLine, assistance } = policy
  const elsewhere = otherLine(policy)
  if (neverInForce(policy)) return null
  return (
    <section>
      <h2 className="type-h3">{t('policies:claim.title')}</h2>
      <p className="mt-1 measure text-ink-2">
        <FiguresWithUnits>
          {t('policies:claim.text', { company: assistance, hours: LIMITS.admissionHours })}
        </FiguresWithUnits>
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <TextLink icon="phone" href={`tel:${helpLine.replaceAll(' ', '')}`}>
          {t('policies:claim.call', { phone: helpLine })}
        </TextLink>
        {elsewhere && (
          <TextLink icon="phone" href={`tel:${elsewhere.replaceAll(' ', '')}`}>
            {t('policies:claim.callElsewhere', { phone: elsewhere })}
          </TextLink>
        )}
        {PLACES.map(([id, path]) => (
          <TextLink
            key={id}
            look="go"
            href={localPath(lang, id === 'hospitals' && policy.hospitals ? `${path}/${policy.hospitals}` : path)}
          >
            {t(`policies:claim.${id}`)}
          </TextLink>
        ))}
      </div>
    </section>
  )
}
