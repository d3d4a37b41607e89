/** The signature: bound to the exact text that was read, and given by the person who must sign (spec §5; design §6.2). */
import type { Parsed } from '../../../../lib/contract.ts'
import { dayOf } from '../../../../lib/days/dates.ts'
import { checkName, compareNames } from '../../../../lib/people/person-names.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { oneChunk } from '../../../../server/files/store-once.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { policyById } from '../../../policies/server/door.ts'
import { claimForCaller, fileOwner } from '../claim-access.ts'
import { sealName, sealStrokes } from '../answer-columns.ts'
import type { FormText, signClaim } from '../../contract.ts'
import { lockDraft, updateDraft } from './begin-and-save-draft.ts'
import { refuseSent } from './draft-view.ts'
import { deleteFiles } from './remind-of-and-delete-drafts.ts'
import { formText } from './text-to-sign.ts'
import { signerFacts } from './load-open-claim.ts'
import {
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  signatureErrors,
  type Strokes,
} from '../../rules/draft/signature-strokes.ts'
import { signerOf, type Signer } from '../../rules/draft/signer.ts'
import type { ClaimTable } from '../../tables.ts'

type Input = Parsed<typeof signClaim>

/** The text that this claim's signer signs, in a language. */
export async function textFor(
  { deps }: UserContext,
  row: ClaimTable,
  lang: FormText['lang'],
): Promise<{ text: FormText; signer: Signer }> {
  const signer = signerOf(signerFacts(await policyById(deps, row.policy_id), row), dayOf(deps.clock()))
  return { text: formText(lang, signer.role), signer }
}

/** Stores the signature in place of an earlier one. `text_changed` when it is for another text than the present one. */
export async function sign(ctx: UserContext, input: Input): Promise<ClaimTable> {
  const { deps } = ctx
  const before = await claimForCaller(ctx, input.id)
  refuseSent(before)
  const { text, signer } = await textFor(ctx, before, input.language)
  const name = signedAs(input, signer)
  if (text.sha256 !== input.sha256) throw new Refusal('text_changed')
  if (input.kind === 'typed') return deps.write((trx) => storeSignature(ctx, trx, input, { text, name, picture: null }))
  let row = before
  const png = await signaturePicture(input.strokes)
  await deps.files.put(
    oneChunk(png),
    { owner: fileOwner(input.id), name: 'signature.png', mime: 'image/png' },
    {
      also: async (trx, file) => {
        row = await storeSignature(ctx, trx, input, { text, name, picture: file.id })
      },
    },
  )
  return row
}

/** The full name that was signed. Refuses a blank or a dot, another person's name, and a text that was not read. */
function signedAs({ kind, name, read, strokes }: Input, signer: Signer): string {
  const fields: Record<string, string> = {
    ...(kind === 'drawn' ? signatureErrors(strokes) : {}),
    ...(read ? {} : { read: 'read_required' }),
  }
  // For a drawn signature the name is taken from the policy; a guardian who is not the policyholder types it.
  const asked = kind === 'typed' || signer.name === ''
  const checked = checkName(asked ? name : signer.name, 'any')
  if (asked && !checked.ok) fields['name'] = checked.code
  if (kind === 'typed' && checked.ok && signer.name !== '' && compareNames(name, signer.name) !== 'same')
    fields['name'] = 'name_format'
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  return signer.name || (checked.ok ? checked.name : '')
}

async function storeSignature(
  ctx: UserContext,
  trx: Trx,
  input: Input,
  { text, name, picture }: { text: FormText; name: string; picture: string | null },
): Promise<ClaimTable> {
  const { deps } = ctx
  const row = await lockDraft(trx, input.id)
  const at = deps.clock()
  // The claim was not sent with the earlier signature, so that is no evidence and need not be kept.
  const earlier = await trx
    .deleteFrom('claim_signatures')
    .where('claim_id', '=', row.id)
    .returning('picture_file')
    .execute()
  await deleteFiles(
    deps,
    trx,
    earlier.map((it) => it.picture_file),
  )
  await trx
    .insertInto('claim_signatures')
    .values({
      id: newId(),
      claim_id: row.id,
      kind: input.kind,
      name: sealName(deps, name),
      strokes: sealStrokes(deps, input.kind === 'drawn' ? input.strokes : []),
      picture_file: picture,
      text_version: text.version,
      text_lang: text.lang,
      text_sha256: text.sha256,
      device: ctx.device,
      at,
      void_at: null,
    })
    .execute()
  return updateDraft(deps, trx, row, { version: row.version + 1 })
}

/** Ink on a transparent background, as it was drawn: each segment with its own width. */
async function signaturePicture(strokes: Strokes): Promise<Buffer> {
  const lines = strokes.flatMap((stroke) =>
    stroke.map(([x, y, width], i) => {
      const [fromX, fromY] = stroke[i - 1] ?? [x, y]
      return `<path d="M${fromX} ${fromY}L${x} ${y}" stroke-width="${Math.max(1, width / 10)}"/>`
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIGNATURE_WIDTH}" height="${SIGNATURE_HEIGHT}" viewBox="0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}"><g fill="none" stroke="#111" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`
  // The decoder takes 15 MB, and many a process draws no signature.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
