/** Students on a school's list: each gets a link of her own by mail, and her application begins with the list's data. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { dayOf, formatDay } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages } from '../../../server/messages/define-message.ts'
import { newId } from '../../../server/new-id.ts'
import { handleJob, type Recurring } from '../../../server/jobs/outbox.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import { contactMac, planSet, CLOSED } from '../../orders/server/door.ts'
import { campaignUrl } from './campaigns.ts'
import type { ListedStudent } from '../rules/student-list.ts'
import type { CampaignTable, InvitationTable } from '../tables.ts'

const DAY = 86_400_000
const FACTS = 'campaign_invitations.facts'
const TOKEN = 'campaign_invitations.token'
const inviteJob = defineJob('collection.invite', 'records', z.object({ invitation: z.string() }))
/** A list is deleted this long after its campaign was ended, or after its last day and the school's time to pay. */
const LIST_DAYS = 30
/** Students per transaction, so that others can write in between. */
const BATCH = 200

const factsSchema = z.object({ email: z.string(), name: z.string(), details: z.record(z.string(), z.string()) })
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const collectionMessages = defineMessages({
  campaign_invitation: { kind: 'direct', limit: 'invited', vars: ['school', 'plan', 'until', 'url'] },
})

export interface ImportCounts {
  invited: number
  changed: number
  /** Already on the list, unchanged. */
  same: number
}

/**
 * Imports a list; mails are sent at `mailAt`, ms. Each student is stored together with the job of her mail or not at
 * all, so that an interrupted import is simply repeated: students already stored get no second mail.
 */
export async function importStudents(
  deps: Deps,
  campaign: CampaignTable,
  students: readonly ListedStudent[],
  { lang, mailAt, progress }: { lang: Lang; mailAt: number; progress: (done: number) => void },
): Promise<ImportCounts> {
  const counts: ImportCounts = { invited: 0, changed: 0, same: 0 }
  for (let from = 0; from < students.length; from += BATCH) {
    const batch = students.slice(from, from + BATCH)
    const done = await deps.write(async (trx) => {
      await lockFor(trx, `campaign-list:${campaign.id}`)
      const found: (keyof ImportCounts)[] = []
      for (const student of batch) found.push(await importStudent(deps, trx, { campaign, student, lang, mailAt }))
      return found
    })
    for (const what of done) counts[what]++
    progress(from + batch.length)
  }
  return counts
}

async function importStudent(
  deps: Deps,
  trx: Trx,
  { campaign, student, lang, mailAt }: { campaign: CampaignTable; student: ListedStudent; lang: Lang; mailAt: number },
): Promise<keyof ImportCounts> {
  const email_mac = contactMac(deps, student.email) ?? ''
  const facts = deps.seal.seal(FACTS, student)
  const known = await trx
    .selectFrom('campaign_invitations')
    .selectAll()
    .where('campaign_id', '=', campaign.id)
    .where('email_mac', '=', email_mac)
    .executeTakeFirst()
  if (known) {
    if (JSON.stringify(factsOf(deps, known)) === JSON.stringify(factsSchema.parse(student))) return 'same'
    await trx.updateTable('campaign_invitations').set({ facts }).where('id', '=', known.id).execute()
    return 'changed'
  }
  const token = randomBytes(20).toString('base64url')
  const row: InvitationTable = {
    id: newId(),
    campaign_id: campaign.id,
    email_mac,
    facts,
    token: deps.seal.seal(TOKEN, token),
    token_hash: hashOf(token),
    lang,
    order_id: null,
    created_at: deps.clock(),
  }
  await trx.insertInto('campaign_invitations').values(row).execute()
  await deps.outbox.enqueue(
    trx,
    inviteJob,
    { invitation: row.id },
    { key: `${inviteJob.kind}:${row.id}`, runAt: mailAt },
  )
  return 'invited'
}

/**
 * When the mails of a list imported now are sent, ms: when the campaign opens, and after `delay`, during which ending
 * the campaign stops them.
 */
export const mailsLeaveAt = (
  deps: Pick<Deps, 'clock'>,
  { opens_at }: Pick<CampaignTable, 'opens_at'>,
  delay: number,
): number => Math.max(deps.clock() + delay, opens_at)

/** No mail is sent if the campaign accepts nothing any more, or if the student was removed from the list. */
export const inviteHandler = handleJob(inviteJob, (deps, { invitation }) =>
  deps.write(async (trx) => {
    const row = await trx.selectFrom('campaign_invitations').selectAll().where('id', '=', invitation).executeTakeFirst()
    const campaign =
      row &&
      (await trx
        .selectFrom('campaigns')
        .selectAll()
        .where('id', '=', row.campaign_id)
        .where('status', '=', 'open')
        .where('closes_at', '>', deps.clock())
        .executeTakeFirst())
    if (row && campaign) await sendInvitation(deps, trx, campaign, row)
  }),
)

async function sendInvitation(deps: Deps, trx: Trx, campaign: CampaignTable, row: InvitationTable): Promise<void> {
  const { lang } = row
  await deps.messages.send(trx, collectionMessages.campaign_invitation, {
    to: factsOf(deps, row).email,
    lang,
    key: `campaign_invitation:${row.id}`,
    vars: {
      school: lang === 'cn' ? campaign.name_cn : campaign.name_en,
      plan: planSet().words(lang, campaign.plan).name,
      until: formatDay(dayOf(campaign.closes_at - 1), lang),
      url: `${campaignUrl(deps, campaign, lang)}?invite=${deps.seal.open(TOKEN, textSchema, row.token)}`,
    },
  })
}

export const factsOf = (deps: Pick<Deps, 'seal'>, row: Pick<InvitationTable, 'facts'>): ListedStudent =>
  deps.seal.open(FACTS, factsSchema, row.facts)

/** The student of this link, if the link belongs to this campaign. */
export const invitationOf = async (
  deps: Deps,
  campaign: string,
  token: string | undefined,
): Promise<InvitationTable | undefined> =>
  token === undefined
    ? undefined
    : deps.db
        .selectFrom('campaign_invitations')
        .selectAll()
        .where('token_hash', '=', hashOf(token))
        .where('campaign_id', '=', campaign)
        .executeTakeFirst()

/**
 * Records her application. The first stays hers while it is open, until another that was begun by her link is sent
 * before it (`takePlace`).
 */
export const noteApplication = (deps: Deps, { id }: InvitationTable, order_id: string): Promise<void> =>
  deps.write(async (trx) => {
    const closed = trx
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', [...CLOSED])
    await trx
      .updateTable('campaign_invitations')
      .set({ order_id })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('order_id', 'is', null),
          eb('order_id', 'in', closed),
          eb('order_id', 'not in', trx.selectFrom('orders').select('id')),
        ]),
      )
      .execute()
  })

export const deleteOldLists: Recurring = {
  kind: 'collection.lists',
  lane: 'sweeps',
  every: DAY,
  run: async ({ write, clock }) => {
    const before = clock() - LIST_DAYS * DAY
    await write((trx) =>
      trx
        .deleteFrom('campaign_invitations')
        .where(
          'campaign_id',
          'in',
          trx
            .selectFrom('campaigns')
            .select('id')
            .where((eb) =>
              eb.or([
                eb.and([eb('status', '=', 'ended'), eb('updated_at', '<=', before)]),
                eb.and([
                  eb('closes_at', '<=', before),
                  eb.or([eb('pay_until', 'is', null), eb('pay_until', '<=', before)]),
                ]),
              ]),
            ),
        )
        .execute(),
    )
  },
}
