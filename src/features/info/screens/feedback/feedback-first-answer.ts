/** Waits for the first answer to "Was this helpful?" and then loads everything else. */
const root = document.querySelector<HTMLElement>('[data-feedback]')

root?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-answer]') : null
  const status = root.querySelector('[role=status]')
  if (!button || !status) return
  const say = (text = ''): void => void (status.textContent = text)
  say(root.dataset['loading'])
  // Nothing may be thrown away but what did not arrive.
  void import('./feedback-form.ts').then(
    (form) => form.answer(root, button, say),
    () => say(root.dataset['failed']),
  )
})
