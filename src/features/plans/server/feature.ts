/** The server side of plans: it remembers those whose files are gone. Must come before every feature that reads plans. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { rememberPlans } from './remembered-plans.ts'

export const plans = {
  name: 'plans',
  start: (deps) => rememberPlans(deps),
} satisfies ServerFeature
