/** The pages about sent claims: one small entry, each screen is loaded when it is opened. */
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'

const SCREENS = {
  list: lazyPart(() => import('./list/index.tsx')),
  records: lazyPart(() => import('./list/claim-records.tsx')),
  progress: lazyPart(() => import('./progress/index.tsx')),
  detail: lazyPart(() => import('./detail/index.tsx')),
  result: lazyPart(() => import('./result/index.tsx')),
  lines: lazyPart(() => import('./result/pingan-result-by-line.tsx')),
  images: lazyPart(() => import('./images/index.tsx')),
  supplement: lazyPart(() => import('./supplement/index.tsx')),
  item: lazyPart(() => import('./supplement/requested-item.tsx')),
}

export type FollowScreen = keyof typeof SCREENS

/** Pages inside the personal centre; the others use the full width. */
const PERSONAL: Partial<Record<FollowScreen, string>> = { list: '/claim/query/list', records: '/personal/claims' }

export default function FollowPage({ screen, ...props }: IslandProps & { screen: FollowScreen }) {
  const Screen = SCREENS[screen]
  const path = PERSONAL[screen]
  return (
    <Island {...props}>
      {path ? (
        <PersonalFrame path={path}>
          <Screen />
        </PersonalFrame>
      ) : (
        <Screen />
      )}
    </Island>
  )
}
