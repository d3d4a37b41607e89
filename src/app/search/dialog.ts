/**
 * The search dialog, loaded on first use. The query stays in this browser: it is in no address and in no call. A reader
 * who returns from a result finds query and list again, through the state of the history entry that was left.
 */
import { langOf, listInWords } from '../../lib/locale.ts'
import { visitStore } from '../storage/storage.ts'
import { translator } from '../words/translate.ts'
import { button, element, icon } from './dom-elements.ts'
import { ready, search } from './engine.ts'
import type { SearchData } from './search-data.ts'
import { failedPanel, nonePanel, resultPanel, startPanel, type PanelTools } from './panels.ts'
import { groupsOf, LONGEST, near, normaliseQuery } from './query.ts'

/** How long typing must pause before a search, ms. */
const REST = 180

let made: Promise<Dialog> | undefined

/** Opens the dialog, with the query of a reader who returns. Rejects when what it needs cannot be loaded. */
export async function openSearch(): Promise<void> {
  made ??= make().catch((error: unknown) => {
    made = undefined
    throw error
  })
  const { search: held }: { search?: unknown } = history.state ?? {}
  ;(await made).open(typeof held === 'string' ? held : '')
}

interface Dialog {
  open: (query: string) => void
}

/** Through the sheet's own interface: a style element would have to be allowed in every page's policy. */
function style(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(import.meta.env.SEARCH_CSS)
  document.adoptedStyleSheets.push(sheet)
}

async function factsOf(lang: string): Promise<SearchData> {
  const reply = await fetch(`/data/search-${lang}.json`)
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply.json()
}

async function make(): Promise<Dialog> {
  const lang = langOf(document.documentElement.dataset['lang'])
  const facts = await factsOf(lang)
  if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
  style()
  const t = translator(lang, facts.words)
  const groups = [...groupsOf(t('search:same')), ...facts.terms]

  const input = element('input', {
    type: 'search',
    id: 'search-query',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: `${LONGEST}`,
    'aria-controls': 'search-results',
  })
  const status = element('p', { class: 'search-status', role: 'status' })
  const results = element('div', { class: 'search-results', id: 'search-results' })
  const form = element(
    'form',
    { role: 'search', class: 'search-form' },
    element('label', { for: 'search-query', class: 'sr-only' }, t('search:label')),
    element('span', { class: 'search-field' }, icon('search'), input),
  )
  /** The field loses the focus at once: until the next frame the browser would leave it in the hidden field. */
  const leave = (): void => {
    box.close()
    if (document.activeElement instanceof HTMLElement && box.contains(document.activeElement))
      document.activeElement.blur()
  }
  const cross = button('search-close', leave, icon('x', 24))
  cross.ariaLabel = t('search:close')
  form.append(cross)
  const box = element(
    'dialog',
    { class: 'search-box', 'aria-label': t('search:title') },
    form,
    status,
    results,
    keys(t),
  )
  input.placeholder = t('search:label')
  document.body.append(box)

  const tools: PanelTools = { lang, t, facts, ask }
  let asking = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let composing = false

  const show = (said: string, panel: HTMLElement[]): void => {
    status.textContent = said
    results.replaceChildren(...panel)
    results.scrollTop = 0
  }

  async function run(): Promise<void> {
    clearTimeout(waiting)
    const turn = ++asking
    const query = normaliseQuery(input.value)
    if (query === '') return show('', startPanel(tools))
    // Results that come immediately need no waiting message.
    const slow = setTimeout(() => turn === asking && (status.textContent = t('search:loading')), 250)
    try {
      const { found, total, some, also } = await search(query, groups, lang)
      if (turn !== asking) return
      if (found.length === 0)
        return show(t('search:none.title', { query }), nonePanel(query, near(query, groups.flat(), lang), tools))
      const count = found.length
      const said = some
        ? t('search:some', { count })
        : total > count
          ? t('search:best', { count, total })
          : t('search:found', { count })
      show(
        also.length > 0 ? `${said} · ${t('search:also', { words: listInWords(also.slice(0, 4), lang) })}` : said,
        resultPanel(found, query, tools),
      )
    } catch {
      if (turn === asking)
        show(
          t('search:failed.title'),
          failedPanel(() => void run(), t),
        )
    } finally {
      clearTimeout(slow)
    }
  }

  function ask(query: string): void {
    input.value = query
    input.focus()
    void run()
  }

  input.addEventListener('compositionstart', () => void (composing = true))
  input.addEventListener('compositionend', () => {
    composing = false
    void run()
  })
  input.addEventListener('input', () => {
    clearTimeout(waiting)
    if (!composing) waiting = setTimeout(() => void run(), REST)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Opens the best page, as the line of keys says; a list without a query, or without a page, has nothing to open.
    void run().then(
      () => normaliseQuery(input.value) !== '' && results.querySelector<HTMLAnchorElement>('a[href]')?.click(),
    )
  })
  box.addEventListener('keydown', (event) => {
    if (event.isComposing || !['ArrowDown', 'ArrowUp', 'Escape'].includes(event.key)) return
    event.preventDefault()
    // In a search field, Escape in the browser would only empty the field.
    if (event.key === 'Escape') return leave()
    step(box, results, input, event.key === 'ArrowDown' ? 1 : -1)
  })
  // A click on the backdrop has the dialog itself as its target.
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close()
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : undefined
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    remember(input.value)
    // On the page that is open already nothing loads, and the dialog would cover what was found.
    if (link.pathname === location.pathname) box.close()
  })
  box.addEventListener('close', () => remember(undefined))

  return {
    open(query) {
      if (box.open) return
      // The texts load while the first letters are typed.
      void ready(lang).catch(() => undefined)
      if (query !== '') input.value = query
      box.showModal()
      input.focus()
      input.select()
      void run()
    },
  }
}

/** Moves the focus between field and rows; the field is above the first row. */
function step(box: HTMLElement, results: HTMLElement, input: HTMLInputElement, by: 1 | -1): void {
  const rows = [...results.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === box.ownerDocument.activeElement)
  const next = at + by
  if (next < 0) input.focus()
  else rows[Math.min(next, rows.length - 1)]?.focus()
}

function remember(query: string | undefined): void {
  history.replaceState({ ...history.state, search: query }, '')
}

/** The shortcuts, for devices with a keyboard; one-letter shortcuts can be switched off (WCAG 2.1.4), for this visit. */
function keys(t: PanelTools['t']): HTMLElement {
  const key = (text: string): HTMLElement => element('kbd', {}, text)
  const isOn = (): boolean => visitStore().getItem('slash') !== 'off'
  const say = (): string => t(isOn() ? 'search:keys.slashOff' : 'search:keys.slashOn')
  const slash = button(
    '',
    () => {
      visitStore().setItem('slash', isOn() ? 'off' : 'on')
      slash.textContent = say()
    },
    say(),
  )
  const apple = navigator.userAgent.includes('Mac')
  return element(
    'div',
    { class: 'search-keys' },
    element('span', {}, key('↑'), key('↓'), ` ${t('search:keys.move')}`),
    element('span', {}, key('Enter'), ` ${t('search:keys.open')}`),
    element('span', {}, key('Esc'), ` ${t('search:keys.close')}`),
    element('span', {}, key('/'), key(apple ? '⌘ K' : 'Ctrl K'), ` ${t('search:open')}`),
    slash,
  )
}
