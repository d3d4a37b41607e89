/**
 * Paths with run-time ids and the page that answers each. Only the page of unknown addresses contains this list, not
 * the boot script of all pages.
 */
import { inLowerCase } from '../../lib/text/path-pattern.ts'
import { ROUTES, type Route } from '../../routes.ts'

/** Pattern of the path, and path of its page; both without language. */
export type ShellOfPath = readonly [pattern: string, page: string]

const rows: readonly Route[] = ROUTES

export const SHELLS: readonly ShellOfPath[] = rows.flatMap(({ path, shell }) =>
  shell === undefined ? [] : [[path, shell] as const],
)

/** Paths with capital letters, which many addresses that people type lack. */
export const CAPITALISED: readonly string[] = rows.map(({ path }) => path).filter((path) => path !== inLowerCase(path))
