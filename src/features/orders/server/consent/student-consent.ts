/**
 * The student's own consent (domain §4.2): sends a link to their phone or mailbox, and takes the answer that only they
 * can give.
 */
import { mailboxOf, maskContact, normaliseEmail, normaliseMobile } from '../../../../lib/people/contact.ts'
import type { Output, Parsed } from '../../../../lib/contract.ts'
import { localPath, otherLang, type Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { recordCreation, tryTransition } from '../../../../server/transition.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import { verifiedContacts } from '../../../session/server/door.ts'
import { actorOf, DESTINATION, orderForCaller } from '../access/order-access.ts'
import { planNames } from '../draft/catalogue.ts'
import { consentByCode, hashOfCode, voidConsents } from './student-consent-rows.ts'
import { consentPath, type agreeConsent, type ConsentView, type sendConsent } from '../../contract.ts'
import { draftAtVersion, updateDraft } from '../draft/draft.ts'
import { consentTextFor, openOrder, type ConsentTableState, type Opened } from '../draft/load-open-order.ts'
import { insuredDraft, nameInWords, type PersonDraft, type Relationship } from '../../rules/check-person-fields.ts'
import { langOf } from '../order-columns.ts'
import { CONSENT_AGAIN_MS, CONSENT_MS, CONSENT_SENDS } from './student-consent-limits.ts'
import { consentMachine } from '../order-states.ts'
import { recordAct } from '../sales-record/write-sales-log.ts'
import { notifyBuyer, orderMessages } from '../order-messages.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { ConsentTable, OrderTable } from '../../tables.ts'

const DAY = 86_400_000

/** Sends a fresh link; older links to the same person stop working. */
export async function sendConsentLink(
  ctx: Context,
  { id, version, channel, person: asked }: Parsed<typeof sendConsent>,
): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, id)
  return deps.write(async (trx) => {
    const row = await draftAtVersion(trx, id, version)
    const opened = await openOrder(deps, trx, row)
    const person = asked ?? null
    const { consent: held, insured, key } = consentOf(opened, person)
    if (!held) throw new Refusal('consent_not_needed')
    if (held.status === 'agreed') throw new Refusal('consent_settled')
    const to = await destinationOf(ctx, opened, { insured, key }, channel)
    await refuseSoonAgain(deps, trx, id, to)
    await voidConsents(deps, trx, id, { persons: [person], why: 'sent again' })
    const [now, code, consent] = [deps.clock(), newId(), newId()]
    await trx
      .insertInto('consents')
      .values({
        id: consent,
        status: 'sent',
        version: 1,
        updated_at: now,
        order_id: id,
        person,
        code_hash: hashOfCode(code),
        channel,
        destination: deps.seal.seal(DESTINATION, to),
        destination_mac: destinationMac(deps, to),
        sent_at: now,
        settled_at: null,
        amount: null,
        text_sha256: null,
      })
      .execute()
    await recordCreation(trx, {
      machine: consentMachine,
      id: consent,
      status: 'sent',
      by: actorOf(ctx.caller),
      at: now,
    })
    await recordAct(deps, trx, id, {
      kind: 'consent_sent',
      data: { channel, to: maskContact(to), ...(person === null ? {} : { person }) },
    })
    const { people } = opened.answers
    // The buyer's language is known, the insured's is not. A mail has both; a text message, which is billed by length,
    // the one that they most likely read.
    const lang = channel === 'mobile' ? likelyLang(insured) : ctx.lang
    const varsIn = (language: Lang) => ({
      policyholder: nameInWords(people.policyholder, language),
      insured: nameInWords(insured, language),
      plan: planNames(opened.answers, language).plan,
      url: deps.config.siteUrl + localPath(language, consentPath(code)),
      days: String(CONSENT_MS / DAY),
    })
    const sent = await deps.messages.send(trx, orderMessages.order_consent, {
      to,
      lang,
      cause: { ip: ctx.ip, inCampaign: row.campaign_id !== null },
      vars: varsIn(lang),
      also: { lang: otherLang(lang), vars: varsIn(otherLang(lang)) },
    })
    if (!sent.queued) throw new Refusal('too_many', { retryAfter: Math.ceil((sent.from - now) / 1000) })
    return updateDraft(ctx, trx, row, {})
  })
}

