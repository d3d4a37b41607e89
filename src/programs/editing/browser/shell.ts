/** The bar around the editor: the mistakes to correct, and the real page of the open entry. */
import { z } from 'zod/mini'
import { previewOf } from '../page-preview.ts'
import { pageMark, pageWatch } from './page-changes.ts'

const Told = z.object({
  lang: z.enum(['en', 'cn']),
  words: z.record(z.string(), z.string()),
  sitePort: z.number(),
  addresses: z.record(z.string(), z.string()),
})
const Checked = z.object({ problems: z.array(z.string()), warnings: z.array(z.string()) })
type Lang = z.infer<typeof Told>['lang']

const told = Told.parse(JSON.parse(document.getElementById('told')?.textContent ?? ''))
const word = (key: string): string => told.words[key] ?? key
const preview = previewOf(told.sitePort)

function part<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`#${id}`)
  return found
}
const frame = part('editor', HTMLIFrameElement)
const side = part('side', HTMLElement)
const problemsButton = part('problems', HTMLButtonElement)
const pageButton = part('page', HTMLButtonElement)
const language = part('language', HTMLAnchorElement)

const state: {
  open: 'page' | 'problems' | undefined
  pageLang: Lang
  problems: string[]
  warnings: string[]
  failed: string | undefined
} = {
  open: undefined,
  pageLang: told.lang,
  problems: [],
  warnings: [],
  failed: undefined,
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.textContent = text
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

/** Collection and slug of the entry that is open in the editor. */
function entry(): { collection: string; slug: string } | undefined {
  const [, collection, slug] =
    /^#\/collections\/([a-z]+)\/entries\/([a-z0-9-]+)/.exec(frame.contentWindow?.location.hash ?? '') ?? []
  return collection && slug ? { collection, slug } : undefined
}

/** English path of the page of the entry that is open. */
function pagePath(): string | undefined {
  const open = entry()
  const before = open && told.addresses[open.collection]
  return open && before !== undefined ? before + open.slug : undefined
}

function pageAddress(lang: Lang): string | undefined {
  const path = pagePath()
  return path === undefined ? undefined : preview.url(lang, path)
}

const markNow = async (): Promise<string | undefined> => {
  const path = pagePath()
  return path === undefined ? undefined : pageMark(state.pageLang, path)
}
/** Asked for before the page, so that it is never newer than what the page shows. */
let markSeen: Promise<string | undefined> = Promise.resolve(undefined)

let drawn = ''

function drawSide(again = false): void {
  side.hidden = state.open === undefined
  problemsButton.setAttribute('aria-expanded', String(state.open === 'problems'))
  pageButton.setAttribute('aria-expanded', String(state.open === 'page'))
  // The page is not reloaded for each navigation inside the editor.
  const now = JSON.stringify([
    state.open,
    state.open === 'page' ? pageAddress(state.pageLang) : [state.problems, state.warnings, state.failed],
  ])
  if (now === drawn && !again) return
  drawn = now
  if (state.open === 'page') side.replaceChildren(...pagePane())
  if (state.open === 'problems') side.replaceChildren(...problemsPane())
}

function heading(text: string, about: string): HTMLElement[] {
  const line = element('div', '', { class: 'line' })
  const close = element('button', word('close'), { type: 'button' })
  close.addEventListener('click', () => show(undefined))
  line.append(element('h2', text), close)
  return [line, element('p', about)]
}

function pagePane(): HTMLElement[] {
  const address = pageAddress(state.pageLang)
  if (address === undefined) return heading(word('page'), word('choose'))
  markSeen = markNow()
  const tabs = element('div', '', { class: 'tabs' })
  for (const lang of ['en', 'cn'] as const) {
    const tab = element('button', word(lang === 'en' ? 'inEnglish' : 'inChinese'), {
      type: 'button',
      'aria-pressed': String(lang === state.pageLang),
    })
    tab.addEventListener('click', () => {
      state.pageLang = lang
      drawSide()
    })
    tabs.append(tab)
  }
  tabs.append(element('a', word('open'), { href: address, target: '_blank', rel: 'noreferrer' }))
  return [
    ...heading(word('page'), word('pageAbout')),
    tabs,
    element('iframe', '', { src: address, title: word('page') }),
  ]
}

function problemsPane(): HTMLElement[] {
  if (state.failed) return heading(word('problems'), word('noCheck').replace('{{reason}}', state.failed))
  if (state.problems.length + state.warnings.length === 0) return heading(word('problems'), word('none'))
  const warnings = state.warnings.length > 0 ? [element('h2', word('warnings')), linesOf(state.warnings)] : []
  return [...heading(word('problems'), word('problemsAbout')), linesOf(state.problems), ...warnings]
}

/** Each line links to the entry that it is about, where the screen has that entry. */
function linesOf(problems: readonly string[]): HTMLElement {
  const list = element('ul')
  for (const problem of problems) {
    const item = element('li')
    const [, collection, slug] = /([a-z]+)\/(?:en|cn)\/([a-z0-9-]+)\.md:/.exec(problem) ?? []
    const known = collection && slug && collection in told.addresses
    item.append(
      known ? element('a', problem, { href: `#/collections/${collection}/entries/${slug}` }) : element('span', problem),
    )
    list.append(item)
  }
  return list
}

function show(open: typeof state.open): void {
  state.open = open
  drawSide()
}

function drawProblems(): void {
  const count = state.problems.length
  problemsButton.textContent =
    state.failed || count > 0 ? `${word('problems')}${count > 0 ? ` (${count})` : ''}` : word('none')
  problemsButton.dataset.state = state.failed || count > 0 ? 'bad' : 'good'
  drawSide()
}

async function check(): Promise<void> {
  problemsButton.textContent = word('checking')
  try {
    const answer = await fetch('/problems')
    if (!answer.ok) throw new Error(await answer.text())
    Object.assign(state, Checked.parse(await answer.json()), { failed: undefined })
  } catch (error) {
    Object.assign(state, { problems: [], warnings: [], failed: error instanceof Error ? error.message : 'offline' })
  }
  drawProblems()
}

/** Both twins are saved one after the other: one check and one reload serve both. */
let waiting: ReturnType<typeof setTimeout> | undefined
function afterSaving(): void {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    void check()
    void drawOnceChanged(markSeen)
  }, 400)
}

const drawOnceChanged = pageWatch(
  markNow,
  () => state.open !== 'page',
  () => drawSide(true),
)

function followFrame(): void {
  const { location, history } = window
  const hash = frame.contentWindow?.location.hash ?? ''
  if (hash !== location.hash) history.replaceState(null, '', location.pathname + location.search + hash)
  if (state.open === 'page') drawSide()
}

problemsButton.addEventListener('click', () => show(state.open === 'problems' ? undefined : 'problems'))
pageButton.addEventListener('click', () => show(state.open === 'page' ? undefined : 'page'))
language.addEventListener('click', () => {
  language.hash = frame.contentWindow?.location.hash ?? ''
})
window.addEventListener('hashchange', () => {
  if (frame.contentWindow && frame.contentWindow.location.hash !== location.hash)
    frame.contentWindow.location.hash = location.hash
})
window.addEventListener('saved', afterSaving)
frame.addEventListener('load', () => {
  const inner = frame.contentWindow
  inner?.addEventListener('hashchange', followFrame)
  inner?.navigation.addEventListener('currententrychange', followFrame)
})

if (location.hash) frame.src = `/frame?lang=${told.lang}${location.hash}`
void check()
