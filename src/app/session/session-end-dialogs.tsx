/**
 * Warns two minutes before a login ends (design §2 "Token", WCAG 2.2.1): with a dialog that extends it while that is
 * possible, and before the absolute end with one that offers to sign in again. After the end it says so and links to
 * the login page, which returns to this place. Until then, and when the browser shows a page again that was left before
 * the end, what the page shows is hidden.
 */
import { now } from '../../lib/days/clock.ts'
import { useEffect, useState } from 'react'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { splitPath } from '../../lib/locale.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { clockText } from '../../ui/seconds-left.ts'
import { me } from '../../lib/current-session.ts'
import { callFailureWords } from '../requests/call-failure-words.ts'
import { loginPath, whyNote, type WhyEnded } from '../address/redirect-by-route.ts'
import { richText } from '../parts/rich-text.tsx'
import { sessionRanOut } from './session.ts'
import { useLoadAhead } from '../load/load-ahead.ts'
import { signOut, signOutParts } from './sign-out.ts'
import { KEYS } from '../storage/storage-keys.ts'
import { browserStore, endsForGood, tokenExpiry } from '../storage/storage.ts'
import { request } from '../requests/browser-requester.ts'
import { toast } from '../parts/toast-store.ts'
import { useT } from '../words/words.tsx'

/** Tells one login from another, and stays the same while it is renewed. */
const session = (): string | null => browserStore().getItem(KEYS.csrfToken)
const shown = session()
const { dataset } = document.documentElement

/** Personal data is hidden as soon as its login is over; `persisted`: the browser shows the page again as it was left. */
function leaveEnded({ persisted }: { persisted?: boolean }): void {
  if (session() === shown) return
  dataset.leaving = ''
  // A login that ended in another tab is reported below.
  if (persisted || session() !== null) location.reload()
}
addEventListener('pageshow', leaveEnded)
addEventListener('storage', () => leaveEnded({}))

const WARN_MS = LIMITS.sessionWarningMinutes * 60_000

interface Ending {
  /** Seconds until the end, once it is near. */
  left?: number
  /** The login cannot be extended. */
  forGood?: boolean
  ended?: WhyEnded
}

/** How near the stored login is to its end: read each second, because other tabs may renew or end it. */
function useEnding(): Ending {
  const [state, set] = useState<Ending>({})
  useEffect(() => {
    const store = browserStore()
    let until = tokenExpiry(store, now())
    const timer = setInterval(() => {
      const at = now()
      const expiry = tokenExpiry(store, at)
      if (expiry === undefined) {
        // A login that disappears early was signed out in another tab.
        if (until !== undefined && document.documentElement.dataset.session === 'in')
          set({ ended: until > at + 2000 ? 'out' : 'expired' })
        until = undefined
        return
      }
      until = expiry
      const left = expiry - at
      set((was) => {
        if (left <= WARN_MS) return { left: Math.ceil(left / 1000), forGood: endsForGood(store, at) }
        return was.left === undefined && was.ended === undefined ? was : {}
      })
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  return state
}

const toLogin = (why?: WhyEnded): void =>
  location.assign(
    loginPath(location.pathname + location.search + location.hash, splitPath(location.pathname).lang) + whyNote(why),
  )

export function SessionExpiryWarning() {
  const t = useT()
  useLoadAhead(signOutParts)
  const { left, forGood, ended } = useEnding()
  const [later, setLater] = useState(false)

  if (ended) {
    const again = (): void => {
      sessionRanOut()
      toLogin(ended)
    }
    return (
      <Dialog
        open
        title={t(ended === 'out' ? 'app:ended.outTitle' : 'app:ended.title')}
        onClose={again}
        actions={
          <Button look="primary" onClick={again}>
            {t('app:ended.again')}
          </Button>
        }
      >
        {t(ended === 'out' ? 'app:ended.out' : 'app:ended.text')}
      </Dialog>
    )
  }
  if (left === undefined || (forGood && later)) return null
  return forGood ? <LastMinutes left={left} later={() => setLater(true)} /> : <Warning left={left} />
}

const TIME = { time: (text: string) => <strong className="num">{text}</strong> }

function Warning({ left }: { left: number }) {
  const t = useT()
  const [staying, setStaying] = useState(false)
  async function stay(): Promise<void> {
    setStaying(true)
    try {
      await request(me, {})
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setStaying(false)
  }
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
      {richText(t('app:warning.text', { time: clockText(left) }), TIME)}
    </Dialog>
  )
}

/** The absolute end is near: the page saves what is typed, and only a new login can continue. */
function LastMinutes({ left, later }: { left: number; later: () => void }) {
  const t = useT()
  const actions = (
    <>
      <Button look="primary" onClick={() => toLogin()}>
        {t('app:warning.again')}
      </Button>
      <Button look="line" onClick={later}>
        {t('app:warning.later')}
      </Button>
    </>
  )
  return (
    <Dialog open title={t('app:warning.lastTitle')} onClose={later} actions={actions}>
      {richText(t('app:warning.last', { hours: LIMITS.sessionHours, time: clockText(left) }), TIME)}
    </Dialog>
  )
}
