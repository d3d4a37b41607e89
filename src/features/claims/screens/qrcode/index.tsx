import { pageSearch } from '../../../../app/address/page-address.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'

const Continue = lazyPart(() => import('./continue-on-phone.tsx'))

/** `/qrcode?id=`: shows a code with which a phone continues; on a phone it leads to the claim itself. */
export default function QrCodePage(props: IslandProps) {
  return (
    <Island {...props}>
      <Continue id={new URLSearchParams(pageSearch()).get('id')} />
    </Island>
  )
}
