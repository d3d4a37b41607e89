/** PDFs: examined as bytes, then parsed and rewritten. */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { countPdfObjects } from './count-pdf-objects.ts'
import { hasHiddenFile } from './hidden-file.ts'
import type { RemakeResult } from './remake-protocol.ts'
import { cleanPdf } from './clean-pdf.ts'

const END = '%%EOF'
/** More of them are not read within the limits of the process. Invoices of fifty pages have some thousands. */
const MOST_OBJECTS = 60_000

/** The pages of a PDF as a new one. Throws when it cannot be read. */
export async function remakePdf(bytes: Buffer): Promise<RemakeResult> {
  const end = bytes.lastIndexOf(END)
  // Without an end marker it is truncated.
  if (end < 0) return { ok: false, code: 'file_broken' }
  if (hasHiddenFile(bytes.subarray(end + END.length))) return { ok: false, code: 'file_mixed' }
  if (countPdfObjects(bytes) > MOST_OBJECTS) return { ok: false, code: 'file_complex' }
  const clean = await cleanPdf(bytes, LIMITS.maxPdfPages)
  return clean.ok ? { ok: true, pages: clean.pages, file: clean.bytes, thumb: null } : clean
}
