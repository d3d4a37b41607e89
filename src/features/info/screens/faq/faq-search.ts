/**
 * Shows the answers to what is typed; `?q=` comes from the search on a single question's page. What finds them is
 * loaded with the first letter.
 */
const form = document.querySelector<HTMLFormElement>('[data-faq-search]')
const input = form?.querySelector<HTMLInputElement>('input[name=q]')
/** Leads to the search of the whole site, with the words typed here. */
const beyond = document.querySelector<HTMLElement>('[data-faq-beyond]')

if (form && input && document.querySelector('[data-faq-item]')) {
  const show = (): void => {
    if (beyond) beyond.hidden = input.value.trim() === ''
    import('./faq-filter.ts')
      .then(async ({ filter, loadBeside }) => {
        await loadBeside(form.dataset.faqSearch ?? '')
        // More may have been typed since.
        filter(input.value.trim())
      })
      // All questions stay, with the way to the search of the site.
      .catch(() => undefined)
  }
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  input.addEventListener('input', show)
  // The search dialog takes its first query from here (`search/dialog.ts`).
  beyond?.addEventListener('click', () => history.replaceState({ ...history.state, search: input.value.trim() }, ''))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show()
  })
  if (input.value !== '') show()
}
