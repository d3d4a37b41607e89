/**
 * Runs inline beside every island and needs none of its scripts: shows a load error if they or the style sheets fail,
 * or do not arrive within the limit (spec §8), keeps forms from being sent until then, and hides personal data once its
 * login is over. Astro reports scripts, the island its words; it takes the place of what waits for it. A style sheet
 * that hangs holds this script up too: the boot script gives it up.
 */
import { LOAD_MS } from '../storage/storage-keys.ts'
import { isUnsupportedBrowser } from '../load/unsupported-browser.ts'

const all = (selector: string): NodeListOf<HTMLElement> => document.querySelectorAll(selector)
const unstyled = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(isEmpty)

/** A style sheet that did not come is empty, missing, or may not be read, by browser. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}

/**
 * Whether the site was updated since this page was loaded: the page that its address has now names other islands. An
 * island's name changes with everything that it loads, so no list of versions is needed. Parts of the island ask too
 * (`lazy.tsx`).
 */
const isSiteUpdated = (): Promise<boolean> =>
  fetch(location.pathname, { cache: 'no-store' })
    .then((page) => page.text())
    // A page of an error has no islands, and says nothing about ours.
    .then(
      (html) =>
        html.includes('<astro-island') &&
        [...all('astro-island')].some((it) => !html.includes(`${it.getAttribute('component-url')}`)),
    )
    .catch(() => false)

window.isSiteUpdated = isSiteUpdated

const isMissing = (): boolean => unstyled || all('astro-island[ssr], [data-waiting]').length > 0

function show(why: 'slow' | 'old' | 'updated'): void {
  if (!isMissing()) return
  // What waits has no reason, and is hidden with the other reasons.
  all('[data-waiting], [data-why]').forEach((it) => {
    it.hidden = it.dataset.why !== why
  })
  all('[data-load-error]').forEach((place) => {
    // The island would replace it: without its style sheet a page is not whole, whatever its scripts do.
    if (unstyled) place.closest('astro-island')?.before(place)
    place.hidden = false
  })
}

/** Says at once that something is missing, and that the site was updated as soon as that is known. */
function miss(): void {
  if (!isMissing()) return
  show('slow')
  void isSiteUpdated().then((updated) => updated && show('updated'))
}

if (unstyled) miss()
setTimeout(miss, LOAD_MS)
document.addEventListener('astro:hydration-error', (event) =>
  isUnsupportedBrowser(event.detail.error) ? show('old') : miss(),
)
// The island arrived after all. The event does not bubble.
document.addEventListener(
  'astro:hydrate',
  () =>
    unstyled ||
    all('[data-load-error]').forEach((place) => {
      place.hidden = true
    }),
  true,
)
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  if (target.closest('[data-load-again]')) location.reload()
  // What is pressed before the island is there is pressed again then (`typed-before.ts`).
  const button = target.closest('[data-waiting] button')
  if (button) document.documentElement.dataset.pressed = button.textContent
})
// A form that the build drew sends nothing by itself: what was typed would stand in the address.
document.addEventListener('submit', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-waiting]')) event.preventDefault()
})
