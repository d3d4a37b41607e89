/** Shows only the chosen groups of a list; the choice is in the address, so that Back and a shared link restore it. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-product-filter] a')]
const groups = [...document.querySelectorAll<HTMLElement>('[data-group]')]
const count = document.querySelector<HTMLElement>('[data-product-count]')

/** An empty `id`, or one that no link has, shows all groups. */
function show(id: string, told: boolean): void {
  const known = links.some((link) => link.dataset['show'] === id) ? id : ''
  let shown = 0
  for (const group of groups) {
    group.hidden = known !== '' && !(group.dataset['group'] ?? '').split(' ').includes(known)
    if (!group.hidden) shown += group.querySelectorAll('li').length
  }
  for (const link of links) {
    if (link.dataset['show'] === known) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  if (told && count) count.textContent = (count.dataset['productCount'] ?? '').replace('{n}', String(shown))
}

const chosen = (): string => location.hash.slice(1)
for (const link of links) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    const id = link.dataset['show'] ?? ''
    history.pushState(null, '', location.pathname + location.search + (id && `#${id}`))
    show(id, true)
  })
}
addEventListener('popstate', () => show(chosen(), true))
show(chosen(), false)
