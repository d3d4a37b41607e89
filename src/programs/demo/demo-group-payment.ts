/**
 * The group payment of the sandbox: a school that pays for its students, at an address that anybody may try. Its mail
 * is in the inbox.
 */
import { createHash } from 'node:crypto'
import { addDays, dayOf, endOfMonths } from '../../lib/days/dates.ts'
import type { Deps } from '../../server/dependencies.ts'
import { fillInOrder, sendFilledOrder, type People } from './buy-policy.ts'
import { callAs } from './call-as.ts'
import { STUDENT } from './demo-people.ts'
import { withoutMessages } from './make-claim.ts'
import { getOrder, saveOrder } from '../../features/orders/contract.ts'
import { orderRoutes } from '../../features/orders/server/routes.ts'
import { createCampaign } from '../../features/collection/server/campaigns.ts'
import { beginApplication } from '../../features/collection/contract.ts'
import { closeList } from '../../features/collection/server/group/end-group-payment.ts'
import { makeGroupPayment } from '../../features/collection/server/group/make-group-payment.ts'
import { collectionRoutes } from '../../features/collection/server/routes.ts'
import type { CampaignTable } from '../../features/collection/tables.ts'

export const DEMO_GROUP_LINK = 'sandbox-group-payment-link'
const CAMPAIGN = 'riverside-college-students'
const DAYS_OPEN = 300
const OPERATOR = { by: 'operator:demo', why: 'sandbox' }

/** Names say what they are: "sample". */
const STUDENTS = [
  { idName: 'ZHANG SHILI', chineseName: '张示例', birthDate: '2006-02-11', gender: 'female', number: '20260101' },
  { idName: 'LIU SHILI', chineseName: '刘示例', birthDate: '2005-09-30', gender: 'male', number: '20260102' },
  { idName: 'ZHAO SHILI', chineseName: '赵示例', birthDate: '2004-12-05', gender: 'female', number: '20260103' },
  { idName: 'SUN SHILI', chineseName: '孙示例', birthDate: '1999-06-21', gender: 'male', number: '20260104' },
] as const

/** Created at the first start. */
export async function demoGroupPayment(deps: Deps): Promise<void> {
  const known = await deps.db.selectFrom('campaigns').select('id').where('address', '=', CAMPAIGN).executeTakeFirst()
  if (known) return
  const today = dayOf(deps.clock())
  const start = addDays(today, DAYS_OPEN + 10)
  const campaign = await createCampaign(
    deps,
    {
      name: { en: 'Riverside College', cn: '河畔学院' },
      institution: 'Riverside College',
      plan: 'us-campus',
      tier: 'gold',
      start,
      end: endOfMonths(start, 10),
      destination: 'us',
      payer: 'school',
      fields: ['student-number'],
      places: 500,
      opens: today,
      closes: addDays(today, DAYS_OPEN),
      payBy: addDays(start, -1),
    },
    { ...OPERATOR, address: CAMPAIGN },
  )
  for (const student of STUDENTS) await apply(deps, campaign, student)
  const { row } = await makeGroupPayment(deps, campaign, {
    ...OPERATOR,
    lang: 'cn',
    contact: 'finance@riverside.example.com',
  })
  await closeList(deps, row.id, { ...OPERATOR, token: DEMO_GROUP_LINK })
}

/** Applies the way a student does on a phone of her own; no message is sent. */
async function apply(
  deps: Deps,
  { address }: CampaignTable,
  { number, ...person }: (typeof STUDENTS)[number],
): Promise<void> {
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const actor = callAs(quiet, [...orderRoutes, ...collectionRoutes], {
    holder: createHash('sha256').update(`demo-${number}`).digest('hex'),
    lang: 'cn',
    at: deps.clock(),
  })
  const { order: id } = await actor.call(beginApplication, {
    campaign: address,
    details: { 'student-number': number },
    shared: true,
    key: `demo-${number}`,
  })
  const people: People = {
    relationship: 'self',
    insured: {},
    ownWages: false,
    deathBenefitElsewhere: null,
    policyholder: {
      ...STUDENT,
      ...person,
      idNumber: `E${number}`,
      institution: 'Riverside College',
      email: `student-${number}@example.com`,
      mobile: '',
    },
  }
  const draft = await actor.call(getOrder, { id })
  const order = await actor.call(saveOrder, {
    id,
    version: draft.version,
    trip: { ...draft.answers.trip, arrived: false },
  })
  await sendFilledOrder(actor, await fillInOrder(actor, order, { people }), {})
}
