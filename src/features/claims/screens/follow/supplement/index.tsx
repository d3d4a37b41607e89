/**
 * `/claim/application/supplement?id=…`: one request, everything it asks for (domain §5.1). `part=account`: the account
 * to correct.
 */
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { useState } from 'react'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { openRequest } from '../claim-selectors.ts'
import { NothingRequested } from './nothing-requested.tsx'
import { LoadClaim, type ClaimProps } from '../load-claim.tsx'

const Account = lazyPart(() => import('../account/index.tsx'))
const Asked = lazyPart(() => import('./open-request.tsx'))

export default function Supplement() {
  return <LoadClaim>{(props) => <Part {...props} />}</LoadClaim>
}

function Part(props: ClaimProps) {
  const [part] = useState(() => new URLSearchParams(pageSearch()).get('part'))
  if (part === 'account') return <Account {...props} />
  const request = openRequest(props.claim)
  return request ? <Asked {...props} /> : <NothingRequested id={props.claim.id} />
}
