/** The personal centre's frame: who is logged in, its pages, log out. A sidebar on the web; phones have their tabs. */
import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { me } from '../../lib/current-session.ts'
import { localPath } from '../../lib/locale.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { request } from '../requests/browser-requester.ts'
import { currentOf } from '../address/nav.ts'
import { onSeenAgain } from './seen-again.ts'
import { $session, type UserInfo } from './session.ts'
import { signOut } from './sign-out.ts'
import { useLang, useT } from '../words/words.tsx'

interface Item {
  /** `app:personal.<id>` is its label. */
  id: string
  path: string
  icon: IconName
  covers?: readonly string[]
}

/** The pages of the personal centre. */
export const PERSONAL_ITEMS: readonly Item[] = [
  { id: 'overview', path: '/personal', icon: 'layout-dashboard' },
  { id: 'policies', path: '/insurance-policy/list', icon: 'shield-check', covers: ['/insurance-policy'] },
  { id: 'orders', path: '/personal/order', icon: 'receipt-text' },
  { id: 'claims', path: '/personal/claims', icon: 'clipboard-list', covers: ['/claim/query'] },
  { id: 'credential', path: '/personal/credential', icon: 'id-card' },
  { id: 'modify', path: '/personal/modify', icon: 'contact-round' },
  { id: 'mine', path: '/personal/mine', icon: 'user-round' },
]

/**
 * The person logged in, requested once per page and whenever it is looked at again: another tab may have changed their
 * contacts. `null` until it is known or when nobody is.
 */
export function useUser(): UserInfo | null {
  const { isLogin, userInfo } = useStore($session)
  useEffect(() => {
    if (!isLogin) return
    const ask = (): void => {
      // Not reported: the name is only decoration, and the screen's own calls report failures.
      void request(me, {}).then(
        (reply) => reply.ok && $session.setKey('userInfo', reply.data.user),
        () => undefined,
      )
    }
    if (!userInfo) ask()
    return onSeenAgain(ask)
  }, [isLogin, userInfo])
  return userInfo
}

/** The line under the name: the contact, unless the contact already serves as the name. */
export function contactBeside(user: UserInfo | null): string {
  const contact = user?.mobile ?? user?.email ?? ''
  return contact === user?.name ? '' : contact
}

/** The item that a page belongs to; '' for none. */
function itemOf(path: string): string {
  const others = PERSONAL_ITEMS.filter(({ id }) => id !== 'overview')
  return currentOf(others, path) ?? (path === '/personal' ? 'overview' : '')
}

/** `path` is the page's own, without language. */
export function PersonalFrame({ path, children }: { path: string; children: ReactNode }) {
  // Decided by the device, so it does not change.
  const { sidebar } = $session.get()
  // Also where no name is shown: a login that another device has ended is noticed by this call. What a page lists may
  // open by the device as well.
  const user = useUser()
  useLayoutEffect(() => $session.setKey('activeIndex', itemOf(path)), [path])
  return (
    <div className="grid-personal">
      {sidebar && <Sidebar user={user} path={path} />}
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Sidebar({ user, path }: { user: UserInfo | null; path: string }) {
  const t = useT()
  const lang = useLang()
  const { activeIndex } = useStore($session)
  const current = import.meta.env.SSR ? itemOf(path) : activeIndex
  return (
    <div className="mobile:hidden" data-no-print>
      <div className="min-h-14 border-b border-base-content pb-4">
        <p className="truncate font-semibold">{user?.name ?? t('app:personal.title')}</p>
        <p className="num min-h-5 text-small text-ink-2">{contactBeside(user)}</p>
      </div>
      <nav className="mt-2" aria-label={t('app:personal.title')}>
        <ul className="-mx-3 grid gap-1">
          {PERSONAL_ITEMS.map((item) => (
            <li key={item.id}>
              <a
                className={rowClass(item.id === current)}
                href={localPath(lang, item.path)}
                aria-current={item.id === current ? 'page' : undefined}
              >
                <Icon name={item.icon} />
                {t(`app:personal.${item.id}`)}
              </a>
            </li>
          ))}
          <li>
            <SignOutRow />
          </li>
        </ul>
      </nav>
    </div>
  )
}

const rowClass = (current: boolean): string =>
  `flex min-h-12 w-full items-center gap-3 rounded-field px-3 ${current ? 'bg-teal-tint font-semibold text-primary' : 'hover:text-primary'}`

/** Signs out once, however often the button is pressed. */
export function useSignOut(): { leaving: boolean; leave: () => void } {
  const t = useT()
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave: () => {
      setLeaving(true)
      void signOut(t).finally(() => setLeaving(false))
    },
  }
}

function SignOutRow() {
  const t = useT()
  const { leaving, leave } = useSignOut()
  return (
    <button
      type="button"
      className={`${rowClass(false)} cursor-pointer text-start`}
      aria-busy={leaving || undefined}
      onClick={leave}
    >
      <Icon name="log-out" />
      {t(leaving ? 'app:personal.leaving' : 'app:personal.leave')}
    </button>
  )
}
