/** `claims list` and `claims show`: what must be done, and the contents of one case. */
import { z } from 'zod'
import { maskContact } from '../../../lib/contact.ts'
import { latestDay } from '../../../lib/dates.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { command } from '../../../server/operator/command.ts'
import { operatorKey } from '../../../server/operator/operator-name.ts'
import { Refusal } from '../../../server/call-handlers.ts'
import { writeEvent } from '../../../server/transition.ts'
import { loadCases, type Case } from '../case/load-case.server.ts'
import { clocks, onAccountClock } from '../case/case-progress.ts'
import { appealText, eventData, sheetOf, stateOf, unavailableReasonOf } from '../case/decision-columns.server.ts'
import { openPolicy } from '../../policies/server-contract.server.ts'
import type { Visit } from '../claim-fields.ts'
import { visitDayError } from '../draft/visit-days.ts'
import { matchDoubts } from '../settlement/case-doubts.server.ts'
import { DISCREPANCY_WORDS, discrepancyLine } from '../settlement/discrepancies.ts'
import { answersOf, fileNameOf, openAccount, signedName } from '../answer-columns.server.ts'
import { heirParts } from '../settlement/heirs-as-payees.server.ts'
import { tailOf } from '../documents/decision-letter-file.server.ts'
import { readBothLanguages, readBothLanguagesOrNull, policyView } from '../view-of-claim-parts.server.ts'
import { claimedAmounts } from '../case/claim-list-summary.server.ts'
import { CLAIM_STATUSES } from '../status-values.ts'
import { at, caseLine, clockText, findCase, isOverdue, settlementLines, sum } from './case-lines.server.ts'

const SENT = CLAIM_STATUSES.filter((it) => it !== 'draft' && it !== 'discarded')

const list = command({
  noun: 'claims',
  verb: 'list',
  role: 'claims',
  reads: true,
  about: 'Cases that are not closed, oldest first, with clock and whose turn it is; "!" marks what is overdue',
  input: z.object({
    status: z.enum(SENT).optional(),
    handler: z.string().optional(),
    overdue: z.boolean().default(false),
    all: z.boolean().default(false),
    limit: z.coerce.number().int().min(1).max(5000).default(500),
  }),
  run: async ({ status, handler, overdue, all, limit }, { deps, print }) => {
    let query = deps.db
      .selectFrom('claims')
      .selectAll()
      .where('status', 'in', status ? [status] : SENT)
      .orderBy('submitted_at')
      .orderBy('id')
      .limit(limit + 1)
    if (!all && !status) query = query.where('closed_at', 'is', null)
    if (handler) query = query.where('handler', 'in', await spellings(deps, handler))
    const rows = await query.execute()
    const cases = (await loadCases(deps, rows.slice(0, limit))).filter((it) => !overdue || isOverdue(deps, it))
    for (const found of cases) print(caseLine(deps, found))
    print(
      `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}, ${cases.filter((it) => isOverdue(deps, it)).length} overdue${rows.length > limit ? `; only the oldest ${limit} were looked at: --limit N` : ''}`,
    )
  },
})

/** All spellings of a name that cases contain. */
async function spellings(deps: Deps, handler: string): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('claims')
    .select('handler')
    .distinct()
    .where('handler', 'is not', null)
    .execute()
  const same = rows.flatMap((it) =>
    it.handler !== null && operatorKey(it.handler) === operatorKey(handler) ? [it.handler] : [],
  )
  // No case has this name: the query must find none, and an empty list would be invalid.
  return same.length > 0 ? same : [handler]
}

