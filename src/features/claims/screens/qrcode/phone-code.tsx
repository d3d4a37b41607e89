/**
 * "Continue on your phone": a short-lived code for one claim, whether a phone has used it, and a button to disconnect
 * that phone (design §2 `/qrcode`). An expired code is replaced.
 */
import { useCallback, useEffect, useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { clockSkew } from '../../../../lib/days/clock.ts'
import { formatRecent } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Countdown } from '../../../../ui/Countdown.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { QrFrame } from '../../../../ui/QrFrame.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { endHandOver, handOver, handOverState } from '../../contract.ts'
import type { ClaimStep } from '../../list-contract.ts'

const LOOK_MS = 3000

interface Code {
  code: string
  address: string
  size: number
  path: string
  /** Instant of this device's clock. */
  until: number
}
/** What became of the code that a phone scans. */
type Seen = { of: Code } & ({ kind: 'opening' | 'over' | 'ended' } | { kind: 'used'; at: number | null })

export interface PhoneCodeProps {
  claim: string
  step: ClaimStep
  large?: boolean
  /** Called every few seconds while the code is visible or the phone is connected, so that what it sends appears. */
  look?: () => void
}

export function PhoneCode({ claim, step, large, look }: PhoneCodeProps) {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  const [made, again] = useLoad(`${claim} ${step} ${lang}`, async (): Promise<Code> => {
    const [reply, { qrPath }] = await Promise.all([request(handOver, { id: claim, step }), import('./qr-path.ts')])
    const { code: fresh, expiresAt, now: at, path } = dataOf(reply)
    const address = location.origin + localPath(lang, path)
    return { code: fresh, until: expiresAt + clockSkew(at), address, ...qrPath(address) }
  })
  const [seen, set] = useState<Seen>()
  const last = made.state === 'ready' && made.data === seen?.of ? seen : undefined
  const kind = last?.kind ?? made.state
  const code = made.state === 'ready' && kind !== 'over' && kind !== 'ended' ? made.data : undefined
  const follow = useCallback(async () => {
    if (!code || document.visibilityState !== 'visible') return
    look?.()
    try {
      const reply = await request(handOverState, { id: claim, code: code.code })
      if (!reply.ok) return
      const { status, usedAt } = reply.data
      if (status === 'used') set({ of: code, kind: 'used', at: usedAt })
      else if (status === 'opening') set({ of: code, kind: 'opening' })
      else if (status !== 'waiting') set({ of: code, kind: status === 'ended' ? 'ended' : 'over' })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
    }
  }, [claim, code, look])
  useEffect(() => {
    const timer = setInterval(() => void follow(), LOOK_MS)
    return () => clearInterval(timer)
  }, [follow])

  async function sendAway(): Promise<void> {
    if (!code) return
    try {
      const reply = await request(endHandOver, { id: claim, code: code.code })
      if (reply.ok) set({ of: code, kind: 'ended' })
      else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
  }

  if (last?.kind === 'used') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="flex items-center gap-2 font-semibold text-ok">
          <Icon name="smartphone" />
          {t('claimform:phone.connected')}
        </p>
        <p className="text-ink-2">
          {t('claimform:phone.connectedText')}
          {last.at !== null && (
            <span className="num block text-small">
              {t('claimform:phone.since', { time: formatRecent(last.at, lang, now) })}
            </span>
          )}
        </p>
        <Button size="sm" onClick={() => void sendAway()}>
          {t('claimform:phone.away')}
        </Button>
      </div>
    )
  }
  if (kind === 'opening') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="text-ink-2">{t('claimform:phone.opening')}</p>
        <Button size="sm" icon="refresh-cw" onClick={again}>
          {t('claimform:phone.again')}
        </Button>
      </div>
    )
  }
  if (kind === 'failed' || kind === 'over' || kind === 'ended') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="text-ink-2">{t(`claimform:phone.${kind}`)}</p>
        <Button size="sm" icon="refresh-cw" onClick={again}>
          {t('claimform:phone.again')}
        </Button>
      </div>
    )
  }
  return (
    <div
      className={
        large
          ? 'grid items-center justify-items-start gap-x-16 gap-y-6 web:md:grid-cols-[auto_minmax(0,1fr)]'
          : 'flex flex-wrap items-start gap-6'
      }
    >
      <Picture code={code} side={large ? 264 : 168} label={t('claimform:phone.label')} />
      <div className={large ? 'grid gap-4' : 'grid max-w-80 flex-1 gap-2'}>
        <ol className={`prose-list list-decimal ${large ? 'text-lead' : 'text-ink-2'}`}>
          {(['scan', 'photograph', 'watch'] as const).map((id) => (
            <li key={id}>{t(`claimform:phone.how.${id}`)}</li>
          ))}
        </ol>
        {code && (
          <p className="text-small text-ink-2">
            {t('claimform:phone.valid')} <Countdown until={code.until} onEnd={again} />
          </p>
        )}
        {code && (
          <p>
            <TextLink look="inline" onClick={() => void copy(code.address, () => toast(t('claimform:phone.copied')))}>
              {t('claimform:phone.copy')}
            </TextLink>
          </p>
        )}
      </div>
    </div>
  )
}

function Picture({ code, side, label }: { code: Code | undefined; side: number; label: string }) {
  const size = code?.size ?? 1
  return (
    <QrFrame label={label}>
      <svg
        className="h-auto max-w-full"
        width={side}
        height={side}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        {code && <path d={code.path} fill="currentColor" />}
      </svg>
    </QrFrame>
  )
}

async function copy(text: string, done: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Not allowed, or a browser without a clipboard.
    return
  }
  done()
}
