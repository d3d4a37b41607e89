/**
 * What was typed into the first state that the build drew (`FirstState.astro`), before its island took its place: it is
 * typed into the island's own fields, and the cursor stays where it was.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const drawn = (): Field[] => [...document.querySelectorAll<Field>('[data-waiting] :is(input, textarea, select)[id]')]
const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)
const stateOf = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value)

const typed = new Map<string, string | boolean>()
const at: { field?: string } = {}

function note({ target }: Event): void {
  const field = drawn().find((one) => one === target)
  if (!field) return
  if (document.activeElement === field) at.field = field.id
  typed.set(field.id, stateOf(field))
}

/** From the start of the page's scripts until `typeAgain`; what was typed before is read at once. */
export function noteTyped(): void {
  const untouched = (field: Field): string | boolean =>
    field instanceof HTMLSelectElement
      ? (([...field.options].find((it) => it.defaultSelected) ?? field.options[0])?.value ?? '')
      : isBox(field)
        ? field.defaultChecked
        : field.defaultValue
  for (const field of drawn()) if (stateOf(field) !== untouched(field)) typed.set(field.id, stateOf(field))
  if (drawn().some((field) => field === document.activeElement)) at.field = document.activeElement?.id ?? ''
  for (const event of ['input', 'change', 'focusin']) document.addEventListener(event, note, true)
}

/** Once the island stands in the page. */
export function typeAgain(): void {
  for (const event of ['input', 'change', 'focusin']) document.removeEventListener(event, note, true)
  for (const [id, state] of typed) {
    const field = document.getElementById(id)
    if (typeof state === 'boolean') {
      if (field instanceof HTMLInputElement && field.checked !== state) field.click()
    } else if (field && 'value' in field && field.value !== state) {
      // The framework keeps a setter of its own on the element, and would take the event for an old one.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state)
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    }
  }
  if (at.field) document.getElementById(at.field)?.focus()
  typed.clear()
}
