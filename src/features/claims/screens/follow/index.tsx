/** The pages about claims that were sent: one thin entry, each screen comes when it is reached. */
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { whenReached } from '../../../../app/lazy.tsx'
import { PersonalFrame } from '../../../../app/personal.tsx'

const SCREENS = {
  list: whenReached(() => import('./list/index.tsx')),
  records: whenReached(() => import('./list/records.tsx')),
  progress: whenReached(() => import('./progress/index.tsx')),
  detail: whenReached(() => import('./detail/index.tsx')),
  result: whenReached(() => import('./result/index.tsx')),
  lines: whenReached(() => import('./result/lines.tsx')),
  images: whenReached(() => import('./images/index.tsx')),
  supplement: whenReached(() => import('./supplement/index.tsx')),
  item: whenReached(() => import('./supplement/item.tsx')),
}

export type FollowScreen = keyof typeof SCREENS

/** Pages inside the personal centre; the others have the width to themselves. */
const PERSONAL: Partial<Record<FollowScreen, string>> = { list: '/claim/query/list', records: '/personal/claims' }

export default function FollowPage({ screen, ...props }: IslandProps & { screen: FollowScreen }) {
  const Screen = SCREENS[screen]
  const path = PERSONAL[screen]
  return <Island {...props}>{path ? <PersonalFrame path={path}><Screen /></PersonalFrame> : <Screen />}</Island>
}