/** Nationalities whose people read Chinese: everybody with a mainland ID is among them. */
const READ_CHINESE: readonly string[] = ['CN', 'HK', 'MO', 'TW']
const likelyLang = ({ nationality }: PersonDraft): Lang => (READ_CHINESE.includes(nationality) ? 'cn' : 'en')

interface Asked {
  consent: ConsentTableState | null
  consequences: Opened['consequences']
  insured: PersonDraft
  relationship: Relationship
  /** The prefix of this person's fields. */
  key: string
}

/** Who is asked to agree: the insured person, or a member of the family. */
function consentOf({ answers: { people }, consequences, consent, family }: Opened, person: string | null): Asked {
  if (person === null) {
    return {
      consent: family.some((it) => it.consent) ? null : consent,
      consequences,
      insured: insuredDraft(people),
      relationship: people.relationship || 'dependant',
      key: 'insured',
    }
  }
  const of = family.find(({ member }) => member.key === person)
  if (!of) throw new Refusal('consent_not_needed')
  return {
    consent: of.consent,
    consequences: of.consequences,
    insured: of.member.person,
    relationship: of.member.relationship,
    key: person,
  }
}

/**
 * The student's own address. Refuses the buyer's, as typed or as proven by a login: with it the buyer could answer for
 * the student.
 */
async function destinationOf(
  { deps, caller }: Context,
  { answers: { people }, peopleErrors }: Opened,
  { insured, key }: Pick<Asked, 'insured' | 'key'>,
  channel: 'mobile' | 'email',
): Promise<string> {
  if (Object.keys(peopleErrors).length > 0) throw new Refusal('invalid', { fields: peopleErrors, step: 'people' })
  const normal = channel === 'email' ? normaliseEmail : normaliseMobile
  const same = channel === 'email' ? mailboxOf : normaliseMobile
  const to = normal(insured[channel])
  if (!to) throw new Refusal('reach_required', { fields: { [`people.${key}.${channel}`]: 'reach_required' } })
  const account = caller.kind === 'user' ? await verifiedContacts(deps, deps.db, caller.userId) : undefined
  const proven = account?.[channel] ?? null
  if ((proven !== null && same(proven) === same(to)) || same(to) === same(people.policyholder[channel]))
    throw new Refusal('reach_required', { fields: { [`people.${key}.${channel}`]: 'reach_own' } })
  return to
}

/** For one order, and soon after the last one; how many reach a mailbox is counted where messages are sent. */
async function refuseSoonAgain(deps: Context['deps'], trx: Trx, id: string, to: string): Promise<void> {
  const sent = await trx
    .selectFrom('consents')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('sent_at', 'desc')
    .execute()
  if (sent.length >= CONSENT_SENDS) throw new Refusal('too_many')
  const last = sent.find((row) => deps.seal.open(DESTINATION, textSchema, row.destination) === to)
  const wait = last ? last.sent_at + CONSENT_AGAIN_MS - deps.clock() : 0
  if (wait > 0) throw new Refusal('too_soon', { retryAfter: Math.ceil(wait / 1000) })
}

/** The page that the student sees. A link is closed once it was replaced, or once its order is no longer a draft. */
export async function viewConsent(ctx: Context, code: string): Promise<ConsentView> {
  const { deps, lang } = ctx
  const { consent, opened } = await openConsent(ctx, code)
  const { insured, relationship, consequences } = consentOf(opened, consent.person)
  return {
    status: consentStatusNow(consent, opened.row),
    text: consentTextFor(deps, opened, consent.person, lang),
    insured: nameInWords(insured, lang),
    policyholder: nameInWords(opened.answers.people.policyholder, lang),
    relationship,
    plan: opened.row.plan,
    deathBenefit: consequences.deathBenefit,
  }
}

