/** The campaign of the sandbox, at an address that anybody may try. */
import { addDays, dayOf } from '../../lib/days/dates.ts'
import type { Deps } from '../../server/dependencies.ts'
import { createCampaign } from '../../features/collection/server/campaigns.ts'

export const DEMO_CAMPAIGN = 'lakeside-university-students'
const DAYS_OPEN = 300

/** Created at the first start. */
export async function demoCampaign(deps: Deps): Promise<void> {
  const known = await deps.db
    .selectFrom('campaigns')
    .select('id')
    .where('address', '=', DEMO_CAMPAIGN)
    .executeTakeFirst()
  if (known) return
  const today = dayOf(deps.clock())
  await createCampaign(
    deps,
    {
      name: { en: 'Lakeside University', cn: '湖畔大学' },
      institution: 'Lakeside University',
      plan: 'us-campus',
      tier: 'gold',
      start: '',
      end: '',
      destination: 'us',
      payer: 'student',
      fields: ['student-number', 'programme'],
      places: 5000,
      opens: today,
      closes: addDays(today, DAYS_OPEN),
    },
    { by: 'system', why: 'sandbox', address: DEMO_CAMPAIGN },
  )
}
