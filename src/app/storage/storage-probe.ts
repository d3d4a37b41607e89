/** Throws what the browser throws where it keeps nothing, or nothing more. */
export function probeStorage(): void {
  const probe = '__probe'
  // About as long as a login with its anti-forgery pair.
  localStorage.setItem(probe, probe.repeat(60))
  localStorage.removeItem(probe)
}
