import { pageSearch } from '../../../../app/address/page-address.ts'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { optionalPart, byDevice, lazyPart, silentPart } from '../../../../app/load/lazy.tsx'
import { TextWaiting } from '../../../../app/parts/wizard-parts.tsx'
import { useBuildData } from '../../../../app/words/words.tsx'
import { dayOf } from '../../../../lib/days/dates.ts'
import { keysOf } from '../../../../lib/object-keys.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { isRetired, PLAN_DATA, plansFrom, type ClientPlan } from '../../../plans/contract.ts'
import type { OrderView } from '../../contract.ts'
import type { Beginning } from '../../content/load-purchase-text-templates.ts'
import { BeginningOfReading, ReadingBegins } from './reading-begins.tsx'
import { StepTrouble } from './step-errors.tsx'
import { $wizard, followHistory, open, saveOnLeave } from './wizard-store.ts'
import type { ArrangementProps } from './props.ts'

/** `/confirm`: the ordering wizard (domain §4.1); with `consent=` in the address, the page of the insured student. */
export default function Confirm({ beginning, ...island }: IslandProps & { beginning?: Beginning | undefined }) {
  const consent = new URLSearchParams(pageSearch()).get('consent')
  return (
    <Island {...island}>
      {consent ? (
        <StudentConsent code={consent} />
      ) : (
        <BeginningOfReading value={beginning}>
          <Wizard />
        </BeginningOfReading>
      )}
    </Island>
  )
}

const RestoreFocus = silentPart(() => import('../../../../app/parts/restore-focus.ts'))
/** Loaded after the step: what is typed before it has loaded is kept and saved all the same. */
const SaveStatus = optionalPart(() => import('./saving/save-status.tsx'))
/** The check page, from which a change elsewhere leads here, has loaded its part. */
const ChangedElsewhere = optionalPart(() => import('./steps/changed-elsewhere.tsx'))
const StudentConsent = lazyPart(() => import('../consent/index.tsx'))
const NoApplication = lazyPart(() => import('./no-application.tsx'))
const ClosedOrder = lazyPart(() => import('./closed/closed-order.tsx'))
const EnterPrompt = lazyPart(() => import('./steps/entering-purchase-dialog.tsx'), null)
const steps = {
  read: lazyPart(() => import('./steps/read-step.tsx'), <ReadingBegins />),
  people: lazyPart(() => import('./steps/people/people-step.tsx'), <TextWaiting />),
  changes: lazyPart(() => import('./steps/changes-step.tsx'), <TextWaiting />),
  health: lazyPart(() => import('./steps/health-step.tsx'), <TextWaiting />),
  consent: lazyPart(() => import('./steps/consent-step.tsx'), <TextWaiting />),
  check: lazyPart(() => import('./steps/check-step.tsx'), <TextWaiting />),
}
const Arrangement = byDevice<ArrangementProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

/** Before anything is drawn: the order that the address names, and its step beside it, not after it. */
function begin(query: URLSearchParams): void {
  if (query.has('consent')) return
  void open(pageSearch())
  const step = query.get('step')
  const asked = step === 'pay' ? 'check' : keysOf(steps).find((part) => part === step)
  void steps[asked ?? 'read'].load()
  if (!asked) void EnterPrompt.load()
}
if (!import.meta.env.SSR) begin(new URLSearchParams(pageSearch()))

function Wizard() {
  const today = dayOf(useNow())
  const all = plansFrom(useBuildData(PLAN_DATA))
  const { phase, error, order, elsewhere } = useStore($wizard)
  useEffect(() => {
    const stops = [followHistory(), saveOnLeave()]
    return () => stops.forEach((stop) => stop())
  }, [])
  if (phase === 'loading')
    return (
      <div className="grid gap-8 web:gap-10">
        <div className="skeleton h-10 w-full" />
        <div className="grid items-start gap-x-16 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <ReadingBegins />
          <div className="skeleton hidden h-96 lg:block" />
        </div>
      </div>
    )
  if (phase === 'failed') return <StepTrouble error={error} again={() => void open(pageSearch())} />
  const online = all.filter((one) => one.online)
  const sold = online.filter((one) => !isRetired(one, today))
  // What was sent is still paid and followed; a draft cannot be.
  const plan = (order?.status === 'created' ? sold : online).find(({ id }) => id === order?.answers.trip.plan)
  if (phase !== 'ready' || !order || !plan)
    return <NoApplication why={phase === 'missing' ? 'missing' : 'noPlan'} plans={sold} />
  return (
    <>
      <SaveStatus />
      <RestoreFocus />
      {order.status === 'created' ? (
        <Arrangement order={order} plan={plan}>
          {elsewhere.length > 0 && <ChangedElsewhere />}
          <Step order={order} plan={plan} />
        </Arrangement>
      ) : (
        <ClosedOrder order={order} plan={plan} />
      )}
    </>
  )
}

function Step({ order, plan }: { order: OrderView; plan: ClientPlan }) {
  const { step, fromCheck, changes } = useStore($wizard)
  const props = { order, plan, fromCheck }
  if (step === 'people') return changes ? <steps.changes {...props} /> : <steps.people {...props} />
  if (step === 'health') return <steps.health {...props} />
  if (step === 'consent') return <steps.consent {...props} />
  if (step === 'check' || step === 'pay') return <steps.check {...props} />
  const entering = step === 'enter'
  const page = entering ? 'before-you-buy' : step
  return (
    <>
      <steps.read key={page} {...props} step={page} entering={entering} />
      {entering && <EnterPrompt {...props} />}
    </>
  )
}
