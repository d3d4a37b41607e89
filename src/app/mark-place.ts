/** Puts the section that somebody works in into the address: a login that ends there leads back to it (`useLinkedHeading`). */
export function markPlace(id: string): void {
  history.replaceState(history.state, '', `#${id}`)
}
