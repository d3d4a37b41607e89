import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { POLICY_TABS, type PolicyRow } from '../../../policies/contract.ts'
import { policyPath } from '../../../policies/list-contract.ts'
import OrdersTable from '../orders/web.tsx'
import { LatestClaims } from './latest-claims.tsx'
import type { OverviewProps } from './props.ts'
import { CoverCard, NoPolicy, WaitingForYou, useTitle } from './overview-parts.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** Number of orders shown here; a link leads to the rest. */
const LATEST = 3

export default function OverviewWeb({
  names,
  policies,
  tab,
  orders,
  waiting,
  claims,
  claimsWaiting,
  tasks,
  waitingCount,
}: OverviewProps) {
  const t = useT()
  const lang = useLang()
  const title = useTitle(waitingCount.orders + waitingCount.claims + waitingCount.tasks)
  const first = policies.policies[0]
  return (
    <div className="grid grid-cols-1 gap-14">
      <div className="grid gap-6">
        <h1 className="type-h1">{title}</h1>
        <WaitingForYou
          waiting={waiting}
          claimsWaiting={claimsWaiting}
          tasks={tasks}
          waitingCount={waitingCount}
          names={names}
        />
        <Shortcuts policy={first} tab={tab} />
      </div>
      <section aria-label={t('account:overview.policies')}>
        <Tabs
          label={t('account:overview.policies')}
          current={tab}
          tabs={POLICY_TABS.map((id) => ({
            id,
            label: t(`policies:tab.${id}`),
            count: policies.counts[id],
            href: localPath(lang, `/insurance-policy/list?tab=${id}`),
          }))}
        />
        {first ? (
          <Cover policy={first} />
        ) : (
          <div className="pt-5">
            <NoPolicy />
          </div>
        )}
      </section>
      <LatestClaims claims={claims} />
      <section>
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <h2 className="type-h2">{t('account:overview.orders')}</h2>
          {orders.length > 0 && (
            <TextLink look="go" href={localPath(lang, '/personal/order')}>
              {t('account:overview.allOrders')}
            </TextLink>
          )}
        </div>
        {orders.length > 0 ? (
          <OrdersTable orders={orders.slice(0, LATEST)} names={names} />
        ) : (
          <p className="text-ink-2">{t('account:overview.nothing')}</p>
        )}
      </section>
    </div>
  )
}

function Cover({ policy }: { policy: PolicyRow }) {
  const t = useT()
  const lang = useLang()
  const { period } = policy
  const details = localPath(lang, policyPath(policy.id))
  return (
    <div className="grid items-start gap-x-10 gap-y-5 pt-5 lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
      <CoverCard policy={policy} />
      <div>
        <SummaryList
          rows={[
            {
              id: 'period',
              term: t('policies:facts.period'),
              value: t('policies:period.range', {
                start: formatDay(period.start, lang),
                end: formatDay(period.end, lang),
              }),
            },
            { id: 'medical', term: t('policies:facts.medical'), value: policy.medical },
            { id: 'policyholder', term: t('policies:facts.policyholder'), value: policy.policyholder },
            { id: 'insurer', term: t('policies:facts.insurer'), value: policy.insurerName },
          ]}
        />
        <div className="mt-2 flex flex-wrap gap-x-6">
          <TextLink icon="file-check" href={`${details}#documents`}>
            {t('policies:documents.title')}
          </TextLink>
          <TextLink look="go" href={details}>
            {t('policies:see')}
          </TextLink>
        </div>
      </div>
    </div>
  )
}
