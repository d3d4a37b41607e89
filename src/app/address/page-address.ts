/**
 * What a page's address says. The build draws the first state of an island for everybody (`FirstState.astro`) and knows
 * no address: what depends on it has to be drawn as something that is waited for.
 */

/** The query with its question mark. */
export const pageSearch = (): string => (import.meta.env.SSR ? '' : location.search)

/** What is read from the address; `drawn`: what the build takes instead. */
export const fromAddress = <T>(read: (address: Location) => T, drawn: NoInfer<T>): T =>
  import.meta.env.SSR ? drawn : read(location)
