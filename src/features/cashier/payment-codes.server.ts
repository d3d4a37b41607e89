/** QR codes by which a phone pays without a login. The code is in the address only; the store keeps its hash. */
import { createHash, randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import { localPath } from '../../lib/locale.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { orderForCaller } from '../orders/api.server.ts'
import type { OrderTable } from '../orders/tables.server.ts'
import { CODE_MINUTES } from './contract.ts'

const CODE_LIFETIME = CODE_MINUTES * 60_000
/** A device that opened a code may look at the outcome for as long, ms. */
const RESULT_VISIBLE_FOR = 7 * 86_400_000

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

export interface DrawnCode {
  url: string
  size: number
  path: string
  expiresAt: number
}

/** Makes a code for an order, drawn as SVG path data on a grid of `size` modules, quiet zone not included. */
export async function createPaymentCode(ctx: Context, order: OrderTable, until: number | null): Promise<DrawnCode> {
  const { deps, lang } = ctx
  const now = deps.clock()
  const code = randomBytes(20).toString('base64url')
  const expiresAt = Math.min(now + CODE_LIFETIME, until ?? Infinity)
  await deps.write((trx) => trx.insertInto('payment_codes')
    .values({ code_hash: hashCode(code), order_id: order.id, created_at: now, expires_at: expiresAt, holder: null }).execute())
  const url = `${deps.config.siteUrl}${localPath(lang, `/pay?code=${code}`)}`
  return { url, ...drawQrPath(url), expiresAt }
}

/** How many codes of an order have been opened. */
export async function countOpenedCodes(deps: Deps, orderId: string): Promise<number> {
  const { count } = await deps.db.selectFrom('payment_codes').select((eb) => eb.fn.countAll().as('count'))
    .where('order_id', '=', orderId).where('holder', 'is not', null).executeTakeFirstOrThrow()
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

export interface OrderAccess {
  order: OrderTable
  /** The caller made the order; otherwise a device that opened its QR code. */
  own: boolean
  code?: string
}

/** The order a call is about: the caller's own, or the one of a QR code this device opened first. */
export async function orderForPayer(ctx: Context, input: { order?: string | undefined; code?: string | undefined }): Promise<OrderAccess> {
  if (input.code !== undefined) return { ...(await orderByCode(ctx, input.code)), code: input.code }
  if (input.order === undefined) throw new Refusal('invalid', { fields: { order: 'required' } })
  return { order: await orderForCaller(ctx, input.order), own: true }
}

async function orderByCode(ctx: Context, code: string): Promise<OrderAccess> {
  const { deps } = ctx
  const device = requesterOf(ctx)
  const now = deps.clock()
  const key = hashCode(code)
  await deps.write((trx) => trx.updateTable('payment_codes').set({ holder: device })
    .where('code_hash', '=', key).where('holder', 'is', null).where('expires_at', '>', now).execute())
  const row = await deps.db.selectFrom('payment_codes').selectAll().where('code_hash', '=', key).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.holder === null || Number(row.created_at) + RESULT_VISIBLE_FOR <= now) throw new Refusal('code_expired')
  if (row.holder !== device) throw new Refusal('code_used')
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', row.order_id).executeTakeFirst()
  if (!order) throw new Refusal('not_found')
  return { order, own: false }
}

/** Whose request it is, as payments keep it: the device where it is known, else the login. */
export function requesterOf({ caller }: Context): string {
  if (caller.kind === 'anonymous') throw new Refusal('invalid', { fields: { unique: 'required' } })
  if (caller.kind === 'holder') return `holder:${caller.holder}`
  return caller.holder ? `holder:${caller.holder}` : `user:${caller.userId}`
}

/** Codes are swept away when nobody may look at them any more. */
export const deleteExpiredPaymentCodes = async (deps: Deps): Promise<void> => {
  await deps.write((trx) => trx.deleteFrom('payment_codes').where('created_at', '<', deps.clock() - RESULT_VISIBLE_FOR).execute())
}
