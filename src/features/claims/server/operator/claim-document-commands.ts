/** `claims request|accept-document|refuse-document|set-aside-document|upload|proceed-without`: the documents of a case. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { isDay } from '../../../../lib/days/dates.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { takeSingleFile } from '../../../../server/intake/intake.ts'
import { Refusal, type Upload } from '../../../../server/http/call-handlers.ts'
import { Conflict } from '../../../../server/transition.ts'
import { claimLockKey, fileOwner } from '../claim-access.ts'
import { recordActivity } from '../case/case-transaction.ts'
import { loadCase } from '../case/load-case.ts'
import { saveDocument } from '../draft/uploaded-documents.ts'
import { DOCUMENT_KIND_IDS } from '../../rules/document-kinds.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import { acceptDocument, refuseDocument, setDocumentAside } from '../case/review-document.ts'
import { proceedWithout, requestDocuments } from '../case/document-requests.ts'
import { isOpen } from '../../rules/status-values.ts'
import { claimCommand, acting, claim, simple } from './act-on-claim.ts'
import { findCase } from './case-lines.ts'
import { readRequestedItems, parseRequestedItem, bothLanguagesFrom, reasonOf } from './parse-reasons.ts'

const request = claimCommand({
  verb: 'request',
  args: ['claim'],
  about:
    'Asks for everything that is missing, at once: --item "kind:reason; kind:reason" or --file. Refused documents are on the list by themselves',
  input: z.object({
    claim,
    item: z.string().optional(),
    file: z.string().optional(),
    due: z.string().refine(isDay, 'a day: 2026-03-03').optional(),
  }),
  run: ({ claim: text, item, file, due }, act) =>
    acting(act, text, async (on) => {
      const written = file ? await readRequestedItems(act.deps, file) : { items: [] }
      const dueOn = due ?? written.due
      await requestDocuments(act.deps, {
        ...on,
        items: [...(item ? parseRequestedItem(act.deps, item) : []), ...written.items],
        ...(dueOn ? { dueOn } : {}),
      })
    }),
})

const accept = claimCommand({
  verb: 'accept-document',
  args: ['claim', 'document'],
  about: 'Accepts a document, or all that wait (document "all")',
  input: z.object({ claim, document: z.string().min(1, 'required') }),
  run: ({ claim: text, document }, act) =>
    acting(act, text, async (on) => {
      const { documents } = await findCase(act.deps, on.id)
      const ids =
        document === 'all' ? documents.filter((it) => it.status === 'received').map((it) => it.id) : [document]
      for (const id of ids) await acceptDocument(act.deps, { ...on, document: id })
    }),
})

const judged = z.object({
  claim,
  document: z.string().min(1, 'required'),
  reason: z.string().optional(),
  en: z.string().optional(),
  cn: z.string().optional(),
})

const refuse = claimCommand({
  verb: 'refuse-document',
  args: ['claim', 'document'],
  about: 'Sends a document back: --reason CODE or --en and --cn. It is asked for with the next request',
  input: judged,
  run: ({ claim: text, document, reason, en, cn }, act) =>
    acting(act, text, async (on) =>
      refuseDocument(act.deps, {
        ...on,
        document,
        reason: await wordsFor(act.deps, on.id, { document, reason, en, cn }),
      }),
    ),
})

const setAside = claimCommand({
  verb: 'set-aside-document',
  args: ['claim', 'document'],
  about:
    'Does not use a document that came unasked, also after the decision: --reason CODE or --en and --cn, which the claimant reads. Nothing is asked for',
  input: judged,
  run: ({ claim: text, document, reason, en, cn }, act) =>
    acting(act, text, async (on) =>
      setDocumentAside(act.deps, {
        ...on,
        document,
        reason: await wordsFor(act.deps, on.id, { document, reason, en, cn }),
      }),
    ),
})

async function wordsFor(
  deps: Deps,
  id: string,
  { document, reason, en, cn }: Pick<z.output<typeof judged>, 'document' | 'reason' | 'en' | 'cn'>,
): Promise<BothLanguages> {
  const row = (await findCase(deps, id)).documents.find((it) => it.id === document)
  if (!row) throw new Refusal('not_found')
  const words = reason ? reasonOf(deps, row.kind, reason) : bothLanguagesFrom(en, cn)
  if (!words) throw new Refusal('invalid', { fields: { reason: 'required' } })
  return words
}

const upload = claimCommand({
  verb: 'upload',
  args: ['claim', 'file'],
  about: 'Adds a document that reached us another way: --kind KIND [--name NAME]',
  input: z.object({
    claim,
    file: z.string().min(1, 'required'),
    kind: z.enum(DOCUMENT_KIND_IDS),
    name: z.string().max(200).optional(),
  }),
  run: ({ claim: text, file, kind, name }, act) =>
    acting(act, text, async (on) => {
      const { deps, by } = act
      if (!(await stat(file).catch(() => null))?.isFile())
        throw new Refusal('invalid', { fields: { file: 'not_found' } })
      const id = newId()
      await takeSingleFile(
        deps,
        fileOf(file, name ?? basename(file)),
        { owner: fileOwner(on.id) },
        async (trx, taken) => {
          await lockFor(trx, claimLockKey(on.id))
          const now = await trx
            .selectFrom('claims')
            .select(['status', 'version'])
            .where('id', '=', on.id)
            .executeTakeFirstOrThrow()
          if (!isOpen(now.status)) throw new Conflict('claim', now)
          await saveDocument(deps, trx, { claim: on.id, id, kind, item: null, by: 'admin', actor: by }, taken)
          await recordActivity(
            {
              deps,
              trx,
              found: await loadCase({ db: trx, seal: deps.seal }, on.id),
              at: deps.clock(),
              by,
              why: act.why,
            },
            'admin_upload',
            { data: { document: kind } },
          )
        },
      )
      act.print(`document ${id}`)
    }),
})

async function* fileOf(file: string, name: string): AsyncGenerator<Upload> {
  yield { field: 'file', name, mime: '', stream: createReadStream(file), truncated: () => false }
}

export const documentCommands = [
  request,
  accept,
  refuse,
  setAside,
  upload,
  simple('proceed-without', 'Goes on without the documents that were asked for', proceedWithout),
]
