/** The browser's requester: real storage, language from the address, device set by the boot script. */
import { now } from '../../lib/days/clock.ts'
import { SESSION_ELSEWHERE, SESSION_EXPIRED } from '../../lib/errors.ts'
import { deviceOf } from '../../lib/device.ts'
import { localPath, splitPath } from '../../lib/locale.ts'
import { createRequester, type RequestEnvironment } from './api.ts'
import { API_BASE } from './api-base.ts'
import { loginPath, whyNote, type WhyEnded } from '../address/redirect-by-route.ts'
import { $session } from '../session/session.ts'
import { browserStore } from '../storage/storage.ts'
import { keepTypedOnReload } from '../storage/typed-before.ts'
import { toast } from '../parts/toast-store.ts'

const here = (): string => location.pathname + location.search + location.hash
const lang = () => splitPath(location.pathname).lang

/** Why the session ended, for the login page; undefined if there was none. */
function whyEnded(code: number, had: boolean): WhyEnded | undefined {
  if (code === SESSION_ELSEWHERE) return 'elsewhere'
  if (code === SESSION_EXPIRED) return 'expired'
  return had ? 'out' : undefined
}

export const browserEnvironment: RequestEnvironment = {
  base: API_BASE,
  store: browserStore(),
  lang,
  device: () => deviceOf(navigator.userAgent),
  now,
  // On the login page there is nothing to do when the earlier login ends.
  signedIn: () => $session.get().isLogin && splitPath(location.pathname).path !== '/login',
  toLogin: (code) => {
    const why = whyEnded(code, $session.get().isLogin)
    $session.set({ ...$session.get(), token: null, isLogin: false, userInfo: null })
    location.assign(loginPath(here(), lang()) + whyNote(why))
  },
  // The cause makes the home page say why (`NotAllowedNotice.astro`); that page has no script for this.
  toHome: (cause = 'unproven') => location.assign(`${localPath(lang(), '/home')}#${cause}`),
  toast: (message) => toast(message, 'bad'),
  outdated: keepTypedOnReload,
}

export const { request, blob } = createRequester(browserEnvironment)
