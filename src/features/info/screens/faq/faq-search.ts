/** Filters the questions on the page while typing; `?q=` comes from the search on a single question's page. */
import { groupsIn, matches } from '../../rules/match-words.ts'

const form = document.querySelector<HTMLFormElement>('[data-faq-search]')
const input = form?.querySelector<HTMLInputElement>('input[name=q]')
const status = document.querySelector<HTMLElement>('[data-faq-status]')
const items = [...document.querySelectorAll<HTMLElement>('[data-faq-item]')]

/** Leads to the search of the whole site, with the words typed here. */
const beyond = document.querySelector<HTMLElement>('[data-faq-beyond]')
const help = document.querySelector<HTMLElement>('[data-faq-help]')
const groups = groupsIn(form?.dataset.faqSearch ?? '')

function filter(query: string): void {
  let found = 0
  for (const item of items) {
    item.hidden = !matches(item.textContent, query, groups)
    if (!item.hidden) found += 1
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-faq-group]')) {
    group.hidden = !group.querySelector('[data-faq-item]:not([hidden])')
  }
  for (const toc of document.querySelectorAll<HTMLElement>('[data-faq-toc]')) toc.hidden = query !== ''
  if (!status) return
  if (beyond) beyond.hidden = query === ''
  if (help) help.hidden = query === '' || found > 0
  status.textContent =
    query === ''
      ? ''
      : found > 0
        ? (status.dataset.found ?? '').replace('{n}', String(found))
        : (status.dataset.none ?? '')
}

if (form && input && items.length > 0) {
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  input.addEventListener('input', () => filter(input.value.trim()))
  // The search dialog takes its first query from here (`search/dialog.ts`).
  beyond?.addEventListener('click', () => history.replaceState({ ...history.state, search: input.value.trim() }, ''))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    filter(input.value.trim())
  })
  filter(input.value.trim())
}
