/** True when `pattern` stands for this path; a part `[name]` stands for any part that is not empty. */
export function matchesPattern(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  return want.length === have.length && want.every((part, i) => (part.startsWith('[') ? have[i] !== '' : part === have[i]))
}
