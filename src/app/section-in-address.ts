/** Puts the section being worked in into the address, so that a new login leads back to it (`useLinkedHeading`). */
export function markPlace(id: string): void {
  history.replaceState(history.state, '', `#${id}`)
}