const show = command({
  noun: 'claims',
  verb: 'show',
  role: 'claims',
  args: ['claim'],
  reads: true,
  about:
    'One case: clocks, documents, requests, decisions, events. --reveal opens names, words and account, and is an event (--by, --why)',
  input: z.object({ claim: z.string().min(1, 'required'), reveal: z.boolean().default(false) }),
  run: async ({ claim, reveal }, { deps, by, why, print }) => {
    const found = await findCase(deps, claim)
    if (reveal) {
      const missing = { ...(by === 'operator:' ? { by: 'required' } : {}), ...(why ? {} : { why: 'required' }) }
      if (Object.keys(missing).length > 0) throw new Refusal('invalid', { fields: missing })
      await deps.write((trx) =>
        writeEvent(trx, {
          entity: 'claim',
          entity_id: found.claim.id,
          at: deps.clock(),
          by,
          from_status: null,
          to_status: found.claim.status,
          why,
          data: { kind: 'revealed' },
        }),
      )
    }
    print(caseLine(deps, found))
    for (const line of [
      ...head(deps, found, reveal),
      ...(await matchDoubts(deps, deps.db, found)).doubts.map((it) => discrepancyLine(it)),
      ...documentLines(deps, found, reveal),
      ...requestLines(deps, found, reveal),
      ...resultLines(deps, found, reveal),
      ...eventLines(found),
    ])
      print(oneLine(line))
  },
})

/** A text by a person is printed on one line, so that it cannot imitate several lines of ours. */
const oneLine = (line: string): string => line.replace(/[\n\u2028\u2029]+/g, ' / ')

const maskAnswers = (text: string, reveal: boolean): string => (reveal ? text : text === '' ? '-' : '•••')

function head(deps: Deps, found: Case, reveal: boolean): string[] {
  const { claim, policy, signature } = found
  const answers = answersOf(deps, claim)
  const part = policyView(deps, policy, 'en')
  const account = claim.account === null ? null : openAccount(deps, claim.account)
  return [
    `id ${claim.id}  version ${claim.version}  language ${claim.lang}  sent ${at(claim.submitted_at)}`,
    `policy ${part.number}  ${part.planName} ${part.tierName}  ${part.insurerName}  cover ${part.start} to ${part.end}`,
    `insured ${maskAnswers(part.insured, reveal)}  signed by ${signature ? maskAnswers(signedName(deps, signature), reveal) : '-'}  incident ${claim.incident_day ?? '-'}`,
    `contact ${maskAnswers(answers.contactPerson, reveal)}  ${reveal ? answers.contactPhone : maskAnswers(answers.contactPhone, false)}  ${reveal ? answers.email : maskContact(answers.email)}`,
    `told: ${maskAnswers(answers.description, reveal)}`,
    `hospital ${maskAnswers(answers.hospital.name, reveal)}  claimed ${
      claimedAmounts(answers)
        .map((it) => sum(it.amount, it.currency))
        .join(' + ') || '-'
    }`,
    ...answers.visits.flatMap((it) => visitLines(deps, found, it, reveal)),
    account
      ? `account ${account.accountOwn === false ? `of ${maskAnswers(account.payeeName, reveal)}` : 'own'}  ${account.accountCountry}  ${maskAnswers(account.accountName, reveal)}  ${reveal ? account.accountNumber : `ending ${tailOf(account.accountNumber)}`}  ${account.bankName}`
      : 'account -',
    ...heirLines(deps, found, reveal),
    ...[...clocks(stateOf(found), deps.clock()), onAccountClock(stateOf(found), deps.clock())].flatMap((it) =>
      it ? [`clock ${clockText(it)}`] : [],
    ),
  ]
}

/** For a death: who claims, and each heir with their part. */
function heirLines(deps: Deps, found: Case, reveal: boolean): string[] {
  const { type, deathCause, deathDay, claimant } = answersOf(deps, found.claim)
  if (type !== 'death') return []
  const paid = found.claim.paid_minor ?? 0
  return [
    `death by ${deathCause}${deathDay ? ` on ${deathDay}` : ''}  claimant ${maskAnswers(claimant.name, reveal)}, ${claimant.relation}${reveal ? `, ${claimant.idType} ${claimant.idNumber}` : ''}`,
    ...heirParts(deps, found, paid).map(({ payee, person, share, amount }) => {
      const account = openAccount(deps, payee.account)
      return `heir ${payee.id}  ${maskAnswers(person?.name ?? account.payeeName, reveal)}  ${person?.relation ?? '-'}${reveal && person ? `  ${person.idType} ${person.idNumber}` : ''}${person?.guardian ? `  guardian ${maskAnswers(person.guardian, reveal)}` : ''}  share ${share}${found.claim.currency ? `  ${sum(amount, found.claim.currency)}` : ''}  ${reveal ? `${account.accountName} ${account.accountNumber}` : `ending ${tailOf(account.accountNumber)}`}  ${account.bankName}`
    }),
  ]
}

