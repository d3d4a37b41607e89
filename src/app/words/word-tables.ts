/** Words of islands by the address of their file, where pages are drawn: at the build, and while editing. */
import type { Resources } from './translate.ts'

declare global {
  var wordTables: Map<string, Resources> | undefined
}

export const wordTables = (): Map<string, Resources> => (globalThis.wordTables ??= new Map())
