/** QR codes by which a phone pays without a login. Only the address contains the code; the database stores its hash. */
import { createHash, randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import { localPath } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { parsePayable, payables, type PayableRef } from '../payable.ts'
import { CODE_MINUTES } from '../../contract.ts'
import { kindOf } from '../payments/payability.ts'
import { requireCodeSpace } from '../payments/require-payment-space.ts'
import { openPaymentLink, type OpenedLink } from './payment-links.ts'
import { requesterOf } from '../payments/payment-requested-by.ts'

const CODE_LIFETIME = CODE_MINUTES * 60_000
/** How long a device that opened a code may see the outcome, ms. */
const RESULT_VISIBLE_FOR = 7 * 86_400_000

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

export interface DrawnCode {
  url: string
  size: number
  path: string
  expiresAt: number
}

/** Makes a code for a payable, drawn as SVG path data on a grid of `size` modules, quiet zone not included. */
export async function createPaymentCode(ctx: Context, payable: PayableRef, until: number | null): Promise<DrawnCode> {
  const { deps, lang } = ctx
  const now = deps.clock()
  const code = randomBytes(20).toString('base64url')
  const expiresAt = Math.min(now + CODE_LIFETIME, until ?? Infinity)
  await deps.write(async (trx) => {
    await requireCodeSpace(trx, payable, now)
    await trx
      .insertInto('payment_codes')
      .values({
        code_hash: hashCode(code),
        payable_kind: payable.kind,
        payable_id: payable.id,
        created_at: now,
        expires_at: expiresAt,
        holder: null,
      })
      .execute()
  })
  const url = `${deps.config.siteUrl}${localPath(lang, `/pay?code=${code}`)}`
  return { url, ...drawQrPath(url), expiresAt }
}

/** How many codes of a payable were opened. */
export async function countOpenedCodes(deps: Deps, { kind, id }: PayableRef): Promise<number> {
  const { count } = await deps.db
    .selectFrom('payment_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('holder', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** One `h` stroke for each run of dark modules. */
export function drawQrPath(text: string): { size: number; path: string } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x < size && modules.get(y, x)) x++
      path += `M${from} ${y}h${x - from}v1h-${x - from}z`
    }
  }
  return { size, path }
}

export interface PayableAccess {
  payable: PayableRef
  /** The caller may pay as the owner; otherwise by a QR code that this device opened, or by a payment link. */
  own: boolean
  code?: string
  link?: OpenedLink
}

/** What a call names: a payable of the caller's own, a QR code, or a payment link. */
export interface NamedPayable {
  order?: string | undefined
  /** `<kind>.<id>` */
  pay?: string | undefined
  code?: string | undefined
  /** The token of a payment link's address. */
  link?: string | undefined
}

/**
 * The payable of a call: one that the caller may pay, that of a QR code which this device opened first, or that of a
 * payment link.
 */
export async function payableForPayer(ctx: Context, input: NamedPayable): Promise<PayableAccess> {
  if (input.code !== undefined) return { ...(await payableByCode(ctx, input.code)), code: input.code }
  if (input.link !== undefined) {
    const opened = await openPaymentLink(ctx, input.link)
    return { payable: opened.payable, own: false, link: opened }
  }
  const payable = namedPayable(ctx.deps, input)
  await kindOf(ctx.deps, payable).requirePayer(ctx, payable.id)
  return { payable, own: true }
}

function namedPayable(deps: Deps, { order, pay }: NamedPayable): PayableRef {
  if (pay !== undefined) {
    const named = parsePayable(pay)
    if (!named) throw new Refusal('not_found')
    return named
  }
  if (order === undefined) throw new Refusal('invalid', { fields: { order: 'required' } })
  const kind = payables.all(deps).find(({ param }) => param === 'order')
  if (!kind) throw new Refusal('not_found')
  return { kind: kind.kind, id: order }
}

async function payableByCode(ctx: Context, code: string): Promise<PayableAccess> {
  const { deps } = ctx
  const device = requesterOf(ctx)
  const now = deps.clock()
  const key = hashCode(code)
  await deps.write((trx) =>
    trx
      .updateTable('payment_codes')
      .set({ holder: device })
      .where('code_hash', '=', key)
      .where('holder', 'is', null)
      .where('expires_at', '>', now)
      .execute(),
  )
  const row = await deps.db.selectFrom('payment_codes').selectAll().where('code_hash', '=', key).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.holder === null || row.created_at + RESULT_VISIBLE_FOR <= now) throw new Refusal('code_expired')
  if (row.holder !== device) throw new Refusal('code_used')
  return { payable: { kind: row.payable_kind, id: row.payable_id }, own: false }
}

/** Deletes codes whose outcome nobody may see any more. */
export const deleteExpiredPaymentCodes = async (deps: Deps): Promise<void> => {
  await deps.write((trx) =>
    trx
      .deleteFrom('payment_codes')
      .where('created_at', '<', deps.clock() - RESULT_VISIBLE_FOR)
      .execute(),
  )
}
