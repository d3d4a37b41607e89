/** Paths with run-time ids are answered by one prerendered shell each; the route table says which. */
import { matchRoute } from '../routes.ts'

/** The folder of the shell for a path without language prefix (`/checkstand/9` → `/checkstand/shell`). */
export function shellOf(path: string): string | undefined {
  const shell = matchRoute(path)?.shell
  return shell === undefined ? undefined : `/${shell.replace(/^\//, '')}`
}
