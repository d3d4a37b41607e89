/** `content/redirects.yaml`: old addresses of pages, and where each leads on to. Paths are without language. */
import { z } from 'zod'
import { readYamlSource, type ReadYaml } from './source-problems.ts'

export const REDIRECTS_FILE = 'redirects.yaml'

/** What is wrong with a path, if anything is. */
export const pathProblem = (path: string): string | undefined =>
  /^(?!\/cn(?:\/|$))(?:\/[\w-]+)+$/.test(path)
    ? undefined
    : 'must be an address of this site, without language, such as /notice.'

const redirects = z
  .nullable(
    z.record(z.string(), z.string({ error: 'must be an address of this site.' }), {
      error: 'is no line of two addresses: the old one, a colon, a space, and the one that follows it.',
    }),
  )
  .transform((found) => found ?? {})

export const readRedirects = (text: string, file: string): ReadYaml<Record<string, string>> =>
  readYamlSource(redirects, text, file, () => '/old-address: /new-address')
