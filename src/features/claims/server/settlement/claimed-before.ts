/**
 * Finds what another claim contains as well: an invoice, a visit, a file, or an account of somebody else. By keyed
 * hashes and an index, however many claims there are.
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { answersOf, openAccount } from '../answer-columns.ts'
import { sheetOf } from '../case/decision-columns.ts'
import { loadCases, type Case, type CaseSource } from '../case/load-case.ts'
import type { ClaimStatus } from '../../rules/status-values.ts'
import type { Assessment } from '../../rules/settlement/assessment.ts'
import { ACCOUNT_PART, type Match } from '../../rules/settlement/discrepancies.ts'
import {
  accountTexts,
  assessedTexts,
  isSameFile,
  mayBeCompared,
  PERSONAL_PAPERS,
  sheetTexts,
  visitTexts,
  type MatchText,
} from '../../rules/settlement/match-texts.ts'

type Sealing = Pick<Deps, 'seal'>
/** Context of the sealed texts, from which `keys reseal` makes the hashes again. */
const TEXT_CONTEXT = 'claims.match'

/** Hash by which a text is found again; each kind has a key of its own. */
export const macOf = ({ seal }: Sealing, { kind, text }: Pick<MatchText, 'kind' | 'text'>): string =>
  seal.mac(`claims.match.${kind}`, text)

/** Stores texts of a claim, so that other claims find it. What is stored already stays. */
export async function addMatchKeys(deps: Sealing, trx: Trx, claim: string, texts: readonly MatchText[]): Promise<void> {
  const rows = await trx.selectFrom('claim_match_keys').select(['part', 'mac']).where('claim_id', '=', claim).execute()
  const stored = new Set(rows.map(({ part, mac }) => `${part} ${mac}`))
  const values = texts
    .map(({ kind, part, text }) => ({
      id: newId(),
      claim_id: claim,
      kind,
      part,
      mac: macOf(deps, { kind, text }),
      text: deps.seal.seal(TEXT_CONTEXT, text),
    }))
    .filter(({ part, mac }) => !stored.has(`${part} ${mac}`))
  if (values.length > 0) await trx.insertInto('claim_match_keys').values(values).execute()
}

/** Texts of a sent claim: what was claimed, and the accounts that are to be paid. */
function textsOf(deps: Sealing, { claim, payees }: Pick<Case, 'claim' | 'payees'>): MatchText[] {
  return [
    ...visitTexts(answersOf(deps, claim)),
    ...(claim.account === null ? [] : accountTexts(ACCOUNT_PART, openAccount(deps, claim.account))),
    ...payees.flatMap(({ id, account }) => accountTexts(id, openAccount(deps, account))),
  ]
}

/** Another claim that has it too, and whose it is. */
interface Found {
  claim: string
  caseNumber: string
  status: ClaimStatus
  user: string
  insured: string
}

/** Most rows that are read for one kind: more cases than a handler looks at one by one. */
const MOST_ROWS = 500

/** Claims that were sent and not withdrawn; a withdrawn one is not paid. */
const sentClaims = (db: CaseSource['db'], except: string) =>
  db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .select([
      'claims.id as claim',
      'claims.case_number as caseNumber',
      'claims.status',
      'claims.user_id as user',
      'policies.insured_id_mac as insured',
    ])
    .where('claims.id', '<>', except)
    .where('claims.case_number', 'is not', null)
    .where('claims.status', 'not in', ['draft', 'discarded', 'cancelled'])
    .orderBy('claims.submitted_at')
    .orderBy('claims.id')
    .limit(MOST_ROWS)

/** What other cases contain as well; with an assessment also the invoices as the handler read them. */
export async function matchesOf(from: CaseSource, found: Case, assessment?: Assessment): Promise<Match[]> {
  const texts = [...textsOf(from, found), ...(assessment ? assessedTexts(assessment.invoices) : [])]
  return [...(await textMatches(from, found, texts)), ...(await fileMatches(from, found))]
}

/** Sent claims that have one of these hashes. */
export const claimsWithTexts = (db: CaseSource['db'], except: string, macs: readonly string[]) =>
  sentClaims(db, except)
    .innerJoin('claim_match_keys', 'claim_match_keys.claim_id', 'claims.id')
    .select('claim_match_keys.mac')
    .where('claim_match_keys.mac', 'in', macs)

/** Sent claims that have one of these files, unless it is a paper about the person. */
export const claimsWithFiles = (db: CaseSource['db'], except: string, sums: readonly string[]) =>
  sentClaims(db, except)
    .innerJoin('claim_documents', 'claim_documents.claim_id', 'claims.id')
    .select('claim_documents.sha256')
    .where('claim_documents.sha256', 'in', sums)
    .where('claim_documents.kind', 'not in', PERSONAL_PAPERS)
    .where('claim_documents.removed_at', 'is', null)
    .where('claim_documents.status', '<>', 'failed')

async function textMatches(from: CaseSource, found: Case, texts: readonly MatchText[]): Promise<Match[]> {
  const mine = texts.map((it) => ({ ...it, mac: macOf(from, it) }))
  if (mine.length === 0) return []
  const macs = [...new Set(mine.map(({ mac }) => mac))]
  const rows = await claimsWithTexts(from.db, found.claim.id, macs).execute()
  return mine.flatMap(({ kind, part, mac }) =>
    rows
      .filter((row) => row.mac === mac && (kind !== 'account' || isStranger(found, row)))
      .map((row) => matchOf(kind, part, row)),
  )
}

/** Somebody else's case, of another login: one login may claim for a family. */
const isStranger = ({ claim, policy }: Case, { user, insured }: Pick<Found, 'user' | 'insured'>): boolean =>
  user !== claim.user_id && insured !== policy.insured_id_mac

const matchOf = (
  kind: Match['kind'],
  part: string,
  { claim, caseNumber, status }: Omit<Found, 'caseNumber'> & { caseNumber: string | null },
): Match => ({ kind, part, claim, caseNumber: caseNumber ?? claim, status })

async function fileMatches({ db }: CaseSource, found: Case): Promise<Match[]> {
  const mine = found.documents.filter(mayBeCompared)
  if (mine.length === 0) return []
  const sums = [...new Set(mine.map((it) => it.sha256))]
  const rows = await claimsWithFiles(db, found.claim.id, sums).execute()
  return mine.flatMap((it) =>
    rows
      .filter((row) => row.sha256 === it.sha256 && isSameFile(it.kind, row.insured === found.policy.insured_id_mac))
      .map((row) => matchOf('file', it.id, row)),
  )
}

const BATCH = 200

/**
 * Stores the texts of claims that were sent before there was a table for them, with the invoices as they were assessed.
 * Runs at every start; from the second run on it finds nothing to do.
 */
export async function backfillMatchKeys(deps: Deps): Promise<void> {
  for (let after = ''; ;) {
    const rows = await deps.db
      .selectFrom('claims')
      .selectAll()
      .where('case_number', 'is not', null)
      .where('id', '>', after)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('claim_match_keys')
              .select('claim_id')
              .whereRef('claim_match_keys.claim_id', '=', 'claims.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const cases = await loadCases(deps, rows)
    await deps.write(async (trx) => {
      for (const it of cases) {
        const assessed = it.decisions.flatMap((decision) => sheetTexts(sheetOf(decision)))
        await addMatchKeys(deps, trx, it.claim.id, [...textsOf(deps, it), ...assessed])
      }
    })
    after = rows.at(-1)?.id ?? ''
    if (rows.length < BATCH) return
  }
}
