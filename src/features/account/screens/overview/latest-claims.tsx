/** The latest claims, each with its clock, and a link to all of them. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Ruler } from '../../../../ui/Ruler.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import {
  CLAIM_BADGE,
  claimHref,
  claimTitle,
  clockDay,
  clockShape,
  lateDays,
  nextWords,
  sumsWords,
  type ClaimRow,
} from '../../../claims/list-contract.ts'

const LATEST = 3
const START = '/claim/application/list'

export function LatestClaims({ claims }: { claims: readonly ClaimRow[] }) {
  const t = useT()
  const lang = useLang()
  const title = t('account:overview.claims')
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="type-h2">{title}</h2>
        <span className="flex flex-wrap gap-x-6">
          {claims.length > LATEST && (
            <TextLink look="go" href={localPath(lang, '/personal/claims')}>
              {t('account:overview.allClaims')}
            </TextLink>
          )}
          <TextLink look="go" href={localPath(lang, START)}>
            {t('claimprogress:start')}
          </TextLink>
        </span>
      </div>
      {claims.length === 0 ? (
        <p className="text-ink-2">{t('account:overview.noClaims')}</p>
      ) : (
        <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
          <table className="ledger ledger-list table-fixed">
            <caption className="sr-only">{title}</caption>
            <colgroup>
              <col className="w-[33%]" />
              <col className="w-[22%]" />
              <col className="w-[26%]" />
              <col className="w-[19%]" />
            </colgroup>
            <thead>
              <tr>
                {(['what', 'where', 'clock'] as const).map((id) => (
                  <th key={id} scope="col">
                    {t(`claimprogress:head.${id}`)}
                  </th>
                ))}
                <th scope="col" className="sum">
                  {t('claimprogress:head.sum')}
                </th>
              </tr>
            </thead>
            <tbody>
              {claims.slice(0, LATEST).map((claim) => (
                <Row key={claim.id} claim={claim} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Row({ claim }: { claim: ClaimRow }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const { clock, paid, claimed, status } = claim
  const late = clock ? lateDays(clock) : 0
  const paidOut = paid && paid.amount > 0 ? paid : undefined
  const sum = paidOut
    ? t(status === 'paid' ? 'claimprogress:sum.paid' : 'claimprogress:sum.payable', { sum: formatMoney(paidOut, lang) })
    : claimed.length > 0
      ? t('claimprogress:sum.claimed', { sum: sumsWords(lang, claimed) })
      : ''
  return (
    <tr>
      <th scope="row">
        <a className="link font-semibold" href={localPath(lang, claimHref(claim))}>
          {claimTitle(t, claim)}
        </a>
        <span className="num block text-small text-ink-2">
          {claim.incidentDay && formatDay(claim.incidentDay, lang) + (lang === 'cn' ? '，' : ', ')}
          <span className={claim.caseNumber ? 'nobr' : undefined}>{claim.caseNumber ?? claim.planName}</span>
        </span>
      </th>
      <td>
        {late > 0 ? (
          <Badge kind="bad" icon="clock-alert">
            {t('claimprogress:late', { count: late })}
          </Badge>
        ) : (
          <Badge {...CLAIM_BADGE[status]}>{t(`claims:status.${status}`)}</Badge>
        )}
      </td>
      <td>
        {clock && (
          <span className="flex items-center gap-2.5">
            <Ruler
              small
              {...clockShape(clock, true)}
              label={clockDay(t, clock)}
              state={clock.state === 'done' ? 'running' : clock.state}
            />
            <span className="num text-small">
              {clock.state === 'done'
                ? t('claimprogress:clock.used', { day: clock.day, of: clock.of })
                : clockDay(t, clock)}
            </span>
          </span>
        )}
        <span className="block text-small text-ink-2">{nextWords(t, lang, claim, today)}</span>
      </td>
      <td className="sum">{sum}</td>
    </tr>
  )
}
