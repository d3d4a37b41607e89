/** The thread that reads one PDF: what blocks, loops or eats memory in there ends with it (pdf.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { cleanPdf, type PdfAnswer } from './pdf-clean.ts'

const { bytes, maxPages } = z.object({ bytes: z.instanceof(Uint8Array), maxPages: z.number() }).parse(workerData)
const broken: PdfAnswer = { ok: false, code: 'file_broken' }
const answer = await cleanPdf(bytes, maxPages).catch(() => broken)
parentPort?.postMessage(answer)
