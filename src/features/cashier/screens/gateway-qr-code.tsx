/** The QR code of a gateway: the wallet that scans it pays what this page shows. */
import { useT } from '../../../app/words/words.tsx'
import { QrFrame } from '../../../ui/QrFrame.tsx'
import type { PaymentView } from '../contract.ts'

export default function GatewayCode({ payment: { qr, method }, large }: { payment: PaymentView; large?: boolean }) {
  const t = useT()
  if (!qr) return null
  const side = large ? 264 : 208
  return (
    <div className="justify-self-start">
      <QrFrame label={t('cashier:scan.label', { method: t(`cashier:method.${method}`) })}>
        <svg
          width={side}
          height={side}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <path d={qr.path} fill="currentColor" />
        </svg>
      </QrFrame>
    </div>
  )
}
