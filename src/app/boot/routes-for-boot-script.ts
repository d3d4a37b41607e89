/**
 * The rows of `routes.ts` that the route guard needs: only those with a rule of their own. Nothing is listed here. The
 * boot script is written into every page and gets these rows as data (`build.ts`), so a further open route does not
 * make it longer.
 */
import { ROUTES, type Route } from '../../routes.ts'
import type { GuardRule } from '../address/redirect-by-route.ts'

const rows: readonly Route[] = ROUTES
const pathOf = (id: string | undefined): string | undefined => rows.find((row) => row.id === id)?.path

function ruleOf({ path, access, device, redirect, linked }: Route): GuardRule {
  return {
    path,
    ...(redirect
      ? {}
      : access === 'login'
        ? { login: 'both' as const }
        : access === 'login-web'
          ? { login: 'web' as const }
          : {}),
    ...(device ? { device: device.only } : {}),
    ...(device || redirect ? { to: pathOf(redirect ?? device?.twin) } : {}),
    ...(linked ? { linked } : {}),
  }
}

/** Rows with paths and parameters come last: an exact path takes precedence. */
export const GUARD_RULES: readonly GuardRule[] = rows
  .filter(({ access, device, redirect, linked }) => access !== 'open' || device || redirect || linked)
  .sort((a, b) => Number(a.path.includes('[')) - Number(b.path.includes('[')))
  .map(ruleOf)
