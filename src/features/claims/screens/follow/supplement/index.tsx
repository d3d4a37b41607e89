/** `/claim/application/supplement?id=…`: one request, everything it asks for (domain §5.1). `part=account`: the account to correct. */
import { useState } from 'react'
import { lazyPart } from '../../../../../app/lazy.tsx'
import { openRequest } from '../case.ts'
import { NothingAsked } from './nothing.tsx'
import { WithClaim, type ClaimProps } from '../with-claim.tsx'

const Account = lazyPart(() => import('../account/index.tsx'))
const Asked = lazyPart(() => import('./asked.tsx'))

export default function Supplement() {
  return <WithClaim>{(props) => <Part {...props} />}</WithClaim>
}

function Part(props: ClaimProps) {
  const [part] = useState(() => new URLSearchParams(location.search).get('part'))
  if (part === 'account') return <Account {...props} />
  const request = openRequest(props.claim)
  return request ? <Asked {...props} /> : <NothingAsked id={props.claim.id} />
}
