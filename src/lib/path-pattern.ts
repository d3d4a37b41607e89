/** Patterns of paths: a part `[name]` stands for any one that is not empty; `[name]?`, as the last part, also for none. */

/** True when `pattern` stands for this path. */
export function matchesPattern(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  const missing = want.length - have.length
  if (missing !== 0 && !(missing === 1 && want.at(-1)?.endsWith('?'))) return false
  return have.every((part, i) => (want[i]?.startsWith('[') ? part !== '' : part === want[i]))
}

/** The part of a path that `[name]` stands for, decoded; empty where there is none, or where it cannot be decoded. */
export function partOf(pattern: string, path: string, name: string): string {
  const at = pattern.split('/').findIndex((part) => part.replace('?', '') === `[${name}]`)
  try {
    return decodeURIComponent(path.split('/')[at] ?? '')
  } catch {
    return ''
  }
}
