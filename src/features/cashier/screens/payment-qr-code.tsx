/** The QR code that a phone scans to pay what the desktop shows. */
import { useCallback, useEffect, useState } from 'react'
import { RequestFailed } from '../../../app/requests/api.ts'
import { request } from '../../../app/requests/browser-requester.ts'
import { Gap, useLang, useT } from '../../../app/words/words.tsx'
import { clockSkew } from '../../../lib/days/clock.ts'
import { Countdown } from '../../../ui/Countdown.tsx'
import { QrFrame } from '../../../ui/QrFrame.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { payQr, type Followed } from '../contract.ts'
import type { OrderReference } from './payer-page-address.ts'

type Drawn = { size: number; path: string; expiresAt: number; skew: number }

/** A code by which a phone pays the same order; it is replaced automatically when it has expired. */
export default function PayCode({
  data,
  which: { order, pay },
  large,
}: {
  data: Followed
  which: OrderReference
  large?: boolean
}) {
  const t = useT()
  const lang = useLang()
  const [drawn, setDrawn] = useState<Drawn>()
  /** Why there is no code, in the server's words; empty when it did not answer. */
  const [failed, setFailed] = useState<string>()
  const [opened] = useState(data.codesOpened)
  const used = data.codesOpened > opened
  const draw = useCallback((): void => {
    request(payQr, { order, pay }).then(
      (reply) => {
        setFailed(reply.ok ? undefined : reply.message)
        if (!reply.ok) return
        const { size, path, expiresAt, now: at } = reply.data
        setDrawn({ size, path, expiresAt, skew: clockSkew(at) })
      },
      (error: unknown) => {
        if (!(error instanceof RequestFailed)) throw error
        setFailed('')
      },
    )
  }, [order, pay])
  // A phone has opened the code, so the next phone needs another one.
  useEffect(() => draw(), [draw, lang, data.codesOpened])
  const again = (): void => {
    setFailed(undefined)
    draw()
  }
  if (failed !== undefined)
    return (
      <p className="text-ink-2">
        {failed || t('cashier:qr.failed')}
        <Gap />
        <TextLink look="inline" onClick={again}>
          {t('ui:tryAgain')}
        </TextLink>
      </p>
    )
  return (
    <div className="grid justify-items-start gap-3">
      <QrFrame label={t('cashier:qr.label')}>
        <svg
          width={large ? 264 : 176}
          height={large ? 264 : 176}
          viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          {drawn && <path d={drawn.path} fill="currentColor" />}
        </svg>
      </QrFrame>
      {/* Its line is there before the code: what stands below would move away from under a press. */}
      <p className="text-small text-ink-2">
        {drawn ? t('cashier:qr.valid') : '\u00A0'}{' '}
        {drawn && (
          <>
            <Countdown until={drawn.expiresAt + drawn.skew} onEnd={draw} />{' '}
            <TextLink look="inline" onClick={draw}>
              {t('cashier:qr.renew')}
            </TextLink>
          </>
        )}
      </p>
      {used && (
        <p className="text-small text-ink-2" role="status">
          {t('cashier:qr.used')}
        </p>
      )}
    </div>
  )
}
