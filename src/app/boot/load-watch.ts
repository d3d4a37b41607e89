/**
 * Runs inline beside every island and needs none of its scripts: shows a load error if they fail, or do not arrive
 * within the limit (spec §8). Astro reports both; an island that still waits has the attribute `ssr`.
 */
import { LOAD_MS } from '../storage-keys.ts'
import { isUnsupportedBrowser } from '../unsupported-browser.ts'

const all = (selector: string): NodeListOf<HTMLElement> => document.querySelectorAll(selector)

function show(why: 'slow' | 'old'): void {
  if (all('astro-island[ssr]').length === 0) return
  all('[data-waiting]').forEach((shape) => {
    shape.hidden = true
  })
  all('[data-why]').forEach((words) => {
    words.hidden = words.dataset.why !== why
  })
  all('[data-load-error]').forEach((place) => {
    place.hidden = false
  })
}

setTimeout(() => show('slow'), LOAD_MS)
document.addEventListener('astro:hydration-error', (event) =>
  show(isUnsupportedBrowser(event.detail.error) ? 'old' : 'slow'),
)
// The island arrived after all. The event does not bubble.
document.addEventListener(
  'astro:hydrate',
  () =>
    all('[data-load-error]').forEach((place) => {
      place.hidden = true
    }),
  true,
)
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-load-again]')) location.reload()
})
