/**
 * Shows the answers to what is typed, the likeliest first, with guides and lists of hospitals among them; `?q=` comes
 * from the search on a single question's page.
 */
import { rankAnswers } from '../../rules/rank-answers.ts'

const form = document.querySelector<HTMLFormElement>('[data-faq-search]')
const input = form?.querySelector<HTMLInputElement>('input[name=q]')
const status = document.querySelector<HTMLElement>('[data-faq-status]')
const list = document.querySelector<HTMLElement>('[data-faq-found]')
const beside = document.querySelector<HTMLTemplateElement>('[data-faq-beside]')
const items = [document, beside?.content].flatMap((part) => [
  ...(part?.querySelectorAll<HTMLElement>('[data-faq-item]') ?? []),
])
const answers = items.map((item) => {
  const [title = '', text = ''] = [...item.querySelectorAll('span')].map((it) => it.textContent)
  return { title, text }
})

/** Leads to the search of the whole site, with the words typed here. */
const beyond = document.querySelector<HTMLElement>('[data-faq-beyond]')
const help = document.querySelector<HTMLElement>('[data-faq-help]')

function filter(query: string): void {
  const asked = query !== ''
  const { order, some } = rankAnswers(asked ? answers : [], query, form?.dataset.faqSearch ?? '')
  list?.replaceChildren(...order.flatMap((at) => items[at]?.cloneNode(true) ?? []))
  for (const part of document.querySelectorAll<HTMLElement>('[data-faq-group], [data-faq-toc]')) part.hidden = asked
  if (beyond) beyond.hidden = !asked
  if (help) help.hidden = !asked || order.length > 0
  if (!status) return
  const { found = '', none = '', some: partly = '' } = status.dataset
  const said = order.length === 0 ? none : some ? partly : found
  status.textContent = asked ? said.replace('{n}', String(order.length)) : ''
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
