/** Path patterns: `[name]` matches one non-empty segment; `[name]?`, allowed as the last segment, may also be missing. */

/** True when `pattern` matches this path. */
export function matchesPattern(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  const missing = want.length - have.length
  if (missing !== 0 && !(missing === 1 && want.at(-1)?.endsWith('?'))) return false
  return have.every((part, i) => (want[i]?.startsWith('[') ? part !== '' : part === want[i]))
}

/** A pattern's path: `[name]` is filled from `params`; an optional part without a value is left out. */
export const filledPath = (pattern: string, params: Record<string, string>): string =>
  pattern.replace(/\/\[(\w+)\](\?)?/g, (_, name: string, optional?: string) =>
    optional && !params[name] ? '' : `/${encodeURIComponent(params[name] ?? '')}`,
  )

/** The decoded segment that `[name]` matches; empty if it is missing or cannot be decoded. */
export function partOf(pattern: string, path: string, name: string): string {
  const at = pattern.split('/').findIndex((part) => part.replace('?', '') === `[${name}]`)
  try {
    return decodeURIComponent(path.split('/')[at] ?? '')
  } catch {
    return ''
  }
}

/** A pattern with its fixed parts in lower case, as people type them. */
export const inLowerCase = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => (part.startsWith('[') ? part : part.toLowerCase()))
    .join('/')

/** A path with the letters of the pattern's fixed parts; `undefined` if it differs in more than their case. */
export function inCaseOf(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/')
  const parts = path.split('/').map((part, at) => (wanted[at]?.startsWith('[') ? part : part.toLowerCase()))
  if (!matchesPattern(inLowerCase(pattern), parts.join('/'))) return undefined
  return parts.map((part, at) => (wanted[at]?.startsWith('[') ? part : (wanted[at] ?? part))).join('/')
}
