/** Which lazy parts the build drew in an island's first state: the page's head names their files. */
import { createContext } from 'react'

/** Modules from the project's root. */
export const FirstParts = createContext<Set<string> | undefined>(undefined)

/** The loader of a lazy part; where pages are drawn it has the name of what it loads (`lazy-modules.build.ts`). */
export type Load<Part> = (() => Promise<Part>) & { module?: string }
