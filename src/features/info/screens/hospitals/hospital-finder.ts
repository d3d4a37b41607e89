/** The finder's script: loads the index once, filters while typing, and keeps the choices in the address. */
import {
  isHospitalIndex,
  mapLink,
  placeOf,
  type HospitalEntry,
  type HospitalIndex,
} from '../../../../lib/hospitals/hospitals.ts'
import type { WithDistance } from './order-by-nearness.ts'
import {
  change,
  cityOptions,
  FIELDS,
  found,
  isEmpty,
  EMPTY_SEARCH,
  searchOf,
  stateOptions,
  hospitalSearchOf,
  type Option,
  type HospitalSearchField,
} from '../../rules/hospital-search.ts'

/** Rows drawn at first; the rest on demand. */
const AT_ONCE = 30

const root = document.querySelector<HTMLElement>('[data-hospitals]')
const part = (name: string) => root?.querySelector<HTMLElement>(`[data-hospital-${name}]`)
const form = root?.querySelector('form')
const list = part('list')
const status = part('status')
const more = part('more')
const locate = part('near')
const pattern = root?.querySelector('template')
const page = document.documentElement
const lang = page.lang === 'en' ? 'en' : 'cn'

let index: HospitalIndex | undefined
/** Set while the list is in the order of nearness. */
let near: ((index: HospitalIndex, hits: readonly HospitalEntry[]) => WithDistance[]) | undefined
let chosen = hospitalSearchOf(location.search)
let shown = AT_ONCE

const control = (name: HospitalSearchField) =>
  form?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)
const show = (element: HTMLElement | null | undefined, on: boolean): void => void (element && (element.hidden = !on))

function row(entry: WithDistance, states: ReadonlyMap<string, string>): Node {
  const item = document.importNode(pattern!.content, true)
  const at = (name: string) => item.querySelectorAll<HTMLElement>(`[data-h="${name}"]`)
  const set = (
    name: string,
    value: string | undefined,
    attribute: 'textContent' | 'href' | 'lang' = 'textContent',
  ): void => at(name).forEach((it) => (value ? Reflect.set(it, attribute, value) : it.remove()))
  const label = (id: string): string => form?.querySelector(`[name=department] [value="${id}"]`)?.textContent ?? id
  set('name', entry.name)
  set('other', entry.other)
  set('local', entry.local)
  set('local', entry.localLang, 'lang')
  set('place', placeOf(entry.city, states.get(`${entry.country} ${entry.state}`) ?? '', lang))
  set('distance', entry.distance)
  set('departments', entry.departments.map(label).join(' · '))
  set('more', [entry.address, entry.hours].filter(Boolean).join(' · '))
  set('of', entry.name)
  set('map', mapLink(entry, lang), 'href')
  set('phone', entry.phone && `tel:${entry.phone.replaceAll(' ', '')}`, 'href')
  const billing = entry.directBilling === undefined ? 'ask' : entry.directBilling ? 'yes' : 'no'
  for (const it of ['yes', 'no', 'ask']) if (it !== billing) set(`billing-${it}`, '')
  return item
}

function choose(name: 'state' | 'city', options: readonly Option[]): void {
  const select = form?.querySelector<HTMLSelectElement>(`[name=${name}]`)
  if (!select) return
  // All but the first, which says what is chosen here.
  select.length = 1
  for (const { value, label } of options) select.append(new Option(label, value))
  show(select.closest('label'), options.length > 0)
}

/** The number to call in the chosen country waits for no list; the last is for all others. */
function showEmergency(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-emergency]')]
  const own = all.find((it) => it.dataset['emergency'] === chosen.country) ?? all.at(-1)
  all.forEach((it) => show(it, it === own))
}

/** Nothing is said without a word for it. */
function count(element: HTMLElement | null | undefined, word: string, n: number): void {
  if (element) element.textContent = (element.dataset[word] ?? '').replace('{n}', String(n))
}

/** Redraws everything that depends on the choices. */
function draw(): void {
  showEmergency()
  if (!index) return
  choose('state', stateOptions(index, chosen, page.lang))
  choose('city', cityOptions(index, chosen, page.lang))
  for (const name of FIELDS) {
    const it = control(name)
    if (it && it.value.trim() !== chosen[name].trim()) it.value = chosen[name]
  }
  const active = !isEmpty(chosen)
  const listed = active || near
  const hits = listed ? found(index, chosen) : []
  const ordered: readonly WithDistance[] = near?.(index, hits) ?? hits
  const states = new Map(
    index.countries.flatMap((country) => country.states.map(({ id, name }) => [`${country.id} ${id}`, name])),
  )
  list?.replaceChildren(...ordered.slice(0, shown).map((entry) => row(entry, states)))
  show(list, hits.length > 0)
  show(more, hits.length > shown)
  count(more, 'more', hits.length - shown)
  show(part('none'), active && hits.length === 0)
  show(part('clear'), active)
  show(part('countries'), !listed)
  count(status, listed ? 'found' : '', hits.length)
}

let writing: ReturnType<typeof setTimeout> | undefined

/** Choices get history entries; typed letters do not, because browsers refuse too many changes of the address. */
function go(next: typeof chosen, typed: boolean): void {
  chosen = next
  shown = AT_ONCE
  draw()
  clearTimeout(writing)
  const address = (): string => location.pathname + searchOf(chosen, location.search)
  if (typed) writing = setTimeout(() => history.replaceState(null, '', address()), 300)
  else history.pushState(null, '', address())
}

async function load(): Promise<void> {
  try {
    const reply = await fetch(root?.dataset['hospitals'] ?? '')
    const data: unknown = await reply.json()
    if (isHospitalIndex(data)) index = data
    draw()
  } catch {
    // Whoever reads is told below.
  }
  show(part('failed'), !index)
}

/** Orders the list by nearness, or by itself again. */
async function order(): Promise<void> {
  const was = near
  near = undefined
  try {
    if (!was) {
      const { orderByNearness }: typeof import('./order-by-nearness.ts') = await import(
        /* @vite-ignore */ locate?.dataset['hospitalNear'] ?? ''
      )
      near = await orderByNearness(locate)
    }
  } catch {
    // Whoever reads is told below.
  }
  show(part('lost'), !was && !near)
  locate?.setAttribute('aria-pressed', `${!!near}`)
  draw()
}

for (const name of FIELDS) {
  const typed = name === 'q'
  control(name)?.addEventListener(typed ? 'input' : 'change', () =>
    go(change(chosen, name, control(name)?.value ?? ''), typed),
  )
}
form?.addEventListener('submit', (event) => event.preventDefault())
part('clear')?.addEventListener('click', () => {
  go(EMPTY_SEARCH, false)
  control('q')?.focus()
})
more?.addEventListener('click', () => {
  const next = shown
  shown = Infinity
  draw()
  list?.children[next]?.querySelector('a')?.focus()
})
locate?.addEventListener('click', () => void order())
part('again')?.addEventListener('click', () => void load())
addEventListener('popstate', () => {
  chosen = hospitalSearchOf(location.search)
  shown = AT_ONCE
  draw()
})
draw()
if (root) void load()
