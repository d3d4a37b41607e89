/**
 * Whether there is room for one column only: on phones, and in a window under 720 px, as at 400 % zoom (look.md
 * "Grids").
 */
import { useSyncExternalStore } from 'react'
import { $session } from '../session/session.ts'

const narrow = (): MediaQueryList => matchMedia('not all and (min-width: 45rem)')

function subscribe(changed: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True where a screen with two arrangements of one part has to stack its rows. */
export const useOneColumn = (): boolean =>
  useSyncExternalStore(subscribe, () => $session.get().device === 'mobile' || narrow().matches)
