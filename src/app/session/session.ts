/** Session state of this page (spec §3 "Client session state"), on top of browser storage. */
import { now } from '../../lib/days/clock.ts'
import { computed, map } from 'nanostores'
import { splitPath, type Lang } from '../../lib/locale.ts'
import type { Device } from '../address/redirect-by-route.ts'
import { deviceOf } from '../../lib/device.ts'
import { KEYS, LAST_DESTINATION } from '../storage/storage-keys.ts'
import { browserStore, clearSession, readToken, signOff, visitStore, writeToken } from '../storage/storage.ts'

export interface UserInfo {
  id: string
  name: string
  mobile: string | null
  email: string | null
}

export interface SessionState {
  token: string | null
  isLogin: boolean
  userInfo: UserInfo | null
  /** The current item of the personal centre; '' on other pages. */
  activeIndex: string
  /** The personal centre shows its sidebar: on the web, as phones have their tabs. */
  sidebar: boolean
  device: Device
  lang: Lang
  is_hide: boolean
}

const inBrowser = typeof document !== 'undefined'

export const $session = map<SessionState>(initial())
export const $isLogin = computed($session, (s) => s.isLogin)

function initial(): SessionState {
  const blank = { userInfo: null, activeIndex: '' }
  if (!inBrowser)
    return { ...blank, token: null, isLogin: false, sidebar: true, device: 'web', lang: 'en', is_hide: false }
  const store = browserStore()
  const token = readToken(store, now()) ?? null
  const device = deviceOf(navigator.userAgent)
  return {
    ...blank,
    token,
    // A visit by a partner's link is not a login (decision 0074).
    isLogin: token !== null && store.getItem(KEYS.coId) === null,
    sidebar: device === 'web',
    device,
    lang: splitPath(location.pathname).lang,
    is_hide: store.getItem(KEYS.hide) === '1',
  }
}

interface LoginReply {
  token: string
  csrf: { name: string; token: string }
  user: UserInfo
  coId?: string | undefined
}

/** Anonymous becomes logged in (spec §4). */
export function startSession(reply: LoginReply): void {
  const store = browserStore()
  writeToken(store, reply.token, now())
  store.setItem(KEYS.csrfName, reply.csrf.name)
  store.setItem(KEYS.csrfToken, reply.csrf.token)
  // A login of the person's own is no partner visit any more: the clearing rule must not end it.
  if (reply.coId) store.setItem(KEYS.coId, reply.coId)
  else store.removeItem(KEYS.coId)
  const isLogin = !reply.coId
  document.documentElement.dataset.session = isLogin ? 'in' : 'out'
  $session.set({ ...$session.get(), token: reply.token, isLogin, userInfo: isLogin ? reply.user : null })
}

/** The login has ended by itself: what was begun here without a login stays accessible to this device. */
export function sessionRanOut(): void {
  clearSession(browserStore())
  document.documentElement.dataset.session = 'out'
  $session.set({ ...$session.get(), token: null, isLogin: false, userInfo: null })
}

/**
 * Back to anonymous by the person's own action: token, `co_id`, the anti-forgery pair and the device's secret are
 * deleted.
 */
export function endSession(): void {
  signOff(browserStore())
  visitStore().removeItem(LAST_DESTINATION)
  document.documentElement.dataset.session = 'out'
  $session.set({ ...$session.get(), token: null, isLogin: false, userInfo: null })
}