async function openConsent({ deps }: Context, code: string): Promise<{ consent: ConsentTable; opened: Opened }> {
  const consent = await consentByCode(deps.db, code)
  if (!consent || consent.status === 'void' || deps.clock() > consent.sent_at + CONSENT_MS)
    throw new Refusal('consent_expired')
  const row = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', consent.order_id)
    .executeTakeFirstOrThrow()
  return { consent, opened: await openOrder(deps, deps.db, row) }
}

function consentStatusNow(consent: ConsentTable, row: OrderTable): ConsentView['status'] {
  if (consent.status === 'agreed' || consent.status === 'refused') return consent.status
  return row.status === 'created' ? 'sent' : 'closed'
}

/** The student's answer. To agree they consent to the use of their data and type the sum; to refuse they need not. */
export async function answerConsent(
  ctx: Context,
  input: Parsed<typeof agreeConsent>,
): Promise<Output<typeof agreeConsent>> {
  const { deps, lang } = ctx
  const { consent, opened } = await openConsent(ctx, input.code)
  const status = consentStatusNow(consent, opened.row)
  const standing = settledAs(status, input.agree)
  if (standing) return { status: standing }
  if (status === 'closed') throw new Refusal('consent_expired')
  const text = consentTextFor(deps, opened, consent.person, lang)
  const {
    insured,
    consequences: { deathBenefit },
  } = consentOf(opened, consent.person)
  if (text.sha256 !== input.sha256) throw new Refusal('text_changed')
  if (input.agree) refuseIncomplete(input, deathBenefit)
  const to = input.agree ? 'agreed' : 'refused'
  const settled = await deps.write(async (trx) => {
    const now = deps.clock()
    const amount = input.agree ? deathBenefit : null
    const changed = await tryTransition(trx, {
      machine: consentMachine,
      id: consent.id,
      to,
      from: 'sent',
      version: consent.version,
      by: 'insured',
      at: now,
      set: { settled_at: now, amount, text_sha256: input.sha256 },
    })
    if (!changed) return answeredMeanwhile(trx, consent.id, input.agree)
    await recordAct(deps, trx, consent.order_id, {
      kind: `consent_${to}`,
      data: {
        amount,
        lang,
        textVersion: text.version,
        sha256: input.sha256,
        openedAt: Math.min(input.openedAt, now),
        device: ctx.device,
        ...(input.agree ? { declarations: text.declarations.map(({ id }) => id) } : {}),
        ...(consent.person === null ? {} : { person: consent.person }),
      },
    })
    const message = input.agree ? orderMessages.order_consent_agreed : orderMessages.order_consent_refused
    await notifyBuyer(deps, trx, opened.row, opened.answers, message, {
      insured: nameInWords(insured, langOf(opened.row)),
    })
    return to
  })
  return { status: settled }
}

/** The answer that stands, if it is the one that was given; another one cannot be given any more. */
function settledAs(status: string, agree: boolean): 'agreed' | 'refused' | undefined {
  if (status !== 'agreed' && status !== 'refused') return undefined
  if ((status === 'agreed') === agree) return status
  throw new Refusal('consent_settled')
}

/** Sent twice at the same moment: the second is answered as it would be later. A link that was replaced has ended. */
async function answeredMeanwhile(trx: Trx, id: string, agree: boolean): Promise<'agreed' | 'refused'> {
  const { status } = await trx.selectFrom('consents').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  const standing = settledAs(status, agree)
  if (!standing) throw new Refusal('consent_expired')
  return standing
}

function refuseIncomplete(
  { nameConfirmed, sensitive, amount }: Pick<Parsed<typeof agreeConsent>, 'nameConfirmed' | 'sensitive' | 'amount'>,
  sum: number,
): void {
  const fields = {
    ...(nameConfirmed ? {} : { nameConfirmed: 'name_confirm_required' }),
    ...(sensitive ? {} : { sensitive: 'sensitive_consent_required' }),
    ...(sum === 0 || amount === sum ? {} : { amount: amount == null ? 'amount_required' : 'amount_differs' }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
}
