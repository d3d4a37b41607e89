/** Names of operators. They are typed by hand at each command, so one person's stands in many spellings. */

/** As it is kept: without what no eye sees, and without the prefix that events add. `''` for a name of nothing. */
export function operatorName(typed: string): string {
  const name = typed.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '').trim().replace(/^(operator:\s*)+/i, '').replace(/\s+/g, ' ')
  return operatorKey(name) === '' ? '' : name
}

/** The same for one person however the name is written: `Wu`, ` wu `, `w.u`, `operator:wu`. */
export const operatorKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replace(/^(operator:\s*)+/, '').replace(/[^\p{L}\p{N}]+/gu, '')

/** What claimants read of who handles their case: a name as people write it. Empty for a mere login (`wu`), which is nobody's name to them. */
export const displayName = (name: string): string => (/[\p{Lu}\p{Script=Han}]/u.test(name) ? name : '')
