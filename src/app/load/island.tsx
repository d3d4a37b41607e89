/**
 * What every island is wrapped in: its words, the toasts, the session's warning, and a load error instead of a blank
 * page.
 */
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { now } from '../../lib/days/clock.ts'
import { dayOf, formatDay } from '../../lib/days/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { ignoreSecondTaps } from '../requests/ignore-double-taps.ts'
import { silentPart, LoadBoundary, useFirstParts } from './lazy.tsx'
import { $isLogin } from '../session/session.ts'
import { noteTyped, typeAgain } from '../storage/typed-before.ts'
import { WordsProvider, useT, type WordFiles } from '../words/words.tsx'
import { ToastRegion } from '../../ui/Toast.tsx'
import { $toasts, dismiss } from '../parts/toast-store.ts'

/** Text nodes that were taken out of the page, with the elements in their place. */
const replaced = new WeakMap<Node, Node>()

/** The child of `parent` that stands for `node`; null when it has none any more. */
function childFor(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  const here = replaced.get(node) ?? node
  return Array.from(parent.childNodes).find((child) => child.contains(here)) ?? null
}

/**
 * A browser that translates a page moves its text nodes into `<font>` elements, or takes them out and puts such
 * elements in their place. React still knows the text nodes: removing one, or inserting something before one, throws,
 * and the island is lost. Here the element that holds or replaces such a node stands for it.
 * Called once per page, before React renders anything.
 */
function surviveTranslation(): void {
  const { prototype } = Node
  // oxlint-disable-next-line typescript/unbound-method -- called with the node below
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const found = childFor(this, child)
    if (found) removeChild.call(this, found)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childFor(this, before))
    return node
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes)
      if (addedNodes[0]?.nodeName === 'FONT' && removedNodes[0]) replaced.set(removedNodes[0], addedNodes[0])
  }).observe(document, { childList: true, subtree: true })
}

/** What a page of one person shows is of the day on which it is printed (`Page.astro`). */
function datePrints(): void {
  const { dataset } = document.documentElement
  const { printed, undated } = dataset
  if (undated === undefined) return
  addEventListener('beforeprint', () => {
    dataset['printed'] = `${printed} · ${formatDay(dayOf(now()), dataset['lang'] === 'cn' ? 'cn' : 'en')}`
  })
}

// Once per page, however many islands it has.
if (typeof document !== 'undefined') {
  ignoreSecondTaps()
  surviveTranslation()
  noteTyped()
  datePrints()
}

export interface IslandProps {
  lang: Lang
  resources: WordFiles
  /** Files of data for `useBuildData`. */
  data?: WordFiles
}

export function Island({ lang, resources, data = [], children }: IslandProps & { children: ReactNode }) {
  useFirstParts()
  useLayoutEffect(typeAgain, [])
  return (
    <WordsProvider lang={lang} resources={[...resources, ...data]}>
      <LoadBoundary>{children}</LoadBoundary>
      <Watched />
      <Toasts />
    </WordsProvider>
  )
}

const SessionExpiryWarning = silentPart(async () => ({
  default: (await import('../session/session-end-dialogs.tsx')).SessionExpiryWarning,
}))

/** The session watch stays mounted after a login ends, to report that end. Visitors without a login do not load it. */
function Watched() {
  const [seen, see] = useState(false)
  useEffect(() => $isLogin.subscribe((isLogin) => isLogin && see(true)), [])
  return seen ? <SessionExpiryWarning /> : null
}

/** The toasts of this page, from the store in `toast-store.ts`. */
function Toasts() {
  const toasts = useStore($toasts)
  const t = useT()
  return <ToastRegion toasts={toasts} onClose={dismiss} closeLabel={t('app:close')} label={t('app:messages')} />
}
