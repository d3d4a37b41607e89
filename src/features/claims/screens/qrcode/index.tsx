import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'

const Continue = lazyPart(() => import('./continue-on-phone.tsx'))

/** `/qrcode?id=`: a code that a phone continues with; on the phone it leads to the claim itself. */
export default function QrCodePage(props: IslandProps) {
  return (
    <Island {...props}>
      <Continue id={new URLSearchParams(location.search).get('id')} />
    </Island>
  )
}
