/** Messages about a policy to its two people, in the policy's language. */
import { z } from 'zod'
import { ageOn, dayOf, formatDay } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { listInWords, localPath } from '../../lib/locale.ts'
import { nameIn } from '../../lib/name-in-language.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { CODED_KINDS } from './contract.ts'
import { planNames } from './policy-document-facts.server.ts'
import { openPeople, type PolicyPerson } from './policy-people.server.ts'
import { documentResources } from './document-resources.server.ts'
import type { PolicyTable } from './tables.server.ts'

const text = z.string()
const base = { number: text, plan: text, start: text, end: text, url: text }

export const policyTemplates = {
  policy_issued: z.object({ ...base, documents: text }),
  /** For an order that insures several people: the number and name of each. */
  policy_issued_family: z.object({ ...base, count: text, numbers: text, documents: text }),
  policy_insured: z.object(base),
  policy_endorsement: z.object({ ...base, from: text }),
  policy_extension: z.object({ ...base, from: text }),
  policy_extension_expired: z.object({ ...base, until: text }),
  policy_surrender: z.object({ ...base, from: text }),
  /** Cancelled before its first day: there was no cover, and the whole premium is refunded. */
  policy_surrender_early: z.object(base),
  policy_surrender_requested: z.object({ ...base, amount: text, until: text, payBy: text }),
  policy_surrender_requested_early: z.object({ ...base, amount: text, until: text, payBy: text }),
  policy_surrender_rejected: z.object({ ...base, why: text }),
  policy_started: z.object(base),
  policy_ending: z.object({ ...base, days: text }),
  /** The same to the buyer of a policy that can be extended: the link leads to the extension. */
  policy_ending_extend: z.object({ ...base, days: text }),
  policy_ended: z.object(base),
} satisfies Templates
export type PolicyTemplate = keyof typeof policyTemplates

export interface Telling {
  template: PolicyTemplate
  /** Template for the insured person, where the wording differs. */
  insuredTemplate?: PolicyTemplate
  /** Variables for the policyholder's message only. */
  holderVars?: Record<string, string>
  /** Together with the template it identifies the message, so that it is sent once. */
  key: string
  vars?: Record<string, string>
  /** The version whose documents are attached, and which of them the insured person gets. */
  number?: number
  insuredKinds?: readonly string[]
}

const contactOf = (person: PolicyPerson): string | undefined => person.email ?? person.mobile

/**
 * Writes to the policyholder, and to the insured person if they have an address of their own. Children are not written
 * to directly (privacy policy §3).
 */
export async function tellPeople(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  telling: Telling,
  together: readonly PolicyTable[] = [row],
): Promise<void> {
  const { policyholder } = openPeople(deps.seal, row.people)
  await send(
    deps,
    trx,
    row,
    contactOf(policyholder),
    { ...telling, vars: { ...telling.vars, ...telling.holderVars } },
    undefined,
    together,
  )
  await tellInsured(deps, trx, row, telling)
}

async function tellInsured(deps: Deps, trx: Trx, row: PolicyTable, telling: Telling): Promise<void> {
  const { policyholder, insured } = openPeople(deps.seal, row.people)
  const own = contactOf(insured)
  if (own === contactOf(policyholder) || ageOn(insured.birthDate, dayOf(deps.clock())) < LIMITS.childDataAge) return
  await send(
    deps,
    trx,
    row,
    own,
    { ...telling, template: telling.insuredTemplate ?? telling.template, key: `${telling.key}:insured` },
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
  const attached =
    others.length === 0
      ? {}
      : {
          template: 'policy_issued_family' as const,
          vars: {
            count: String(rows.length),
            numbers: numbers.join('\n'),
            url: `${deps.config.siteUrl}${localPath(main.lang, '/insurance-policy/list')}`,
          },
        }
  const holderVars = { documents: await attachedInWords(deps, trx, main) }
  for (const row of rows) {
    const issue = {
      template: 'policy_issued' as const,
      insuredTemplate: 'policy_insured' as const,
      key: row.id,
      number: 1,
      insuredKinds: ['certificate', 'card'],
    }
    if (row === main) await tellPeople(deps, trx, row, { ...issue, ...attached, holderVars }, rows)
    else await tellInsured(deps, trx, row, issue)
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
export async function tellPolicyholder(deps: Deps, trx: Trx, row: PolicyTable, telling: Telling): Promise<void> {
  await send(deps, trx, row, contactOf(openPeople(deps.seal, row.people).policyholder), telling)
}

/** `together`: the policies whose documents are attached. */
async function send(
  deps: Deps,
  trx: Trx,
  row: PolicyTable,
  to: string | undefined,
  telling: Telling,
  kinds?: readonly string[],
  together: readonly PolicyTable[] = [row],
): Promise<void> {
  if (!to) return
  const { planName } = planNames(documentResources(deps).plans, row, row.lang)
  await deps.messages.send(trx, {
    template: telling.template,
    to,
    lang: row.lang,
    key: `${telling.template}:${telling.key}`,
    vars: {
      number: row.number,
      plan: planName,
      start: formatDay(row.starts, row.lang),
      end: formatDay(row.ends, row.lang),
      url: policyUrl(deps, row),
      ...telling.vars,
    },
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
