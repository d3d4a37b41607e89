/** `/claim/application/supplement?id=…`: one request, everything it asks for (domain §5.1). `part=account`: the account to correct. */
import { useState } from 'react'
import { whenReached } from '../../../../../app/lazy.tsx'
import { useLang, useT } from '../../../../../app/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { Empty } from '../../../../../ui/Empty.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { progressPath } from '../../../shapes.ts'
import { openRequest } from '../case.ts'
import { WithClaim, type ClaimProps } from '../with-claim.tsx'

const Account = whenReached(() => import('../account/index.tsx'))
const Asked = whenReached(() => import('./asked.tsx'))

export default function Supplement() {
  return <WithClaim>{(props) => <Part {...props} />}</WithClaim>
}

function Part(props: ClaimProps) {
  const [part] = useState(() => new URLSearchParams(location.search).get('part'))
  if (part === 'account') return <Account {...props} />
  const request = openRequest(props.claim)
  return request ? <Asked {...props} /> : <NothingAsked id={props.claim.id} />
}

/** Nothing is asked for (any more): say so, and lead back. */
export function NothingAsked({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <Empty level={1} title={t('follow:asked.nothing')} action={<TextLink look="go" href={localPath(lang, progressPath(id))}>{t('follow:facts.progress')}</TextLink>}>
      {t('follow:asked.nothingText')}
    </Empty>
  )
}
