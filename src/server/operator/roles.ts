/** What an operator may do. Each command names the role that it requires. */
export const ROLES = ['claims', 'review', 'finance', 'content', 'security'] as const
export type Role = (typeof ROLES)[number]

const isRole = (name: string): name is Role => ROLES.some((role) => role === name)

/** Roles from a comma-separated list; `undefined` when one of them does not exist, or when the list is empty. */
export function parseRoles(text: string): Role[] | undefined {
  const names = [
    ...new Set(
      text
        .split(',')
        .map((it) => it.trim())
        .filter(Boolean),
    ),
  ]
  return names.length > 0 && names.every(isRole) ? names : undefined
}
