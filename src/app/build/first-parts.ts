/** Which lazy parts the build drew in an island's first state: the page's head names their files. */
import { createContext, use } from 'react'

/** Modules from the project's root. */
export const FirstParts = createContext<Set<string> | undefined>(undefined)

/** The loader of a lazy part; where pages are drawn it has the name of what it loads (`lazy-modules.build.ts`). */
export type Load<Part> = (() => Promise<Part>) & { module?: string }

/**
 * Stands in what the build draws while something is waited for: the page's head names the files of parts that come
 * with the answer, which otherwise would be asked for one trip later.
 */
export function Expected({ parts }: { parts: readonly (Load<unknown> | { module?: string | undefined })[] }) {
  if (!import.meta.env.SSR) return null
  const first = use(FirstParts)
  for (const { module } of parts) if (module !== undefined) first?.add(module)
  return null
}
