/**
 * Runs inline in <head>, before first paint: device, theme, language, guard, clearing rule; on a page opened by a link
 * with a token, its address. It is bundled to one inline script whose hash is in the page's CSP (see `build.ts`). Keep
 * it small.
 */
import { now } from '../../lib/days/clock.ts'
import { guard, loginPath, ruleFor } from '../address/redirect-by-route.ts'
import { deviceOf } from '../../lib/device.ts'
import { KEYS, LINK_CODE, LOAD_MS } from '../storage/storage-keys.ts'
import { browserStore, clearSession, readToken, visitStore } from '../storage/storage.ts'
import { localPath, otherLang, splitPath } from '../../lib/locale.ts'
import { readTokenQuery } from './token-query.ts'

const root = document.documentElement
const store = browserStore()
const { pathname, search, hash } = location
const { lang, path } = splitPath(pathname)
const device = deviceOf(navigator.userAgent)
const rules = import.meta.env.GUARD_RULES

root.dataset.device = device
followTheme()

if (!toStoredLanguage()) {
  const link = readTokenQuery(location.href)
  if (link) {
    root.dataset.leaving = ''
    // Before anything else is loaded: no other code may see the token.
    history.replaceState(null, '', link.clean)
    import(/* @vite-ignore */ import.meta.env.EXCHANGE)
      .then((it: typeof import('./exchange-link-token.ts')) => it.exchangeToken(store, lang, link, enter))
      .catch(() => {
        // Nobody has used it: this tab keeps it, and the login page opens it again.
        visitStore().setItem(LINK_CODE, link.code)
        leave(loginPath(link.clean, lang) + '&link=ask')
      })
  } else {
    enter()
  }
}
preloadParts()
watchTextSize()
watchLinks()
watchSearch()
giveUpStyles()

/** The device's own arrangement of the screen; what all devices load is named in the head (`preload-island.build.ts`). */
function preloadParts(): void {
  root.dataset[device]
    ?.split(' ')
    .forEach((href) =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
    )
}

/**
 * Lines of fewer letters than on the narrowest phone, or window of a desktop, that is designed for: the reader has set
 * large type (`large-text.css`). Media queries do not know a size that the browser gives to text alone.
 */
function watchTextSize(): void {
  const fewest = device === 'web' ? 42 : 19
  // Its height changes with the size of text as with the window's width.
  new ResizeObserver(() => {
    root.dataset.large = root.clientWidth < fewest * parseInt(getComputedStyle(root).fontSize) ? 'on' : 'off'
  }).observe(root)
}

/** A style sheet that hangs would hold up the page for ever. `load-watch.ts` says that it is missing (spec §8). */
function giveUpStyles(): void {
  setTimeout(() => {
    document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]').forEach((link) => void (link.disabled = !link.sheet))
  }, LOAD_MS)
}

function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => void (root.dataset.theme = dark.matches ? 'dark' : 'light')
  apply()
  dark.onchange = apply
}

/** A plain address with stored `lang=cn` is redirected to its twin; a prefixed address is a choice, and is stored. */
function toStoredLanguage(): boolean {
  const stored = store.getItem(KEYS.lang)
  if (lang === 'cn') store.setItem(KEYS.lang, 'cn')
  else if (stored === 'cn' && isKnown()) {
    leave(localPath('cn', path === '/' ? '/home' : path) + search + hash)
    return true
  }
  if (!stored && lang === 'en' && store.getItem(KEYS.hide) !== '1') root.dataset.offer = ''
  return false
}

/** False on the page for unknown addresses, which static hosts also show for a path that only redirects. */
function isKnown(): boolean {
  return root.dataset.notFound === undefined || !!ruleFor(path, rules)
}

/** `linkUsed`: the link that led here is used or expired. A public page says so in a bar, a guarded one at the login. */
function enter(linkUsed = false): void {
  const linked = store.getItem(KEYS.coId) !== null
  // A visit through a partner's link is not a login, so its end is not reported.
  const had = !linked && !!store.getItem(KEYS.token)
  // Reading renews it, on every page (spec §4).
  const hasToken = had && !!readToken(store, now())
  if (linkUsed) root.dataset.link = ''
  const note = linkUsed ? '&link=used' : had && !hasToken ? '&why=expired' : ''
  // The query of now: a link's token is no longer in it.
  const decision = guard({ pathname, search: location.search, hash, device, hasToken, linked, note }, rules)
  // The address of the login page already says that the login expired; what is stored of it is removed.
  if (decision.clear || (had && !hasToken && path === '/login')) clearSession(store)
  root.dataset.session = hasToken && !decision.clear ? 'in' : 'out'
  if (decision.redirect) leave(decision.redirect)
  else if (linkUsed) delete root.dataset.leaving
}

function leave(to: string): void {
  root.dataset.leaving = ''
  location.replace(to)
}

/**
 * The language switch keeps query and hash; closing the offer is remembered. Delegated, so that it works before islands
 * do.
 */
function watchLinks(): void {
  addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined
    const link = target?.closest<HTMLAnchorElement>('a[data-lang-switch]')
    if (link) {
      event.preventDefault()
      store.setItem(KEYS.lang, otherLang(lang))
      // Read from the address bar: the shared page of a path with an id does not know the id.
      const to = localPath(otherLang(lang), splitPath(location.pathname).path) + location.search + location.hash
      // A screen that must save first cancels the event and switches the language itself.
      if (document.dispatchEvent(new CustomEvent('lang-switch', { cancelable: true, detail: { to } })))
        location.assign(to)
    }
    if (target?.closest('[data-search]') && !event.ctrlKey && !event.metaKey) openSearch(event)
    if (target?.closest('[data-offer-close]')) {
      store.setItem(KEYS.hide, '1')
      delete root.dataset.offer
    }
  })
}

/** Loads the search dialog on first use. If that fails, the page of questions says so, and has the search too. */
function openSearch(event?: Event): void {
  event?.preventDefault()
  import(/* @vite-ignore */ import.meta.env.SEARCH).then(
    (dialog: typeof import('../search/dialog.ts')) => dialog.openSearch(),
    () => location.assign(localPath(lang, '/claims/FAQ#lost')),
  )
}

/**
 * "/" and Ctrl/Cmd+K open a page's search, unless someone types or a dialog is open; it also reopens for who returns
 * from a result.
 */
function watchSearch(): void {
  addEventListener('keydown', (event) => {
    const called =
      event.key === '/'
        ? visitStore().getItem('slash') !== 'off'
        : event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!called || !document.querySelector('[data-search]') || document.querySelector('dialog[open]')) return
    if (!document.activeElement?.closest('input,textarea,select,[contenteditable]')) openSearch(event)
  })
  if (history.state?.search) openSearch()
}
