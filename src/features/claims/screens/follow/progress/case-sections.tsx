/** Documents, facts and latest activity of a case. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { joined, localPath } from '../../../../../lib/locale.ts'
import { Badge } from '../../../../../ui/Badge.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView } from '../../../contract.ts'
import { sumsWords } from '../../../list-contract.ts'
import { ActivityList } from '../activity-list.tsx'
import { DOCUMENT_BADGE } from '../document-badges.ts'
import { documentLines, visitDays, type DocumentLine } from '../claim-selectors.ts'
import { NARROW_SUMMARY } from '../text-format.ts'
import { promisedDocuments } from '../../../rules/case/promised-documents.ts'
import { addDocumentPath, detailPath, followUpPath, imagesPath } from '../../../rules/claim-paths.ts'

/** The newest ones; a link leads to the rest. */
const LATEST = 2

export function Documents({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  return (
    <section>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h2 className="type-h2 web:type-h3">{t('claimprogress:documents.title')}</h2>
        <TextLink look="go" href={localPath(lang, imagesPath(claim.id))}>
          {t('claimprogress:documents.all')}
        </TextLink>
      </div>
      <ul className="ruled">
        {documentLines(claim).map((line) => (
          <Line key={line.id} line={line} />
        ))}
        {promisedDocuments(claim).map((kind) => (
          <li key={`promised-${kind}`} className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
            <TextLink href={localPath(lang, addDocumentPath(claim.id, kind))}>
              {t(`claims:document.${kind}.name`)}
            </TextLink>
            <Badge {...DOCUMENT_BADGE.needed}>{t('claimprogress:documents.promised')}</Badge>
          </li>
        ))}
      </ul>
      {claim.status === 'cancelled' && claim.type !== 'death' && (
        <p className="mt-1">
          <TextLink href={localPath(lang, followUpPath(claim.id))}>{t('claimprogress:add.again')}</TextLink>
        </p>
      )}
      {claim.may.addDocument && (
        <p className="mt-1 flex flex-wrap gap-x-6">
          <TextLink href={localPath(lang, addDocumentPath(claim.id))}>
            <Icon name="camera" size={16} />
            {t('claimprogress:add.title')}
          </TextLink>
          {claim.type !== 'death' && (
            <TextLink href={localPath(lang, followUpPath(claim.id))}>{t('claimprogress:add.visit')}</TextLink>
          )}
        </p>
      )}
    </section>
  )
}

function Line({ line: { kind, count, state, item } }: { line: DocumentLine }) {
  const t = useT()
  const lang = useLang()
  const name = t(`claims:document.${kind}.name`)
  const word =
    state === 'needed'
      ? 'claims:itemStatus.open'
      : state === 'unavailable'
        ? 'claims:itemStatus.unavailable'
        : `claims:documentStatus.${state}`
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <span>{item ? item.title[lang] : count > 1 ? t('claimprogress:documents.files', { name, count }) : name}</span>
      <span className="shrink-0">
        <Badge {...DOCUMENT_BADGE[state]}>{t(word)}</Badge>
      </span>
    </li>
  )
}

export function Facts({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const { answers, policy } = claim
  const days = visitDays(claim)
  const today = dayOf(useNow())
  const [first, last] = [days[0], days.at(-1)]
  const policyPage = '/insurance-policy/details'
  return (
    <section className={NARROW_SUMMARY}>
      <h2 className="mb-2.5 type-h2 web:type-h3">{t('claimprogress:facts.title')}</h2>
      <SummaryList
        rows={[
          ...(claim.type
            ? [{ id: 'type', term: t('claimprogress:facts.type'), value: t(`claims:type.${claim.type}.name`) }]
            : []),
          ...(claim.incidentDay
            ? [{ id: 'day', term: t('claimprogress:facts.day'), value: formatNear(claim.incidentDay, lang, today) }]
            : []),
          // A single visit on the day of the event is not shown twice.
          ...(first && last && (first !== last || first !== claim.incidentDay)
            ? [
                {
                  id: 'visits',
                  term: t('claimprogress:facts.visit', { count: answers.visits.length }),
                  value:
                    first === last
                      ? formatNear(first, lang, today)
                      : t('claimprogress:facts.range', {
                          first: formatNear(first, lang, today),
                          last: formatNear(last, lang, today),
                        }),
                },
              ]
            : []),
          ...(answers.hospital.name
            ? [
                {
                  id: 'clinic',
                  term: t('claimprogress:facts.clinic'),
                  value: joined(lang, answers.hospital.name, answers.hospital.city),
                },
              ]
            : []),
          { id: 'insured', term: t('claimprogress:facts.insured'), value: claim.insured },
          {
            id: 'policy',
            term: t('claimprogress:facts.policy'),
            value: (
              <a className="link num" href={localPath(lang, `${policyPage}?id=${policy.id}`)}>
                {policy.number}
              </a>
            ),
          },
          ...(claim.claimed.length > 0
            ? [{ id: 'claimed', term: t('claimprogress:facts.claimed'), value: sumsWords(lang, claim.claimed) }]
            : []),
        ]}
      />
    </section>
  )
}

export function Latest({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  return (
    <section>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h2 className="type-h2 web:type-h3">{t('claimprogress:activity.latest')}</h2>
        <TextLink look="go" href={localPath(lang, detailPath(claim.id))}>
          {t('claimprogress:activity.all')}
        </TextLink>
      </div>
      <ActivityList activity={claim.activity.slice(0, LATEST)} insurer={claim.policy.insurerName} brief />
    </section>
  )
}
