/**
 * Warns two minutes before a login ends, with a dialog that extends it (design §2 "Token", WCAG 2.2.1).
 * After the end it says so and leads to the login page, which returns to this place.
 */
import { useEffect, useState } from 'react'
import { LIMITS } from '../lib/limits.ts'
import { splitPath } from '../lib/locale.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { clockText } from '../ui/countdown.ts'
import { me } from '../features/session/contract.ts'
import { failedWords } from './failed.ts'
import { loginPath } from './guard.ts'
import { rich } from './rich.tsx'
import { endSession } from './session.ts'
import { signOut } from './sign-out.ts'
import { browserStore, tokenExpiry } from './storage.ts'
import { request } from './client.ts'
import { toast } from './toast.ts'
import { useT } from './words.tsx'

const WARN_MS = LIMITS.sessionWarningMinutes * 60_000

/** Seconds until the stored login ends, once it is near: looked up each second, for other tabs renew it, too. */
function useEnding(): { left: number | undefined; ended: boolean } {
  const [state, set] = useState<{ left: number | undefined; ended: boolean }>({ left: undefined, ended: false })
  useEffect(() => {
    const store = browserStore()
    let had = tokenExpiry(store, Date.now()) !== undefined
    const timer = setInterval(() => {
      const now = Date.now()
      const expiry = tokenExpiry(store, now)
      if (expiry === undefined) {
        if (had && document.documentElement.dataset.session === 'in') set({ left: undefined, ended: true })
        had = false
        return
      }
      had = true
      const left = expiry - now
      set((was) => (left > WARN_MS && was.left === undefined ? was : { left: left > WARN_MS ? undefined : Math.ceil(left / 1000), ended: false }))
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  return state
}

export function SessionWatch() {
  const t = useT()
  const { left, ended } = useEnding()
  const [staying, setStaying] = useState(false)

  async function stay(): Promise<void> {
    setStaying(true)
    try {
      await request(me, {})
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    }
    setStaying(false)
  }
  function again(): void {
    endSession()
    location.assign(loginPath(location.pathname + location.search + location.hash, splitPath(location.pathname).lang))
  }

  if (ended) {
    return (
      <Dialog open title={t('app:ended.title')} onClose={again} actions={<Button look="primary" onClick={again}>{t('app:ended.again')}</Button>}>
        {t('app:ended.text')}
      </Dialog>
    )
  }
  if (left === undefined) return null
  const actions = (
    <>
      <Button look="primary" onClick={() => void stay()} working={staying && t('app:warning.staying')}>
        {t('app:warning.stay')}
      </Button>
      <Button look="line" onClick={() => void signOut(t)}>
        {t('app:warning.out')}
      </Button>
    </>
  )
  return (
    <Dialog open title={t('app:warning.title')} onClose={() => void stay()} actions={actions}>
      {rich(t('app:warning.text', { time: clockText(left) }), { time: (text) => <strong className="num">{text}</strong> })}
    </Dialog>
  )
}
