/** Exports a case to a folder for an insurer, an auditor or its claimant: JSON, files, letters and events, unsealed. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { writeNewFile } from '../../../../server/operator/write-new-file.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { openPeople } from '../../../orders/server/door.ts'
import type { Actor } from '../case/case-transaction.ts'
import { loadCase, type Case } from '../case/load-case.ts'
import { claimView } from '../case/sent-claim-view.ts'
import { fileNameOf, openAccount, strokesOf } from '../answer-columns.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

/** Refuses a folder that is not empty, so that no two cases are mixed. */
async function emptyFolder(to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0) throw new Refusal('folder_not_empty')
}

async function writeFileOf(deps: Deps, id: string, path: string): Promise<string | null> {
  const found = await deps.files.get(id)
  if (!found) return null
  const name = `${path}.${EXTENSIONS[found.file.mime] ?? 'bin'}`
  await writeNewFile(found.stream, name)
  return name
}

/** Writes the case into a new folder. Returns how many files were written. The export is an event. */
export async function exportCase(deps: Deps, { id, to, by, why }: { id: string; to: string } & Actor): Promise<number> {
  const found = await loadCase(deps, id)
  await emptyFolder(to)
  await deps.write((trx) =>
    writeEvent(trx, {
      entity: 'claim',
      entity_id: id,
      at: deps.clock(),
      by,
      to_status: found.claim.status,
      why: why,
      data: { kind: 'exported' },
    }),
  )
  const json = (name: string, value: unknown): Promise<void> =>
    writeFile(join(to, name), `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  await json('case.json', {
    ...claimView(deps, found, found.claim.lang),
    people: openPeople(deps.seal, found.policy.people),
    account: found.claim.account === null ? null : openAccount(deps, found.claim.account),
    strokes: found.signature ? strokesOf(deps, found.signature) : [],
  })
  await json('events.json', await allEvents(deps, found))
  const documents = await documentFiles(deps, found, to)
  await json('documents.json', documents)
  const printed = await printedFiles(deps, found, to)
  return 3 + documents.filter((it) => it.file !== null).length + printed
}

/** Events of the claim and of its parts, in order. */
async function allEvents(
  deps: Deps,
  { claim, documents, requests, items, payments, appeals }: Case,
): Promise<unknown[]> {
  const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((it) => it.id)
  const of = [
    ['claim', [claim.id]],
    ['claim_document', idsOf(documents)],
    ['claim_request', idsOf(requests)],
    ['claim_request_item', idsOf(items)],
    ['claim_payment', idsOf(payments)],
    ['claim_appeal', idsOf(appeals)],
  ] as const
  const rows = await Promise.all(
    of
      .filter(([, ids]) => ids.length > 0)
      .map(([entity, ids]) =>
        deps.db.selectFrom('events').selectAll().where('entity', '=', entity).where('entity_id', 'in', ids).execute(),
      ),
  )
  return rows
    .flat()
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map((it) => ({ ...it, data: it.data === null ? null : (JSON.parse(it.data) as unknown) }))
}

async function documentFiles(deps: Deps, { documents }: Case, to: string) {
  if (documents.length > 0) await mkdir(join(to, 'documents'), { mode: 0o700 })
  const out = []
  for (const [i, row] of documents.entries()) {
    // The name that the person gave is in the list; on disk each file has a name of ours.
    const path = join('documents', `${String(i + 1).padStart(2, '0')}-${row.kind}`)
    const file = await writeFileOf(deps, row.file_id, join(to, path))
    out.push({
      id: row.id,
      kind: row.kind,
      status: row.status,
      name: fileNameOf(deps, row),
      sha256AsSent: row.sha256,
      file: file === null ? null : relative(to, file),
    })
  }
  return out
}

/** Signature, signed forms and decision letters. */
async function printedFiles(deps: Deps, { claim, signature, decisions }: Case, to: string): Promise<number> {
  const wanted: [string, string][] = signature?.picture_file ? [[signature.picture_file, 'signature']] : []
  const forms = await deps.db.selectFrom('claim_forms').selectAll().where('claim_id', '=', claim.id).execute()
  wanted.push(...forms.map((it): [string, string] => [it.file_id, `form-${it.lang}`]))
  for (const [i, { id }] of decisions.entries()) {
    const letters = await deps.db.selectFrom('claim_letters').selectAll().where('decision_id', '=', id).execute()
    wanted.push(...letters.map((it): [string, string] => [it.file_id, `decision-${i + 1}-${it.lang}`]))
  }
  const written = await Promise.all(wanted.map(([id, name]) => writeFileOf(deps, id, join(to, name))))
  return written.filter((it) => it !== null).length
}
