/** Calls `then` whenever the person comes back to this tab, which may show what another tab has changed since. */
export function onSeenAgain(then: () => void): () => void {
  const seen = (): void => {
    if (!document.hidden) then()
  }
  document.addEventListener('visibilitychange', seen)
  return () => document.removeEventListener('visibilitychange', seen)
}
