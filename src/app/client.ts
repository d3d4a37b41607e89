/** The browser's requester: real storage, language of the address, device set by the boot script. */
import { deviceOf } from '../lib/device.ts'
import { localPath, splitPath } from '../lib/locale.ts'
import { createRequester, type Surroundings } from './api.ts'
import { API_BASE } from './base.ts'
import { loginPath } from './guard.ts'
import { $session } from './session.ts'
import { browserStore } from './storage.ts'
import { toast } from './toast.ts'

const here = (): string => location.pathname + location.search + location.hash
const lang = () => splitPath(location.pathname).lang

export const surroundings: Surroundings = {
  base: API_BASE,
  store: browserStore(),
  lang,
  device: () => deviceOf(navigator.userAgent),
  now: () => Date.now(),
  toLogin: () => {
    $session.set({ ...$session.get(), token: null, isLogin: false, userInfo: null })
    location.assign(loginPath(here(), lang()))
  },
  // `#closed` brings out why on the home page, which carries no script of its own for it.
  toHome: () => location.assign(`${localPath(lang(), '/home')}#closed`),
  toast: (message) => toast(message, 'bad'),
}

export const { request, blob, arrayBuffer } = createRequester(surroundings)
