/**
 * `/personal`: what waits for the person, the cover in force, the latest claims and orders. On phones it is the tab
 * "Me", open to everyone.
 */
import { useStore } from '@nanostores/react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'
import { $isLogin } from '../../../../app/session/session.ts'
import type { PlanNames } from '../orders/order-words.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'

const SignInFirst = lazyPart(() => import('./sign-in.tsx'))
// Contains the calls of three features, so it is loaded once somebody is logged in.
const Account = lazyPart(() => import('./signed-in-overview.tsx'), <OverviewSkeleton />)

export default function OverviewPage({ names, ...props }: IslandProps & { names: PlanNames }) {
  return (
    <Island {...props}>
      <Overview names={names} />
    </Island>
  )
}

function Overview({ names }: { names: PlanNames }) {
  const isLogin = useStore($isLogin)
  // The build draws the centre of those who have one; the boot script has led everybody else on, but on phones.
  return import.meta.env.SSR || isLogin ? (
    <PersonalFrame path="/personal">
      <Account names={names} />
    </PersonalFrame>
  ) : (
    <SignInFirst />
  )
}
