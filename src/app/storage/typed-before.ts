/**
 * What was typed into the first state that the build drew (`FirstState.astro`), before its island took its place: it is
 * typed into the island's own fields, the cursor stays where it was, and what was pressed is pressed. What stood in a
 * page that is loaded anew, because the site was updated, is typed again as soon as its field is there.
 */
import { TYPED } from './storage-keys.ts'
import { visitStore } from './storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type State = string | boolean | FileList

const FIELDS = ':is(input, textarea, select)'
const drawn = (): Field[] => [...document.querySelectorAll<Field>(`[data-waiting] ${FIELDS}`)]
const live = (): Field[] => [...document.querySelectorAll<Field>(`astro-island ${FIELDS}`)]
const isInput = (field: Element | null): field is HTMLInputElement => field instanceof HTMLInputElement
const isBox = (field: Field): field is HTMLInputElement => isInput(field) && /radio|checkbox/.test(field.type)

function stateOf(field: Field): State {
  if (isBox(field)) return field.checked
  return isInput(field) && field.type === 'file' ? (field.files ?? '') : field.value
}

/** By its id, which the island gives it too; a field of files has none, and is found by its place among those. */
const nameOf = (field: Field, all: readonly Field[]): string =>
  field.id || `${field.type} ${all.filter(({ type }) => type === field.type).indexOf(field)}`

const typed = new Map<string, State>()
/** Fields in which a person typed: what else a page shows, it fills in itself. */
const edited = new WeakSet<EventTarget>()
const at: { field?: string } = {}
/** The fields that the build drew; they keep what stands in them when the island has taken their place. */
let first: readonly Field[] = []
/** This page was loaded anew, and its fields were kept. */
let kept = false
const EVENTS = ['input', 'change', 'focusin'] as const

function note({ target }: Event): void {
  const all = drawn()
  const field = all.find((one) => one === target)
  if (!field) return
  if (document.activeElement === field) at.field = nameOf(field, all)
  typed.set(nameOf(field, all), stateOf(field))
}

function isUntouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return field.value === (([...field.options].find((it) => it.defaultSelected) ?? field.options[0])?.value ?? '')
  if (isBox(field)) return field.checked === field.defaultChecked
  return field.value === field.defaultValue
}

/** Numbers of IDs and accounts, and codes: what a browser may not remember is not stored in the open either. */
const isSecret = ({ autocomplete }: Field): boolean => /^(off|one-time-code)$/.test(autocomplete)

/**
 * Once this page was told to be loaded anew: what is typed in it outlives that, in this tab. Nothing is agreed to again
 * without a person's press, and files have to be chosen again. Nothing is kept of who signed out meanwhile.
 */
export function keepTypedOnReload(): void {
  const { dataset } = document.documentElement
  const { session } = dataset
  addEventListener('pagehide', () => {
    if (dataset['session'] !== session) return
    const texts = live().flatMap((field) =>
      edited.has(field) && field.id && !isBox(field) && !isSecret(field) ? [[field.id, field.value]] : [],
    )
    visitStore().setItem(TYPED, JSON.stringify([location.pathname, texts]))
  })
}

/** From the start of the page's scripts until `typeAgain`. */
export function noteTyped(): void {
  const [page, texts] = JSON.parse(visitStore().getItem(TYPED) ?? '[]')
  visitStore().removeItem(TYPED)
  kept = page === location.pathname
  if (kept) for (const [name, state] of texts) typed.set(name, state)
  first = drawn()
  const field = first.find((one) => one === document.activeElement)
  if (field) at.field = nameOf(field, first)
  for (const event of EVENTS) document.addEventListener(event, note, true)
}

/** Once the island stands in the page. */
export function typeAgain(): void {
  for (const event of EVENTS) document.removeEventListener(event, note, true)
  // Read last: what was typed before the scripts ran, or filled in by a password manager, came without an event.
  const replaced = first.filter((field) => !field.isConnected)
  for (const field of replaced) if (!isUntouched(field)) typed.set(nameOf(field, first), stateOf(field))
  // Those of another island of the page still stand.
  first = first.filter((field) => field.isConnected)
  addEventListener('input', ({ target }) => target && edited.add(target), true)
  void fillIn().then(goOn)
  // A dialog's fields come once it is opened again.
  if (kept) new MutationObserver(() => void fillIn()).observe(document.body, { childList: true, subtree: true })
}

async function fillIn(): Promise<void> {
  for (const [name, state] of typed) {
    // Not while the framework still draws, and one after the other: each field is drawn anew before the next.
    await Promise.resolve()
    const all = live()
    const field = all.find((one) => nameOf(one, all) === name)
    if (!field) continue
    typed.delete(name)
    // Also over what the page has filled in: only what a person typed is kept.
    if (stateOf(field) !== state) fill(field, state)
  }
}

/** The cursor stays where it was, and what was pressed is pressed. */
function goOn(): void {
  const all = live()
  if (at.field !== undefined && document.activeElement === document.body)
    all.find((one) => nameOf(one, all) === at.field)?.focus()
  pressAgain()
}

/** The button that was pressed before (`boot/load-watch.ts`), found by its words. */
function pressAgain(): void {
  const { pressed } = document.documentElement.dataset
  delete document.documentElement.dataset['pressed']
  if (pressed)
    [...document.querySelectorAll<HTMLButtonElement>('astro-island button')]
      .find((it) => it.textContent === pressed && it.getClientRects().length > 0)
      ?.click()
}

function fill(field: Field, state: State): void {
  if (typeof state === 'boolean') return field.click()
  if (typeof state === 'string')
    // The framework keeps a setter of its own on the element, and would take the event for an old one.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state)
  else if (isInput(field)) field.files = state
  // Each kind of field is heard by one of them, and of the same value the framework hears once.
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * The framework hears of what a password manager or a browser fills in without an event as soon as anything is pressed
 * (by finger or by Enter in a form) or typed, and before that is heard: whatever draws the form anew empties such
 * fields. Being told of one of them draws it anew too, so all are read before. What the framework knows, it keeps as
 * the default value.
 */
export function tellOfFilledFields(): void {
  const filled = live()
    .map((field) => [field, field.value] as const)
    .filter(([field, value]) => 'defaultValue' in field && value !== field.defaultValue)
  for (const [field, value] of filled) fill(field, value)
}
