/** `claims list` and `claims show`: what must be done, and the contents of one case. */
import { z } from 'zod'
import type { Deps } from '../../../../server/dependencies.ts'
import { operatorKey } from '../../../../server/operator/operator-name.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { consentId, withdrawnConsents } from '../../../../server/personal-data/withdrawn-consents.ts'
import { loadCases, type Case } from '../case/load-case.ts'
import { clocks, onAccountClock } from '../../rules/case/case-progress.ts'
import { appealText, eventData, sheetOf, stateOf, unavailableReasonOf } from '../case/decision-columns.ts'
import { matchDoubts } from '../settlement/case-doubts.ts'
import { discrepancyLine } from '../../rules/settlement/discrepancies.ts'
import { answersOf, fileNameOf, signedName } from '../answer-columns.ts'
import { readBothLanguages, readBothLanguagesOrNull, policyView } from '../view-of-claim-parts.ts'
import { CLAIM_STATUSES } from '../../rules/status-values.ts'
import { answerLines, maskedText } from './answer-lines.ts'
import { signedDocuments } from '../../rules/draft/made-documents.ts'
import { cameUnasked } from '../../rules/case/promised-documents.ts'
import { unavailableWords } from '../../rules/word-keys.ts'
import { at, caseLine, clockText, findCase, isOverdue, settlementLines, sum, UNSEEN } from './case-lines.ts'
import { claimCommand } from './act-on-claim.ts'

const SENT = CLAIM_STATUSES.filter((it) => it !== 'draft' && it !== 'discarded')

const list = claimCommand({
  verb: 'list',
  reads: true,
  about:
    'Cases that are not closed, and closed ones with new documents, oldest first, with clock and whose turn it is; "!" marks what is overdue',
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
    if (!all && !status)
      query = query.where((eb) =>
        eb.or([
          eb('closed_at', 'is', null),
          // Closed, and something came that nobody has looked at.
          eb.exists(
            eb
              .selectFrom('claim_documents')
              .select('claim_documents.id')
              .whereRef('claim_documents.claim_id', '=', 'claims.id')
              .whereRef('claim_documents.received_at', '>', 'claims.submitted_at')
              .where('claim_documents.item_id', 'is', null)
              .where('claim_documents.by', '=', 'user')
              .where('claim_documents.status', 'in', UNSEEN)
              .where('claim_documents.removed_at', 'is', null),
          ),
        ]),
      )
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

const show = claimCommand({
  verb: 'show',
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
          to_status: found.claim.status,
          why,
          data: { kind: 'revealed' },
        }),
      )
    }
    print(caseLine(deps, found))
    print(await abroadLine(deps, found))
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

function head(deps: Deps, found: Case, reveal: boolean): string[] {
  const { claim, policy, signature } = found
  const part = policyView(deps, policy, 'en')
  return [
    `id ${claim.id}  version ${claim.version}  language ${claim.lang}  sent ${at(claim.submitted_at)}`,
    `policy ${part.number}  ${part.planName} ${part.tierName}  ${part.insurerName}  cover ${part.start} to ${part.end}`,
    `insured ${maskedText(part.insured, reveal)}  signed by ${signature ? maskedText(signedName(deps, signature), reveal) : '-'}  incident ${claim.incident_day ?? '-'}`,
    ...answerLines(deps, found, reveal),
    ...[...clocks(stateOf(found), deps.clock()), onAccountClock(stateOf(found), deps.clock())].flatMap((it) =>
      it ? [`clock ${clockText(it)}`] : [],
    ),
  ]
}

/** Nobody asks a hospital abroad without the claimant's consent (PIPL art. 39). */
async function abroadLine(deps: Deps, { claim }: Case): Promise<string> {
  const { declarations } = answersOf(deps, claim)
  const withdrawn =
    claim.user_id && (await withdrawnConsents(deps.db, claim.user_id)).get(consentId('hospital', claim.id))
  if (withdrawn) return `hospital abroad  must not be asked: consent withdrawn ${at(withdrawn)}`
  return declarations.includes('cross-border')
    ? 'hospital abroad  may be asked'
    : 'hospital abroad  must not be asked: no consent'
}

const documentLines = (deps: Deps, { claim, documents }: Case, reveal: boolean): string[] => [
  ...documents.map((it) =>
    [
      `document ${it.id}  ${it.kind}  ${it.status}  by ${it.by}  ${at(it.received_at)}  ${it.pages} p${it.reused_from ? `  same as ${it.reused_from} of an earlier case` : ''}${cameUnasked(it, claim) ? '  came unasked' : ''}`,
      ...(reveal ? [fileNameOf(deps, it)] : []),
      ...(it.reason ? [maskedText(readBothLanguages(it.reason).en, reveal)] : []),
    ].join('  '),
  ),
  ...signedDocuments(answersOf(deps, claim)).map(
    (kind) => `signed ${kind}  made from the answers, printed in the claim form`,
  ),
  ...answersOf(deps, claim).unavailable.map(
    (it) =>
      `without ${it.kind}  ${it.reason === 'later' ? 'will send it later' : 'cannot get it'}: ${maskedText(
        unavailableWords((key) => deps.words('en', key), it),
        reveal,
      )}`,
  ),
]

const requestLines = (deps: Deps, { requests, items, documents }: Case, reveal: boolean): string[] =>
  requests.flatMap((request) => [
    `request ${request.id}  ${request.status}  ${at(request.at)}  due ${request.due_on}  ${request.by}`,
    ...items
      .filter((it) => it.request_id === request.id)
      .map((it) => {
        const why = unavailableReasonOf(deps, it)
        return `  item ${it.id}  ${it.kind}  ${it.status}  ${maskedText(readBothLanguages(it.title).en, reveal)}: ${maskedText(readBothLanguages(it.reason).en, reveal)}  (${documents.filter((one) => one.item_id === it.id).length} sent)${why === null ? '' : `  cannot get it: ${maskedText(why, reveal)}`}`
      }),
  ])

const resultLines = (deps: Deps, { decisions, payments, appeals }: Case, reveal: boolean): string[] => [
  ...decisions.flatMap((it) => [
    `decision ${it.id}  ${it.outcome}  ${at(it.at)}  ${it.by}${it.appeal_until ? `  review until ${it.appeal_until}` : ''}${it.reason ? `  ${maskedText(readBothLanguagesOrNull(it.reason)?.en ?? '', reveal)}` : ''}`,
    ...settlementLines(sheetOf(it), { masked: !reveal }).map((line) => `  ${line}`),
  ]),
  ...payments.map(
    (it) =>
      `payment ${it.id}  ${it.decision_id === null ? 'on account  ' : ''}${it.status}  ${sum(it.amount_minor, it.currency)}  ${at(it.started_at)}  ${it.reference ?? ''}${it.reason ? readBothLanguages(it.reason).en : ''}`,
  ),
  ...appeals.map(
    (it) =>
      `appeal ${it.id}  ${it.status}  ${at(it.at)}  of ${it.decision_id}  ${maskedText(appealText(deps, it), reveal)}`,
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
