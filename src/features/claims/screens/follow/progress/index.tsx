/** `/claim/query/progress?id=…`: what is needed, the clock, the steps (design §6.7). */
import { byDevice } from '../../../../../app/load/lazy.tsx'
import { LoadClaim, type ClaimProps } from '../load-claim.tsx'

const Arrangement = byDevice<ClaimProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

export default function Progress() {
  return <LoadClaim>{(props) => <Arrangement {...props} />}</LoadClaim>
}
