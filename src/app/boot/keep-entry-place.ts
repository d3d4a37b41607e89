/**
 * Runs inline below the notice that an entry is unknown (`UnknownEntry.astro`). Where an id is named, the notice keeps
 * its place from the first paint, unseen: whether it is to be read is known after a call, and what stands below must
 * not move then.
 */
const notice = document.querySelector<HTMLElement>('[data-unknown-id]')
if (notice && new URLSearchParams(location.search).has('id')) {
  notice.style.visibility = 'hidden'
  notice.hidden = false
}
