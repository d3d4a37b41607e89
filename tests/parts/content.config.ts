/** The same collections: Astro writes their types for the whole project, whichever pages it builds. */
export { collections } from '../../src/content.config.ts'
