/** Calls of tuition payments. */
import { handle, handleFile, handleUpload, type Context } from '../../../server/http/call-handlers.ts'
import { formOfCaller, formsOfCaller } from '../../orders/server/door.ts'
import {
  cancelTuition,
  getTuition,
  listTuition,
  quoteTuition,
  repeatTuition,
  submitTuition,
  tuitionReceipt,
  type TuitionOrder,
} from '../contract.ts'
import { tuitionView } from './tuition-view.ts'
import { quoteNow, quoteView } from './tuition-quote.ts'
import { cancel, repeat, submit } from './submit-tuition.ts'

const viewOf = async (ctx: Context, id: string): Promise<{ order: TuitionOrder; now: number }> => ({
  order: tuitionView(ctx.deps, await formOfCaller(ctx, 'education_orders', id), ctx.lang),
  now: ctx.deps.clock(),
})

export const educationRoutes = [
  handle(quoteTuition, async (asked, { deps, lang }) => ({
    ...quoteView(await quoteNow(deps, asked), lang),
    now: deps.clock(),
  })),
  handleUpload(submitTuition, 1, async (input, ctx, files) => ({ id: await submit(ctx, input, files) }), ['file']),
  handle(getTuition, ({ id }, ctx) => viewOf(ctx, id)),
  handle(listTuition, async (_, ctx) => ({
    orders: (await formsOfCaller(ctx, 'education_orders')).map((row) => tuitionView(ctx.deps, row, ctx.lang)),
    now: ctx.deps.clock(),
  })),
  handle(cancelTuition, async ({ id }, ctx) => {
    await cancel(ctx, id)
    return viewOf(ctx, id)
  }),
  handle(repeatTuition, async (input, ctx) => ({ id: await repeat(ctx, input) })),
  handleFile(tuitionReceipt, async ({ id, language }, ctx) => {
    const row = await formOfCaller(ctx, 'education_orders', id)
    // Loads the engine for PDFs.
    const { tuitionReceiptPdf } = await import('./tuition-receipt.ts')
    return tuitionReceiptPdf(ctx.deps, row, language)
  }),
]
