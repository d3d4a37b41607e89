/**
 * Which of the targets that axe calls too small really are (WCAG 2.2, 2.5.8). A target is the region that takes a
 * press: for a checkbox, a radio button and a file field this is also its label, which axe does not measure. The label
 * counts only where a press does reach the input: it wraps it or is `for` it, is visible, and holds a free square of 24
 * px. The label of a text field only leads to it, so that field has to be large itself. What spacing excuses, axe has
 * already left out.
 */
import type { Page } from 'playwright-core'

export async function smallTargets(page: Page, places: readonly string[]): Promise<string[]> {
  const small = await Promise.all(places.map((place) => page.locator(place).first().evaluate(isSmall)))
  return places.filter((_, i) => small[i])
}

/**
 * Runs in the page. A target that is large enough is reported by axe, too, while a bar that stays in the window covers
 * part of it.
 */
function isSmall(it: Element): boolean {
  const side = 24
  const box = it.getBoundingClientRect()
  if (Math.min(box.width, box.height) >= side) return false
  if (!(it instanceof HTMLInputElement) || !['checkbox', 'radio', 'file'].includes(it.type)) return true
  const reaches = (label: HTMLLabelElement, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y)
    if (!hit || (hit !== it && !label.contains(hit))) return false
    const pressed = hit.closest('a, button, input, select, textarea, summary, label, [role], [tabindex]')
    return pressed === label || pressed === it
  }
  const square = (label: HTMLLabelElement, left: number, top: number): boolean =>
    [0.5, side / 2, side - 0.5].every((x) =>
      [0.5, side / 2, side - 0.5].every((y) => reaches(label, left + x, top + y)),
    )
  const holdsSquare = (label: HTMLLabelElement): boolean => {
    label.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, right, bottom } = label.getBoundingClientRect()
    for (let y = top; y + side <= bottom; y += 4)
      for (let x = left; x + side <= right; x += 4) if (square(label, x, y)) return true
    return false
  }
  const [before, across] = [scrollY, scrollX]
  const found = [...(it.labels ?? [])].some(
    (label) => label.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && holdsSquare(label),
  )
  scrollTo({ left: across, top: before, behavior: 'instant' })
  return !found
}
