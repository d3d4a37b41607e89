/** The partner of the sandbox: anyone may make links in its name, with the form or their own program. */
import type { Deps } from '../../../../server/dependencies.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { addInstitution, addKey, addPartner, validKeys } from '../partners.ts'
import type { PartnerTable } from '../../tables.ts'

export const DEMO_CO_ID = 'demo-agent'
export const DEMO_IN_ID = 'lakeside'

/** Path that receives the messages to the sandbox's partner. */
export const RECEIVE = '/sandbox/partner/receive'

export interface DemoPartner {
  partner: PartnerTable
  key: { id: string; secret: string }
}

const ACT = { by: 'system', why: 'sandbox' }

/** Created on first use, with a key whose secret the page shows. */
export async function demoPartner(deps: Deps): Promise<DemoPartner> {
  return deps.write(async (trx) => {
    await lockFor(trx, `partner:${DEMO_CO_ID}`)
    const known = await trx.selectFrom('partners').selectAll().where('co_id', '=', DEMO_CO_ID).executeTakeFirst()
    const partner =
      known ??
      (await addPartner(deps, trx, { coId: DEMO_CO_ID, name: { en: 'Harbour Education', cn: '海港教育' }, ...ACT }))
    if (!known)
      await addInstitution(deps, trx, partner, {
        inId: DEMO_IN_ID,
        name: { en: 'Lakeside University', cn: '湖畔大学' },
        ...ACT,
      })
    const webhook_url = `${deps.config.siteUrl}${RECEIVE}`
    if (partner.webhook_url !== webhook_url)
      await trx.updateTable('partners').set({ webhook_url }).where('id', '=', partner.id).execute()
    const [key] = await validKeys(deps, trx, partner.id)
    return { partner, key: key ?? (await addKey(deps, trx, partner, ACT)) }
  })
}
