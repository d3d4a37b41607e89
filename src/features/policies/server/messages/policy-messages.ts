/** Messages about a policy to its two people, in the policy's language. */
import { ageOn, dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { listInWords, localPath } from '../../../../lib/locale.ts'
import { nameIn } from '../../../../lib/people/name-in-language.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { defineMessages, withMore, type Message, type MoreVars } from '../../../../server/messages/define-message.ts'
import { CODED_KINDS } from '../../contract.ts'
import { planNames } from '../documents/policy-document-facts.ts'
import { openPeople, type PolicyPerson } from '../../../orders/server/door.ts'
import { documentResources } from '../documents/document-resources.ts'
import type { PolicyTable } from '../../tables.ts'

const base = ['number', 'plan', 'start', 'end', 'url'] as const
/** The values that every message about a policy has. */
export type PolicyVar = (typeof base)[number]

export const policyMessages = defineMessages({
  policy_issued: { kind: 'policies', limit: 'service', vars: [...base, 'documents'] },
  /** For an order that insures several people: the number and name of each. */
  policy_issued_family: { kind: 'policies', limit: 'service', vars: [...base, 'count', 'numbers', 'documents'] },
  policy_insured: { kind: 'policies', limit: 'service', vars: base },
  policy_endorsement: { kind: 'policies', limit: 'service', vars: [...base, 'from'] },
  policy_extension: { kind: 'policies', limit: 'service', vars: [...base, 'from'] },
  policy_extension_expired: { kind: 'policies', limit: 'service', vars: [...base, 'until'] },
  policy_surrender: { kind: 'policies', limit: 'service', vars: [...base, 'from'] },
  /** Cancelled before its first day: there was no cover, and the whole premium is refunded. */
  policy_surrender_early: { kind: 'policies', limit: 'service', vars: [...base, 'refundTo'] },
  policy_surrender_requested: {
    kind: 'policies',
    limit: 'own',
    vars: [...base, 'amount', 'until', 'payBy', 'refundTo'],
  },
  policy_surrender_requested_early: {
    kind: 'policies',
    limit: 'own',
    vars: [...base, 'amount', 'until', 'payBy', 'refundTo'],
  },
  policy_surrender_rejected: { kind: 'policies', limit: 'service', vars: [...base, 'why'] },
  policy_started: { kind: 'reminders', limit: 'service', vars: base },
  policy_ending: { kind: 'reminders', limit: 'service', vars: [...base, 'days'] },
  /** The same to the buyer of a policy that can be extended: the link leads to the extension. */
  policy_ending_extend: { kind: 'reminders', limit: 'service', vars: [...base, 'days'] },
  policy_ended: { kind: 'reminders', limit: 'service', vars: base },
})

interface Telling<V extends string> {
  message: Message<V>
  /** To the insured person, where the wording differs. */
  insuredMessage?: Message<V>
  /** In place of the policy's page, in the policyholder's message only. */
  holderUrl?: string
  /** Together with the message's name it identifies the message, so that it is sent once. */
  key: string
  vars: MoreVars<V, PolicyVar> & { url?: string }
  /** The version whose documents are attached, and which of them the insured person gets. */
  number?: number
  insuredKinds?: readonly string[]
}

const contactOf = (person: PolicyPerson): string | undefined => person.email ?? person.mobile

/**
 * Writes to the policyholder, and to the insured person if they have an address of their own. Children are not written
 * to directly (privacy policy §3).
 */
export async function tellPeople<V extends string>(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  telling: Telling<V>,
  together: readonly PolicyTable[] = [row],
): Promise<void> {
  const { policyholder } = openPeople(deps.seal, row.people)
  await send(
    deps,
    trx,
    row,
    contactOf(policyholder),
    telling.holderUrl === undefined ? telling : { ...telling, vars: { ...telling.vars, url: telling.holderUrl } },
    undefined,
    together,
  )
  await tellInsured(deps, trx, row, telling)
}

async function tellInsured<V extends string>(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  telling: Telling<V>,
): Promise<void> {
  const { policyholder, insured } = openPeople(deps.seal, row.people)
  const own = contactOf(insured)
  if (own === contactOf(policyholder) || ageOn(insured.birthDate, dayOf(deps.clock())) < LIMITS.childDataAge) return
  await send(
    deps,
    trx,
    row,
    own,
    { ...telling, message: telling.insuredMessage ?? telling.message, key: `${telling.key}:insured` },
    telling.insuredKinds,
  )
}

/**
 * One letter about all policies of an order to its buyer, with the documents of each; to each insured person a letter
 * about their own.
 */
export async function tellOfIssue(
  deps: Deps,
  trx: Trx,
  [main, ...others]: readonly [PolicyTable, ...PolicyTable[]],
): Promise<void> {
  const rows = [main, ...others]
  const numbers = rows.map((row) =>
    deps.words(row.lang, 'policies:numberOf', {
      number: row.number,
      name: nameIn(openPeople(deps.seal, row.people).insured, row.lang),
    }),
  )
  const url = `${deps.config.siteUrl}${localPath(main.lang, '/insurance-policy/list')}`
  const documents = await attachedInWords(deps, trx, main)
  const attached = { number: 1, insuredKinds: ['certificate', 'card'], insuredMessage: policyMessages.policy_insured }
  for (const row of rows) {
    const issue = { ...attached, key: row.id }
    if (row !== main) await tellInsured(deps, trx, row, { ...issue, message: policyMessages.policy_insured, vars: {} })
    else if (others.length === 0)
      await tellPeople(deps, trx, row, { ...issue, message: policyMessages.policy_issued, vars: { documents } }, rows)
    else {
      const vars = { count: String(rows.length), numbers: numbers.join('\n'), documents, url }
      await tellPeople(deps, trx, row, { ...issue, message: policyMessages.policy_issued_family, vars }, rows)
    }
  }
}

/** Names of the documents of an issue, in a sentence: which there are depends on the plan. */
async function attachedInWords(deps: Deps, trx: Trx, { id, lang }: PolicyTable): Promise<string> {
  const files = await trx
    .selectFrom('policy_documents')
    .select('kind')
    .where('policy_id', '=', id)
    .where('version_number', '=', 1)
    .where('lang', '=', lang)
    .execute()
  const kinds = CODED_KINDS.filter((kind) => files.some((it) => it.kind === kind))
  return listInWords(
    kinds.map((kind) => deps.words(lang, `policydocuments:inMail.${kind}`)),
    lang,
  )
}

/** Writes to the policyholder only: about the price. */
export async function tellPolicyholder<V extends string>(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  telling: Telling<V>,
): Promise<void> {
  await send(deps, trx, row, contactOf(openPeople(deps.seal, row.people).policyholder), telling)
}

/** `together`: the policies whose documents are attached. */
async function send<V extends string>(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  to: string | undefined,
  telling: Telling<V>,
  kinds?: readonly string[],
  together: readonly PolicyTable[] = [row],
): Promise<void> {
  if (!to) return
  const { planName } = planNames(documentResources(deps).plans, row, row.lang)
  await deps.messages.send(trx, telling.message, {
    to,
    lang: row.lang,
    key: `${telling.message.name}:${telling.key}`,
    vars: withMore<PolicyVar, V>(
      {
        number: row.number,
        plan: planName,
        start: formatDay(row.starts, row.lang),
        end: formatDay(row.ends, row.lang),
        url: policyUrl(deps, row),
      },
      telling.vars,
    ),
    attachments:
      telling.number !== undefined && to.includes('@')
        ? await attachmentsOfAll(trx, together, telling.number, kinds)
        : [],
  })
}

async function attachmentsOfAll(
  trx: Trx,
  rows: readonly PolicyTable[],
  number: number,
  kinds?: readonly string[],
): Promise<string[]> {
  const files: string[] = []
  for (const row of rows) files.push(...(await attachmentsOf(trx, row, number, kinds)))
  return files
}

/**
 * A border officer or school reads English, a family Chinese: each person gets both, the order's language first. Terms
 * are linked, because they are long.
 */
async function attachmentsOf(trx: Trx, row: PolicyTable, number: number, kinds?: readonly string[]): Promise<string[]> {
  const files = await trx
    .selectFrom('policy_documents')
    .select(['kind', 'lang', 'file_id'])
    .where('policy_id', '=', row.id)
    .where('version_number', '=', number)
    .orderBy('kind')
    .execute()
  return files
    .filter((it) => !kinds || kinds.includes(it.kind))
    .sort((a, b) => Number(b.lang === row.lang) - Number(a.lang === row.lang))
    .flatMap((it) => it.file_id ?? [])
}

const policyUrl = (deps: Deps, row: PolicyTable): string =>
  `${deps.config.siteUrl}${localPath(row.lang, '/insurance-policy/details')}?id=${row.id}`
