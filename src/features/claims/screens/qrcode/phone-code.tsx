/**
 * "Continue on your phone": a short-lived code for one claim, whether a phone has used it, and a button to disconnect
 * that phone (design §2 `/qrcode`). An expired code is replaced.
 */
import { useCallback, useEffect, useState } from 'react'
import { RequestFailed } from '../../../../app/api.ts'
import { request } from '../../../../app/browser-requester.ts'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { toast } from '../../../../app/toast-store.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatRecent } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Countdown } from '../../../../ui/Countdown.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { QrFrame } from '../../../../ui/QrFrame.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { endHandOver, handOver, handOverState } from '../../contract.ts'
import type { ClaimStep } from '../../list-contract.ts'

const LOOK_MS = 3000

interface Code {
  code: string
  address: string
  size: number
  path: string
  expiresAt: number
}
type State =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'over' }
  | { kind: 'waiting'; code: Code }
  | { kind: 'opening'; code: Code }
  | { kind: 'used'; code: Code; at: number | null }
  | { kind: 'ended' }

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
  const [state, set] = useState<State>({ kind: 'loading' })

  const make = useCallback(async () => {
    set({ kind: 'loading' })
    try {
      const [reply, { qrPath }] = await Promise.all([request(handOver, { id: claim, step }), import('./qr-path.ts')])
      if (!reply.ok) return set({ kind: 'failed' })
      const address = location.origin + localPath(lang, reply.data.path)
      set({
        kind: 'waiting',
        code: { code: reply.data.code, expiresAt: reply.data.expiresAt, address, ...qrPath(address) },
      })
    } catch {
      set({ kind: 'failed' })
    }
  }, [claim, step, lang])
  useEffect(() => void make(), [make])

  const code = state.kind === 'waiting' || state.kind === 'opening' || state.kind === 'used' ? state.code : undefined
  const follow = useCallback(async () => {
    if (!code || document.visibilityState !== 'visible') return
    look?.()
    try {
      const reply = await request(handOverState, { id: claim, code: code.code })
      if (!reply.ok) return
      const { status, usedAt } = reply.data
      if (status === 'used') set({ kind: 'used', code, at: usedAt })
      else if (status === 'opening') set({ kind: 'opening', code })
      else if (status !== 'waiting') set({ kind: status === 'ended' ? 'ended' : 'over' })
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
      if (reply.ok) set({ kind: 'ended' })
      else toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
  }

  if (state.kind === 'used') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="flex items-center gap-2 font-semibold text-ok">
          <Icon name="smartphone" />
          {t('claimform:phone.connected')}
        </p>
        <p className="text-ink-2">
          {t('claimform:phone.connectedText')}
          {state.at !== null && (
            <span className="num block text-small">
              {t('claimform:phone.since', { time: formatRecent(state.at, lang, Date.now()) })}
            </span>
          )}
        </p>
        <Button size="sm" onClick={() => void sendAway()}>
          {t('claimform:phone.away')}
        </Button>
      </div>
    )
  }
  if (state.kind === 'opening') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="text-ink-2">{t('claimform:phone.opening')}</p>
        <Button size="sm" icon="refresh-cw" onClick={() => void make()}>
          {t('claimform:phone.again')}
        </Button>
      </div>
    )
  }
  if (state.kind === 'failed' || state.kind === 'over' || state.kind === 'ended') {
    return (
      <div className="grid justify-items-start gap-3" role="status">
        <p className="text-ink-2">{t(`claimform:phone.${state.kind}`)}</p>
        <Button size="sm" icon="refresh-cw" onClick={() => void make()}>
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
            {t('claimform:phone.valid')} <Countdown until={code.expiresAt} onEnd={() => void make()} />
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
  await navigator.clipboard?.writeText(text).then(done, () => undefined)
}
