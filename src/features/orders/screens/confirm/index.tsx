import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { byDevice, whenReached } from '../../../../app/lazy.tsx'
import { TextWaiting } from '../../../../app/wizard.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Empty } from '../../../../ui/Empty.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { ClientPlan } from '../../../plans/contract.ts'
import type { OrderView } from '../../contract.ts'
import { Trouble } from './parts.tsx'
import { SaveStatus } from './save-status.tsx'
import { $wizard, followHistory, open, saveOnLeave } from './store.ts'
import type { ArrangementProps } from './types.ts'

interface Props extends IslandProps {
  /** Every plan that is sold here. */
  plans: readonly ClientPlan[]
}

/** `/confirm`: the ordering wizard (domain §4.1); with `consent=` in the address the insured student's own page. */
export default function Confirm({ plans, ...island }: Props) {
  const consent = new URLSearchParams(location.search).get('consent')
  return <Island {...island}>{consent ? <StudentConsent code={consent} /> : <Wizard plans={plans} />}</Island>
}

const StudentConsent = whenReached(() => import('../consent/index.tsx'))
const ClosedOrder = whenReached(() => import('./closed.tsx'))
const ReadStep = whenReached(() => import('./steps/read.tsx'))
const PeopleStep = whenReached(() => import('./steps/people.tsx'))
const HealthStep = whenReached(() => import('./steps/health.tsx'))
const ConsentStep = whenReached(() => import('./steps/consent.tsx'))
const CheckStep = whenReached(() => import('./steps/check.tsx'))
const Arrangement = byDevice<ArrangementProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

function Wizard({ plans }: { plans: readonly ClientPlan[] }) {
  const t = useT()
  const lang = useLang()
  const { phase, order } = useStore($wizard)
  useEffect(() => {
    void open(location.search)
    const stops = [followHistory(), saveOnLeave()]
    return () => stops.forEach((stop) => stop())
  }, [])
  if (phase === 'loading') return <TextWaiting />
  if (phase === 'failed') return <Trouble again={() => void open(location.search)} />
  const plan = plans.find(({ id }) => id === order?.answers.trip.plan)
  if (phase !== 'ready' || !order || !plan) {
    const why = phase === 'missing' ? 'missing' : 'noPlan'
    return (
      <Empty kind="notFound" level={1} title={t(`confirm:${why}.title`)} action={<TextLink look="go" href={localPath(lang, '/plan/list')}>{t('confirm:seePlans')}</TextLink>}>
        {t(`confirm:${why}.text`)}
      </Empty>
    )
  }
  return (
    <>
      <SaveStatus />
      {order.status === 'created' ? (
        <Arrangement order={order} plan={plan}>
          <Step order={order} plan={plan} />
        </Arrangement>
      ) : (
        <ClosedOrder order={order} plan={plan} />
      )}
    </>
  )
}

function Step({ order, plan }: { order: OrderView; plan: ClientPlan }) {
  const { step, fromCheck } = useStore($wizard)
  const props = { order, plan, fromCheck }
  switch (step) {
    case 'people':
      return <PeopleStep {...props} />
    case 'health':
      return <HealthStep {...props} />
    case 'consent':
      return <ConsentStep {...props} />
    case 'check':
    case 'pay':
      return <CheckStep {...props} />
    default:
      return <ReadStep key={step} {...props} step={step} />
  }
}
