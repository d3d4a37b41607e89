/** The area below the search field: before a query, results, nothing found, no connection. */
import { localPath, type Lang } from '../../lib/locale.ts'
import type { Translate } from '../words/translate.ts'
import { button, element, icon, marked } from './dom-elements.ts'
import type { Found } from './engine.ts'
import { isUrgent } from './query.ts'
import type { SearchData } from './search-data.ts'

export interface PanelTools {
  lang: Lang
  t: Translate
  facts: SearchData
  /** Puts a word into the field and searches for it. */
  ask: (query: string) => void
}

const words = (list: readonly string[], { ask }: PanelTools): HTMLElement =>
  element('p', { class: 'search-words' }, ...list.map((word) => button('search-word', () => ask(word), word)))

function asked({ t, facts }: PanelTools): HTMLElement[] {
  const rows = facts.asked.map(({ title, href }) =>
    element('li', {}, element('a', { href, 'data-row': '' }, element('span', {}, title), icon('arrow-right'))),
  )
  return [element('h2', {}, t('search:asked')), element('ul', { class: 'search-rows' }, ...rows)]
}

/**
 * Somebody may be hurt: what to do, and the help line of each plan. First where nothing was found, and above what was
 * found for words of an emergency.
 */
function urgent({ lang, t }: PanelTools): HTMLElement {
  const page = localPath(lang, '/claims/FAQ/content/emergency')
  return element(
    'ul',
    { class: 'search-help' },
    element('li', {}, element('a', { href: page }, t('search:emergency'))),
    element('li', {}, element('a', { href: `${page}#help-lines` }, t('search:ill'))),
  )
}

/** The last resort where nothing was found: all questions, how to claim, and the service line. */
function help({ lang, t, facts }: PanelTools): HTMLElement {
  return element(
    'ul',
    { class: 'search-help' },
    element('li', {}, element('a', { href: localPath(lang, '/claims/FAQ') }, t('search:all'))),
    element('li', {}, element('a', { href: localPath(lang, '/claims') }, t('search:claim'))),
    element(
      'li',
      {},
      `${t('search:call')} `,
      element('a', { href: `tel:${facts.phone.replaceAll(' ', '')}`, class: 'num' }, facts.phone),
    ),
  )
}

export const startPanel = (tools: PanelTools): HTMLElement[] => [
  element('h2', {}, tools.t('search:start')),
  words(tools.t('search:examples').split(/[;；]\s*/), tools),
  ...asked(tools),
]

export function resultPanel(found: readonly Found[], query: string, tools: PanelTools): HTMLElement[] {
  const { t } = tools

  const rows = found.map(({ url, title, kind, section, text }) =>
    element(
      'li',
      {},
      element(
        'a',
        { href: url, 'data-row': '' },
        element('span', { class: 'search-title' }, ...marked(title)),
        element('span', { class: 'search-kind' }, t(`search:kind.${kind}`), ...(section ? [` · ${section}`] : [])),
        element('span', { class: 'search-text' }, ...marked(text)),
      ),
    ),
  )
  return [
    ...(isUrgent(query, t('search:urgent')) ? [urgent(tools)] : []),
    element('ul', { class: 'search-rows' }, ...rows),
  ]
}

export function nonePanel(query: string, nearby: readonly string[], tools: PanelTools): HTMLElement[] {
  const { t } = tools
  return [
    element('h2', { class: 'search-none' }, t('search:none.title', { query })),
    element('p', {}, t('search:none.text')),
    urgent(tools),
    ...(nearby.length > 0 ? [element('h2', {}, t('search:none.near')), words(nearby, tools)] : []),
    ...asked(tools),
    help(tools),
  ]
}

export function failedPanel(again: () => void, t: Translate): HTMLElement[] {
  return [
    element('h2', { class: 'search-none' }, t('search:failed.title')),
    element('p', {}, t(import.meta.env.DEV ? 'search:failed.dev' : 'search:failed.text')),
    element('p', {}, button('btn btn-line btn-sm', again, t('search:failed.again'))),
  ]
}
