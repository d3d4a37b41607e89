/** Shows what answers a query, the likeliest first: questions, and the guides and lists of hospitals beside them. */
import { rankAnswers, type AnswersBeside } from '../../rules/rank-answers.ts'

const status = document.querySelector<HTMLElement>('[data-faq-status]')
const list = document.querySelector<HTMLElement>('[data-faq-found]')
const help = document.querySelector<HTMLElement>('[data-faq-help]')
const items = [...document.querySelectorAll<HTMLElement>('[data-faq-group] [data-faq-item]')]
const spans = (item: HTMLElement): HTMLElement[] => [...item.querySelectorAll('span')]
const answers = items.map((item) => {
  const [title = '', text = ''] = spans(item).map((it) => it.textContent)
  return { title, text }
})
let same = ''
let loaded: Promise<void> | undefined

/** A row like those of the page. */
function rowOf({ href, title, text }: AnswersBeside['pages'][number]): HTMLElement[] {
  const row = items[0]?.cloneNode(true)
  if (!(row instanceof HTMLElement)) return []
  row.querySelector('a')?.setAttribute('href', href)
  const [first, second] = spans(row)
  first?.replaceChildren(title)
  second?.replaceChildren(text)
  return [row]
}

async function load(address: string): Promise<void> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(address)
  const beside: AnswersBeside = await reply.json()
  same = beside.same
  for (const page of beside.pages) {
    items.push(...rowOf(page))
    answers.push(page)
  }
}

/** Loaded once. Without them the questions are searched, by the words as typed; the next letter tries again. */
export const loadBeside = (address: string): Promise<void> =>
  (loaded ??= load(address).catch(() => {
    loaded = undefined
  }))

export function filter(query: string): void {
  const asked = query !== ''
  const { order, some } = rankAnswers(asked ? answers : [], query, same)
  if (list) {
    list.replaceChildren(...order.flatMap((at) => items[at]?.cloneNode(true) ?? []))
    list.hidden = order.length === 0
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-faq-group], [data-faq-toc]')) part.hidden = asked
  if (help) help.hidden = !asked || order.length > 0
  if (!status) return
  const { found = '', none = '', some: partly = '' } = status.dataset
  const said = order.length === 0 ? none : some ? partly : found
  status.textContent = asked ? said.replace('{n}', String(order.length)) : ''
}
