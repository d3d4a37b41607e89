/** Beside the invoices: the state of the payment, how many days it took, facts of the case. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatInstant, formatNear } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { SummaryList, type SummaryListProps } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView } from '../../../contract.ts'
import { progressPath, supplementPath, imagesPath } from '../../../rules/claim-paths.ts'
import { daysToPay, decisionNumber, documentLines, paymentsOf } from '../claim-selectors.ts'
import { NARROW_SUMMARY } from '../text-format.ts'
import type { DecisionProps } from './props.ts'

interface Folded {
  /** In a single column, a row that can be unfolded. */
  folded: boolean
}

function Part({ title, folded, rows }: Folded & Required<Pick<SummaryListProps, 'title' | 'rows'>>) {
  if (folded)
    return (
      <div className="ruled">
        <Accordion title={<h2 className="font-semibold">{title}</h2>}>
          <SummaryList rows={rows} />
        </Accordion>
      </div>
    )
  return (
    <div className={NARROW_SUMMARY}>
      <SummaryList title={title} rows={rows} />
    </div>
  )
}

export function Payment({ claim, decision }: DecisionProps) {
  const t = useT()
  const lang = useLang()
  const payments = paymentsOf(claim, decision)
  return (
    <>
      {payments.map(
        ({ id, status, amount, startedAt, settledAt, bank, accountTail, accountName, reference, reason }) => (
          <div key={id} className={NARROW_SUMMARY}>
            <SummaryList
              title={t('claimprogress:payment.title')}
              rows={[
                // The amount of a single payment is in the heading.
                ...(payments.length > 1 || status === 'failed'
                  ? [{ id: 'sum', term: t('claimprogress:payment.sum'), value: formatMoney(amount, lang) }]
                  : []),
                {
                  id: 'state',
                  term: t(`claimprogress:payment.state.${status}`),
                  value: t('app:zoned', { time: formatInstant(settledAt ?? startedAt, lang) }),
                },
                { id: 'name', term: t('claimprogress:payment.name'), value: accountName },
                {
                  id: 'bank',
                  term: t('claimprogress:payment.account'),
                  value: t('claimprogress:payment.bank', { bank, tail: accountTail }),
                },
                ...(reference
                  ? [
                      {
                        id: 'reference',
                        term: t('claimprogress:payment.reference'),
                        value: <span className="break-all">{reference}</span>,
                      },
                    ]
                  : []),
                ...(reason ? [{ id: 'reason', term: t('claimprogress:payment.reason'), value: reason[lang] }] : []),
              ]}
            />
            {status === 'failed' && claim.may.correctAccount && (
              <TextLink look="go" href={localPath(lang, `${supplementPath(claim.id)}&part=account`)}>
                {t('claimprogress:need.accountGo')}
              </TextLink>
            )}
          </div>
        ),
      )}
    </>
  )
}

export function DaysUsed({ claim, decision, folded }: DecisionProps & Folded) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const near = (instant: number): string => formatNear(dayOf(instant), lang, today)
  const registered = claim.steps.find(({ id }) => id === 'registered')?.at
  const paid = claim.payments.find(
    ({ status, startedAt, onAccount }) => status === 'paid' && !onAccount && startedAt >= decision.at,
  )
  // The clock of this decision: the first promise for the first decision, a review's for a later one.
  const ended = claim.clocks.filter(({ kind, state }) => state === 'done' && kind !== 'payment')[
    decisionNumber(claim, decision)
  ]
  const waits = claim.requests.filter(({ at }) => at < decision.at)
  const note = (text: string) => <span className="block text-small font-normal text-ink-2">{text}</span>
  return (
    <Part
      title={t('claimprogress:days.title')}
      folded={folded}
      rows={[
        ...(claim.submittedAt === null
          ? []
          : [{ id: 'sent', term: t('claimprogress:days.sent'), value: near(claim.submittedAt) }]),
        ...(registered
          ? [{ id: 'registered', term: t('claimprogress:days.registered'), value: near(registered) }]
          : []),
        ...waits.map(({ id, at, sentAt }) => ({
          id,
          term: t('claimprogress:days.waited'),
          value: (
            <>
              {sentAt === null || dayOf(sentAt) === dayOf(at)
                ? near(at)
                : t('claimprogress:facts.range', { first: near(at), last: near(sentAt) })}
              {note(t('claimprogress:days.stopped'))}
            </>
          ),
        })),
        {
          id: 'decision',
          term: t('claimprogress:days.decision'),
          value: (
            <>
              {near(decision.at)}
              {ended && note(t('claimprogress:days.used', { day: ended.day, of: ended.of }))}
            </>
          ),
        },
        ...(paid?.settledAt
          ? [
              {
                id: 'paid',
                term: t('claimprogress:days.paid'),
                value: (
                  <>
                    {near(paid.settledAt)}
                    {note(
                      t('claimprogress:days.paidNote', {
                        count: daysToPay(decision.at, paid.settledAt),
                        of: LIMITS.paymentDays,
                      }),
                    )}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

export function CaseFacts({ claim, folded }: { claim: ClaimView } & Folded) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const files = claim.documents.length
  const lines = documentLines(claim)
  const policyPage = '/insurance-policy/details'
  return (
    <div>
      <Part
        title={t('claimprogress:facts.case')}
        folded={folded}
        rows={[
          ...(claim.incidentDay
            ? [
                {
                  id: 'day',
                  term: t('claimprogress:facts.incident'),
                  value: (
                    <>
                      {formatNear(claim.incidentDay, lang, today)}
                      <span className="block font-normal">{claim.title}</span>
                    </>
                  ),
                },
              ]
            : []),
          {
            id: 'policy',
            term: t('claimprogress:facts.policy'),
            value: (
              <a className="link num" href={localPath(lang, `${policyPage}?id=${claim.policy.id}`)}>
                {claim.policy.number}
              </a>
            ),
          },
          ...(claim.handler === null
            ? []
            : [
                {
                  id: 'handler',
                  term: t('claimprogress:facts.handler'),
                  value: claim.handler || t('claimprogress:team'),
                },
              ]),
          {
            id: 'documents',
            term: t('claimprogress:facts.documents'),
            value: (
              <a className="link" href={localPath(lang, imagesPath(claim.id))}>
                {t(
                  lines.every(({ state }) => state === 'accepted')
                    ? 'claimprogress:facts.filesAll'
                    : 'claimprogress:facts.files',
                  { count: files },
                )}
              </a>
            ),
          },
        ]}
      />
      <TextLink look="go" href={localPath(lang, progressPath(claim.id))}>
        {t('claimprogress:facts.progress')}
      </TextLink>
    </div>
  )
}
