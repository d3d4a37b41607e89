/** Names of operators. They are typed by hand with each command, so one person's name occurs in many spellings. */

/** The stored form: without invisible characters, and without the prefix that events add. `''` for an empty name. */
export function operatorName(typed: string): string {
  const name = typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/^(operator:\s*)+/i, '')
    .replace(/\s+/g, ' ')
  return operatorKey(name) === '' ? '' : name
}

/** Equal for one person however the name is written: `Wu`, ` wu `, `w.u`, `operator:wu`. */
export const operatorKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^(operator:\s*)+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The handler's name as claimants read it. Empty for a mere login (`wu`), which would mean nothing to them. */
export const displayName = (name: string): string => (/[\p{Lu}\p{Script=Han}]/u.test(name) ? name : '')