/** A visit as claimed, its amount as typed, and the error of its day, if any. */
function visitLines(deps: Deps, { claim, policy }: Case, visit: Visit, reveal: boolean): string[] {
  const { id, day, amount, currency, typed, invoice } = visit
  const wrong = visitDayError(
    day,
    answersOf(deps, claim),
    openPolicy(deps, policy),
    latestDay(claim.submitted_at ?? deps.clock()),
  )
  return [
    `  visit ${id}  ${day}  ${amount === null || currency === '' ? '-' : sum(amount, currency)}${typed ? `  typed ${typed}` : ''}  invoice ${maskAnswers(invoice, reveal)}`,
    ...(wrong ? [`  ! visit ${id}: ${DISCREPANCY_WORDS[wrong]}`] : []),
  ]
}

const documentLines = (deps: Deps, { claim, documents }: Case, reveal: boolean): string[] => [
  ...documents.map((it) =>
    [
      `document ${it.id}  ${it.kind}  ${it.status}  by ${it.by}  ${at(it.received_at)}  ${it.pages} p${it.reused_from ? `  same as ${it.reused_from} of an earlier case` : ''}`,
      ...(reveal ? [fileNameOf(deps, it)] : []),
      ...(it.reason ? [maskAnswers(readBothLanguages(it.reason).en, reveal)] : []),
    ].join('  '),
  ),
  ...answersOf(deps, claim).unavailable.map(
    ({ kind, why }) => `without ${kind}  cannot get it: ${maskAnswers(why, reveal)}`,
  ),
]

const requestLines = (deps: Deps, { requests, items, documents }: Case, reveal: boolean): string[] =>
  requests.flatMap((request) => [
    `request ${request.id}  ${request.status}  ${at(request.at)}  due ${request.due_on}  ${request.by}`,
    ...items
      .filter((it) => it.request_id === request.id)
      .map((it) => {
        const why = unavailableReasonOf(deps, it)
        return `  item ${it.id}  ${it.kind}  ${it.status}  ${maskAnswers(readBothLanguages(it.title).en, reveal)}: ${maskAnswers(readBothLanguages(it.reason).en, reveal)}  (${documents.filter((one) => one.item_id === it.id).length} sent)${why === null ? '' : `  cannot get it: ${maskAnswers(why, reveal)}`}`
      }),
  ])

const resultLines = (deps: Deps, { decisions, payments, appeals }: Case, reveal: boolean): string[] => [
  ...decisions.flatMap((it) => [
    `decision ${it.id}  ${it.outcome}  ${at(it.at)}  ${it.by}${it.appeal_until ? `  review until ${it.appeal_until}` : ''}${it.reason ? `  ${maskAnswers(readBothLanguagesOrNull(it.reason)?.en ?? '', reveal)}` : ''}`,
    ...settlementLines(sheetOf(it), { masked: !reveal }).map((line) => `  ${line}`),
  ]),
  ...payments.map(
    (it) =>
      `payment ${it.id}  ${it.decision_id === null ? 'on account  ' : ''}${it.status}  ${sum(it.amount_minor, it.currency)}  ${at(it.started_at)}  ${it.reference ?? ''}${it.reason ? readBothLanguages(it.reason).en : ''}`,
  ),
  ...appeals.map(
    (it) =>
      `appeal ${it.id}  ${it.status}  ${at(it.at)}  of ${it.decision_id}  ${maskAnswers(appealText(deps, it), reveal)}`,
  ),
]

const eventLines = ({ events }: Case): string[] =>
  events.map((it) => {
    const { kind, confirmed = [], overridden = [], overruled = [], known = [] } = eventData(it.data)
    const answered = [
      ...confirmed.map((name) => `confirmed ${name}`),
      ...overridden.map((name) => `OVERRIDDEN ${name}`),
      ...overruled.map((name) => `plan overruled at ${name}`),
      ...known.map((number) => `known ${number}`),
    ].join(', ')
    return `event ${at(it.at)}  ${it.from_status ?? '·'} → ${it.to_status}${kind ? ` (${kind})` : ''}  ${it.by}${answered ? `  ${answered}` : ''}${it.why ? `  ${it.why}` : ''}`
  })

export const showCommands = [list, show]
