/** Puts the current section into the address, so that a new login returns to it (`useLinkedHeading`). */
export function markPlace(id: string): void {
  history.replaceState(history.state, '', `#${id}`)
}
