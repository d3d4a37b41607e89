/** The demo account's overseas insurance: one application that was passed on to the insurer. */
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { limitsOf } from '../../features/overseas/rules/what-a-product-accepts.ts'
import { apply } from '../../features/overseas/server/submit-application.ts'
import { consentText } from '../../features/overseas/content/consent-text.ts'
import { findProduct } from '../../features/overseas/content/load-products.ts'
import { refer } from '../../features/overseas/server/refer-application.ts'
import { loadPlans } from '../../features/plans/content/load-plans.ts'
import { DEMO_EMAIL } from '../../features/session/contract.ts'
import type { Deps } from '../../server/dependencies.ts'
import { callAs } from './call-as.ts'
import { withoutMessages } from './make-claim.ts'

const DAY = 86_400_000

/** Dated as sent at the first start and passed on a day later. */
export async function demoOverseas(deps: Deps, userId: string, now: number): Promise<void> {
  const known = await deps.db
    .selectFrom('overseas_applications')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const product = findProduct('liability-germany')
  if (known || !product) return
  const plans = loadPlans()
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const as = (at: number) => callAs(quiet, [], { userId, lang: 'cn', at })
  const { ctx } = as(now - 2 * DAY)
  const { sha256 } = consentText(plans, 'cn', product, limitsOf(plans, product).asksSchool, (key, values) =>
    deps.words('cn', key, values),
  )
  const start = addDays(dayOf(now), 30)
  const id = await apply(ctx, {
    product: product.slug,
    name: 'LIN YUTONG',
    birthDate: '2004-08-20',
    nationality: 'CN',
    institution: '',
    country: '',
    start,
    end: addDays(start, 364),
    contact: DEMO_EMAIL,
    message: '',
    agreed: true,
    consent: sha256,
    key: 'demo-overseas',
  })
  await refer(as(now - DAY).deps, id, { by: 'operator:wu', why: 'sent to the insurer' })
}
